package sluice.cli.verbs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import sluice.cli.console.Json;
import sluice.cli.show.BucketPicture;
import sluice.cli.stores.RemoteStatus;
import sluice.load.files.StoreAddresses;
import sluice.report.Amounts;
import sluice.storage.FileEntry;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * The progress of a store's last load as {@code sluice status} shows it.
 *
 * @param store where the store is, for people
 * @param remote what is known of the parts that are in other systems
 */
record ShownStatus(String store, Manifest manifest, RemoteStatus remote) {

    boolean isAllBuilt() {
        boolean isOutside = remote.addresses().cold().isPresent() && manifest.complete();
        return manifest.phase() == Manifest.Phase.COMPLETE
                || isOutside && count(buckets(), Bucket.State.BUILT) == buckets().size();
    }

    List<Bucket> buckets() {
        return remote.buckets(manifest);
    }

    /** Lines for a terminal of {@code columns} columns. */
    List<String> text(int columns, boolean unicode) {
        List<Bucket> buckets = buckets();
        List<String> lines = new ArrayList<>();
        lines.add("%s: load %d, %s".formatted(store, manifest.loadNumber(), phase()));
        if (manifest.versionNumber() > 0) {
            lines.add(
                    "version %d is served; all: sluice versions %s"
                            .formatted(manifest.versionNumber(), store));
        }
        lines.add(
                "buckets: %s; %s staged, %s building, %s built"
                        .formatted(
                                Amounts.count(buckets.size()),
                                Amounts.count(count(buckets, Bucket.State.STAGED)),
                                Amounts.count(count(buckets, Bucket.State.BUILDING)),
                                Amounts.count(count(buckets, Bucket.State.BUILT))));
        Set<FileEntry> segments = segments(manifest);
        lines.add(
                "runs: %s, %s; segments: %s, %s%s"
                        .formatted(
                                Amounts.count(manifest.runs().size()),
                                Amounts.bytes(bytes(manifest.runs())),
                                Amounts.count(segments.size()),
                                Amounts.bytes(bytes(segments)),
                                manifest.dictionaries().isEmpty()
                                        ? ""
                                        : "; names: "
                                                + Amounts.bytes(bytes(manifest.dictionaries()))));
        lines.addAll(remote.lines());
        lines.add("");
        lines.addAll(new BucketPicture(buckets, columns, unicode).lines());
        return lines;
    }

    private String phase() {
        Manifest.Phase phase = isAllBuilt() ? Manifest.Phase.COMPLETE : manifest.phase();
        return switch (phase) {
            case STAGING -> "staging; answers are partial";
            case BUILDING -> "building; answers are complete";
            case COMPLETE -> "all built; answers are complete";
            case ABSORBING -> "building what was written online; answers are complete";
        };
    }

    private static long count(List<Bucket> buckets, Bucket.State state) {
        return buckets.stream().filter(bucket -> bucket.state() == state).count();
    }

    private static Set<FileEntry> segments(Manifest manifest) {
        Set<FileEntry> segments = new LinkedHashSet<>();
        for (Bucket bucket : manifest.buckets()) {
            if (bucket.segment() != null) {
                segments.add(bucket.segment());
            }
        }
        return segments;
    }

    private static long bytes(Collection<FileEntry> files) {
        return files.stream().mapToLong(FileEntry::lengthBytes).sum();
    }

    /** An object with every bucket. */
    String json() throws IOException {
        StringWriter text = new StringWriter();
        Set<FileEntry> segments = segments(manifest);
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("store", store);
            json.writeNumberField("manifest_version", manifest.version());
            json.writeNumberField("load_number", manifest.loadNumber());
            if (manifest.versionNumber() > 0) {
                json.writeNumberField("version", manifest.versionNumber());
            }
            json.writeStringField("phase", word(manifest.phase()));
            json.writeBooleanField("complete", manifest.complete());
            json.writeBooleanField("id_names", manifest.idNames());
            json.writeNumberField("runs", manifest.runs().size());
            json.writeNumberField("run_bytes", bytes(manifest.runs()));
            json.writeNumberField("segments", segments.size());
            json.writeNumberField("segment_bytes", bytes(segments));
            json.writeNumberField("dictionary_bytes", bytes(manifest.dictionaries()));
            json.writeNumberField("buckets_staged", count(buckets(), Bucket.State.STAGED));
            json.writeNumberField("buckets_building", count(buckets(), Bucket.State.BUILDING));
            json.writeNumberField("buckets_built", count(buckets(), Bucket.State.BUILT));
            StoreAddresses addresses = remote.addresses();
            if (addresses.hot().isPresent()) {
                json.writeStringField("hot", addresses.hot().get());
            }
            if (addresses.cold().isPresent()) {
                json.writeStringField("cold", addresses.cold().get());
                json.writeNumberField("cold_bytes", remote.coldBytes());
            }
            if (remote.problem() != null) {
                json.writeStringField("cold_problem", remote.problem());
            }
            Json.list(json, "buckets", buckets(), ShownStatus::write);
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Bucket bucket) throws IOException {
        json.writeFieldName("first_id1");
        json.writeNumber(Long.toUnsignedString(bucket.firstId1()));
        json.writeFieldName("first_id2");
        json.writeNumber(Long.toUnsignedString(bucket.firstId2()));
        json.writeStringField("state", word(bucket.state()));
        json.writeNumberField("demand", bucket.demand());
        if (bucket.segment() != null) {
            json.writeStringField("segment", bucket.segment().name());
            json.writeNumberField("segment_bytes", bucket.segment().lengthBytes());
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
