package sluice.store;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import sluice.dictionary.Dictionary;
import sluice.storage.FileEntry;

/** Counts the rows of a store into {@link StoreStats}. */
public final class StatsScan {
    private StatsScan() {}

    /**
     * Counts what {@code reader} answers from, bucket by bucket on {@code threads} threads. Cost:
     * one pass over all rows; memory for the types and a few numbers for each bucket.
     */
    public static StoreStats run(
            StoreReader reader, Dictionary dictionary, int threads, ScanProgress progress)
            throws IOException {
        Manifest manifest = reader.manifest();
        RowCounts total = new RowCounts(progress);
        ScanThreads.run(
                threads,
                manifest.buckets().size(),
                progress,
                bucket -> {
                    RowCounts rows = new RowCounts(progress);
                    reader.scanBucket(bucket, rows);
                    rows.endBucket();
                    synchronized (total) {
                        total.add(rows);
                    }
                });
        total.end();
        Set<FileEntry> segments = new HashSet<>();
        manifest.buckets().stream()
                .flatMap(bucket -> Stream.ofNullable(bucket.segment()))
                .forEach(segments::add);
        return total.stats(
                new StoreNames(manifest, dictionary),
                manifest.complete(),
                bytes(segments),
                bytes(manifest.runs()),
                bytes(manifest.dictionaries()));
    }

    private static long bytes(Iterable<FileEntry> files) {
        long bytes = 0;
        for (FileEntry file : files) {
            bytes += file.lengthBytes();
        }
        return bytes;
    }
}
