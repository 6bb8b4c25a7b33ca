package sluice.export;

import java.io.IOException;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import sluice.dictionary.Dictionary;
import sluice.export.files.BucketRanges;
import sluice.export.files.TargetFiles;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ScanProgress;
import sluice.store.ScanThreads;
import sluice.store.StoreNames;
import sluice.store.StoreReader;

/**
 * Writes a store back to files of nodes and links, comma-separated or Parquet, and the mapping that
 * loads them to an equal graph.
 *
 * <p>Names and data may hold any bytes, hence commas and quotes (RFC 4180); text parted by tabs has
 * no way to hold a tab or a line end. A file has the rows of some buckets whose ids are of the same
 * groups and whose types are all names or all numbers, as a mapping says that for whole files.
 * Names and bytes of the files depend on the store alone, not on threads. The files get their names
 * when all are whole and durable, the mapping last; what a failure leaves is deleted as far as the
 * disk allows. Memory: for each thread and pair of linked groups a buffer, or of Parquet a row
 * group.
 */
public final class Exporter {
    /** The name of the mapping. */
    public static final String MAPPING = "mapping.yaml";

    /** What was written. */
    public record Result(long nodes, long links, int files, long bytes, boolean complete) {}

    private final StoreReader reader;
    private final Dictionary dictionary;
    private final TargetFiles files;
    private final ExportOptions options;
    private final ScanProgress progress;
    private final Manifest manifest;
    private final ExportNames names;
    private final SortedSet<ExportRelation> relations =
            Collections.synchronizedSortedSet(new TreeSet<>());
    private final LongAdder nodes = new LongAdder();
    private final LongAdder links = new LongAdder();

    private Exporter(
            StoreReader reader,
            Dictionary dictionary,
            TargetFiles files,
            ExportOptions options,
            ScanProgress progress) {
        this.reader = reader;
        this.dictionary = dictionary;
        this.files = files;
        this.options = options;
        this.progress = progress;
        this.manifest = reader.manifest();
        this.names =
                new ExportNames(
                        dictionary.groups(),
                        manifest.idNames(),
                        dictionary.typeCount() > 0,
                        options.format());
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
            ExportOptions options,
            ScanProgress progress)
            throws IOException {
        TargetFiles files = TargetFiles.in(target);
        if (reader.manifest().schema() != null) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the store has a schema, and properties cannot be separated values; export it as"
                            + " statements with --rdf dgraph or --rdf w3c, or copy it with: sluice"
                            + " backup STORE DIR");
        }
        return new Exporter(reader, dictionary, files, options, progress).run();
    }

    private Result run() throws IOException {
        BucketRanges ranges = BucketRanges.of(manifest.buckets().size(), options.shards());
        try {
            ScanThreads.run(
                    options.threads(),
                    ranges.count(),
                    progress,
                    part -> writePart(part, ranges.first(part), ranges.end(part)));
            if (relations.isEmpty()) {
                writeEmpty();
            }
            int written = files.count();
            files.nameAll();
            files.publish(MAPPING, ExportMapping.text(relations, names, manifest.idNames()));
            return new Result(
                    nodes.sum(), links.sum(), written, progress.bytes(), manifest.complete());
        } catch (Throwable failure) {
            files.deleteAfter(failure);
            throw failure;
        }
    }

    private void writePart(int number, int firstBucket, int endBucket) throws IOException {
        StoreNames partNames = new StoreNames(manifest, dictionary);
        try (ExportPart part = part(number, partNames)) {
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
        try (ExportPart part = part(0, partNames)) {
            part.file(relation);
            part.finish();
            relations.add(relation);
        }
    }

    private ExportPart part(int number, StoreNames partNames) {
        return new ExportPart(number, options.format(), files, partNames, names, progress);
    }
}
