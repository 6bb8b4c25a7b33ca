package sluice.export;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import sluice.dictionary.Dictionary;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.ScanProgress;
import sluice.store.ScanThreads;
import sluice.store.StoreNames;
import sluice.store.StoreReader;

/**
 * Writes a store back to text: comma-separated files of nodes and links, and the mapping that loads
 * them to an equal graph.
 *
 * <p>Names and data may hold any bytes, hence commas and quotes (RFC 4180); text parted by tabs has
 * no way to hold a tab or a line end. A file has the rows of some buckets whose ids are of the same
 * groups and whose types are all names or all numbers, as a mapping says that for whole files.
 * Names and bytes of the files depend on the store alone, not on threads. The files get their names
 * when all are whole and durable, the mapping last; what a failure leaves is deleted as far as the
 * disk allows. Memory: a buffer for each thread and pair of linked groups.
 */
public final class Exporter {
    /** The name of the mapping. */
    public static final String MAPPING = "mapping.yaml";

    /** More files than so many of one kind help nobody. */
    private static final int PARTS_MAX = 256;

    /** What was written. */
    public record Result(long nodes, long links, int files, long bytes, boolean complete) {}

    private final StoreReader reader;
    private final Dictionary dictionary;
    private final Storage target;
    private final ScanProgress progress;
    private final Manifest manifest;
    private final ExportNames names;
    private final Set<String> created = Collections.synchronizedSet(new TreeSet<>());
    private final SortedSet<ExportRelation> relations =
            Collections.synchronizedSortedSet(new TreeSet<>());
    private final LongAdder nodes = new LongAdder();
    private final LongAdder links = new LongAdder();

    private Exporter(
            StoreReader reader, Dictionary dictionary, Storage target, ScanProgress progress) {
        this.reader = reader;
        this.dictionary = dictionary;
        this.target = target;
        this.progress = progress;
        this.manifest = reader.manifest();
        this.names =
                new ExportNames(
                        dictionary.groups(), manifest.idNames(), dictionary.typeCount() > 0);
    }

    /**
     * Writes what {@code reader} answers from to {@code target}, which must hold no files. Refuses
     * a store that may have properties: their rows have slots in place of an id2, so a file of
     * links could not name them.
     */
    public static Result export(
            StoreReader reader,
            Dictionary dictionary,
            Storage target,
            int threads,
            ScanProgress progress)
            throws IOException {
        List<String> present = target.list();
        if (!present.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s is not empty: it holds %s; name a new or an empty directory"
                            .formatted(target.location(), present.getFirst()));
        }
        if (reader.manifest().schema() != null) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the store has properties, which separated values cannot hold, and is not exported; copy it with: sluice backup STORE DIR");
        }
        return new Exporter(reader, dictionary, target, progress).run(threads);
    }

    private Result run(int threads) throws IOException {
        int buckets = manifest.buckets().size();
        int perPart = Math.ceilDiv(buckets, PARTS_MAX);
        try {
            ScanThreads.run(
                    threads,
                    Math.ceilDiv(buckets, perPart),
                    progress,
                    part ->
                            writePart(
                                    part, part * perPart, Math.min(buckets, (part + 1) * perPart)));
            if (relations.isEmpty()) {
                writeEmpty();
            }
            for (String name : created) {
                target.rename(name + StorageFiles.TEMPORARY_SUFFIX, name);
            }
            target.syncDirectory();
            byte[] mapping =
                    ExportMapping.text(relations, names, manifest.idNames())
                            .getBytes(StandardCharsets.UTF_8);
            StorageFiles.publish(
                    target,
                    MAPPING,
                    sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(mapping)));
        } catch (Throwable failure) {
            deleteAll(failure);
            throw failure;
        }
        return new Result(
                nodes.sum(), links.sum(), created.size(), progress.bytes(), manifest.complete());
    }

    private void writePart(int number, int firstBucket, int endBucket) throws IOException {
        StoreNames partNames = new StoreNames(manifest, dictionary);
        try (ExportPart part =
                new ExportPart(number, target, partNames, names, progress, created)) {
            for (int bucket = firstBucket; bucket < endBucket; bucket++) {
                reader.scanBucket(bucket, part);
            }
            part.finish();
            relations.addAll(part.relations());
            nodes.add(part.nodes());
            links.add(part.links());
        }
    }

    /** A source must have a file, though the store has no row; here it is of links by number. */
    private void writeEmpty() throws IOException {
        ExportRelation relation = new ExportRelation(RowKind.LINK, "", "", false);
        StoreNames partNames = new StoreNames(manifest, dictionary);
        try (ExportPart part = new ExportPart(0, target, partNames, names, progress, created)) {
            part.file(relation);
            part.finish();
            relations.add(relation);
        }
    }

    private void deleteAll(Throwable failure) {
        try {
            for (String name : target.list()) {
                boolean temporary = name.endsWith(StorageFiles.TEMPORARY_SUFFIX);
                int length = name.length() - StorageFiles.TEMPORARY_SUFFIX.length();
                if (created.contains(temporary ? name.substring(0, length) : name)) {
                    target.delete(name);
                }
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
