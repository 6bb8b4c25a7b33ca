package sluice.load.files;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import sluice.model.RowKind;
import sluice.segment.BlockFile;
import sluice.segment.Slice;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/** The open runs of a load, and each bucket's share of them. */
public final class RunFiles implements Closeable {
    private final List<BlockFile> runs = new ArrayList<>();

    /** Opens {@code entries}, oldest first. The caller closes what is returned. */
    public static RunFiles open(Storage storage, List<FileEntry> entries) throws IOException {
        RunFiles files = new RunFiles();
        try {
            for (FileEntry run : entries) {
                files.runs.add(BlockFile.open(storage, run));
            }
        } catch (Throwable failure) {
            try (files) {
                throw failure;
            }
        }
        return files;
    }

    /** The bucket's slices of the runs, oldest first. */
    public List<Slice> slices(int bucket) throws IOException {
        List<Slice> slices = new ArrayList<>();
        for (BlockFile run : runs) {
            if (bucket < run.slices()) {
                RowKind kind = run.blocks(RowKind.LINK) > 0 ? RowKind.LINK : RowKind.NODE;
                slices.add(new Slice(run, kind, run.sliceBegin(bucket), run.sliceEnd(bucket)));
            }
        }
        return slices;
    }

    /** How many rows the runs have of a bucket, before those of one key are made one. */
    public long rows(int bucket) throws IOException {
        long rows = 0;
        for (BlockFile run : runs) {
            rows += bucket < run.slices() ? run.sliceRows(bucket) : 0;
        }
        return rows;
    }

    /** As {@link #rows(int)}, of the first {@code buckets} buckets; table after table. */
    public long[] rowsOfBuckets(int buckets) throws IOException {
        long[] rows = new long[buckets];
        for (BlockFile run : runs) {
            int slices = Math.min(buckets, run.slices());
            for (int bucket = 0; bucket < slices; bucket++) {
                rows[bucket] += run.sliceRows(bucket);
            }
        }
        return rows;
    }

    /** Closes all runs, even if closing one fails. */
    @Override
    public void close() throws IOException {
        StorageFiles.closeAll(runs);
    }
}
