package sluice.cli.verbs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.ReportFormat;
import sluice.cli.console.Terminal;
import sluice.cli.options.StoreArgument;
import sluice.cli.show.BucketPicture;
import sluice.cli.show.ShownText;
import sluice.cli.stores.RemoteStatus;
import sluice.load.files.StoreAddresses;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/** {@code sluice status}: where the last load of a store stands, and its bucket index. */
@Command(
        name = "status",
        description = {
            "Show the progress of the last load of a store, and its bucket index as a picture.",
            "",
            "Reads the manifest only, so a running load does not notice it."
        },
        footer = {
            "",
            "Examples:",
            "  sluice status graph --watch          until all is built",
            "  sluice status graph --format json    with every bucket",
            "",
            "Exit status: 0 shown, 4 no store, 5 a damaged manifest."
        })
public final class StatusCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private StoreArgument store = new StoreArgument();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Option(names = "--watch", description = "Show it each second until all is built.")
    private boolean watch;

    @Override
    public Integer call() throws IOException {
        Storage storage = store.storage();
        Shown shown = read(storage);
        int shownLines = show(shown, 0);
        PrintWriter output = spec.commandLine().getOut();
        while (watch && !shown.isAllBuilt() && !output.checkError() && waitASecond()) {
            Shown next = read(storage);
            if (!next.equals(shown)) {
                shown = next;
                shownLines = show(shown, shownLines);
            }
        }
        return 0;
    }

    /** A manifest, and what is known of the parts that are elsewhere. */
    private record Shown(Manifest manifest, RemoteStatus remote) {
        boolean isAllBuilt() {
            boolean isOutside = remote.addresses().cold().isPresent() && manifest.complete();
            return manifest.phase() == Manifest.Phase.COMPLETE
                    || isOutside && count(buckets(), Bucket.State.BUILT) == buckets().size();
        }

        List<Bucket> buckets() {
            return remote.buckets(manifest);
        }
    }

    private static boolean waitASecond() {
        try {
            return !new CountDownLatch(1).await(1, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Shown read(Storage storage) throws IOException {
        return new Shown(manifest(storage), RemoteStatus.of(storage));
    }

    private Manifest manifest(Storage storage) throws IOException {
        return ManifestFile.read(storage)
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.STORE,
                                        "%s is not a store, or its first load has not begun to stage; make one with: sluice load %s SOURCE…"
                                                .formatted(store.path(), store.path())));
    }

    /** Returns how many lines were shown, for the next call to draw over. */
    private int show(Shown shown, int linesBefore) throws IOException {
        PrintWriter output = spec.commandLine().getOut();
        if (format == ReportFormat.JSON) {
            output.println(json(shown));
            output.flush();
            return 0;
        }
        Terminal terminal = Invocation.of(spec).terminal();
        if (terminal.output() && linesBefore > 0) {
            output.print("\u001b[%dA\u001b[J".formatted(linesBefore));
        }
        int columns = terminal.output() ? terminal.columns().getAsInt() : Terminal.COLUMNS_USUAL;
        List<String> lines = text(shown, columns, terminal.unicode());
        for (String line : lines) {
            output.println(ShownText.cut(line, columns, terminal.unicode()));
        }
        output.flush();
        return lines.size();
    }

    private List<String> text(Shown shown, int columns, boolean unicode) {
        Manifest manifest = shown.manifest();
        List<Bucket> buckets = shown.buckets();
        List<String> lines = new ArrayList<>();
        lines.add("%s: load %d, %s".formatted(store.path(), manifest.loadNumber(), phase(shown)));
        if (manifest.versionNumber() > 0) {
            lines.add(
                    "version %d is served; all: sluice versions %s"
                            .formatted(manifest.versionNumber(), store.path()));
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
        lines.addAll(shown.remote().lines());
        lines.add("");
        lines.addAll(new BucketPicture(buckets, columns, unicode).lines());
        return lines;
    }

    private static String phase(Shown shown) {
        Manifest.Phase phase =
                shown.isAllBuilt() ? Manifest.Phase.COMPLETE : shown.manifest().phase();
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

    private String json(Shown shown) throws IOException {
        Manifest manifest = shown.manifest();
        StringWriter text = new StringWriter();
        Set<FileEntry> segments = segments(manifest);
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("store", store.path().toString());
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
            json.writeNumberField("buckets_staged", count(shown.buckets(), Bucket.State.STAGED));
            json.writeNumberField(
                    "buckets_building", count(shown.buckets(), Bucket.State.BUILDING));
            json.writeNumberField("buckets_built", count(shown.buckets(), Bucket.State.BUILT));
            StoreAddresses addresses = shown.remote().addresses();
            if (addresses.hot().isPresent()) {
                json.writeStringField("hot", addresses.hot().get());
            }
            if (addresses.cold().isPresent()) {
                json.writeStringField("cold", addresses.cold().get());
                json.writeNumberField("cold_bytes", shown.remote().coldBytes());
            }
            if (shown.remote().problem() != null) {
                json.writeStringField("cold_problem", shown.remote().problem());
            }
            json.writeArrayFieldStart("buckets");
            for (Bucket bucket : shown.buckets()) {
                write(json, bucket);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Bucket bucket) throws IOException {
        json.writeStartObject();
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
        json.writeEndObject();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
