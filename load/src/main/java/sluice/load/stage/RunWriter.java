package sluice.load.stage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.load.files.RunMeta;
import sluice.load.files.StoreFiles;
import sluice.model.RowKind;
import sluice.segment.BlockFileWriter;
import sluice.segment.Borders;
import sluice.segment.PendingFile;
import sluice.segment.RowIndex;
import sluice.segment.RowPool;
import sluice.segment.StripeWriter;
import sluice.storage.Storage;

/**
 * Writes what a pool holds as a run: its stripes sorted one after the other, cut into the slices of
 * the buckets. Belongs to one thread. Cost: one sort and one copy of each row.
 */
public final class RunWriter {
    private final Storage storage;
    private final int buckets;
    private final int[] bucketOfStripe;
    private final @Nullable RowIndex index;
    private final StripeWriter writer = new StripeWriter();

    /**
     * For pools that are divided into {@code stripes}, none of which lies in two buckets.
     *
     * @param index collects the index entries of the rows; null in a store without indexes
     */
    public RunWriter(Storage storage, Borders buckets, Borders stripes, @Nullable RowIndex index) {
        this.storage = storage;
        this.index = index;
        this.buckets = buckets.count();
        this.bucketOfStripe = new int[stripes.count()];
        for (int stripe = 0; stripe < bucketOfStripe.length; stripe++) {
            bucketOfStripe[stripe] = buckets.find(stripes.id1(stripe), stripes.id2(stripe));
        }
    }

    /** A run that is written but not published yet, and how many rows it holds. */
    public record Written(PendingFile file, long rows) {}

    /**
     * Writes the rows of {@code pool} as the run {@code name}: all are of {@code kind}, or nodes,
     * beside which properties are left out.
     */
    public Written write(RowPool pool, RowKind kind, String name, RunMeta meta) throws IOException {
        return write(pool, kind, false, name, meta);
    }

    /** Writes the properties of {@code pool}, whose rows are nodes and properties of them. */
    public Written writeProperties(RowPool pool, String name, RunMeta meta) throws IOException {
        return write(pool, RowKind.LINK, true, name, meta);
    }

    private Written write(
            RowPool pool, RowKind kind, boolean propertiesAlone, String name, RunMeta meta)
            throws IOException {
        if (index != null) {
            index.beginRun(storage, StoreFiles.sortOfRun(name));
        }
        try (BlockFileWriter file = BlockFileWriter.ofRun(storage, name, buckets, index)) {
            if (kind == RowKind.NODE) {
                file.beginNodes();
            }
            writer.begin(pool);
            int bucket = 0;
            for (int stripe = 0; stripe < bucketOfStripe.length; stripe++) {
                for (; bucket < bucketOfStripe[stripe]; bucket++) {
                    file.endSlice();
                }
                if (propertiesAlone) {
                    writer.writeProperties(pool, stripe, file);
                } else {
                    writer.writeAll(pool, stripe, kind, file);
                }
            }
            for (; bucket < buckets; bucket++) {
                file.endSlice();
            }
            long rows = file.rowCount();
            return new Written(file.finish(meta.encode()), rows);
        } finally {
            if (index != null) {
                index.end();
            }
        }
    }
}
