package sluice.spark;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.store.scan.BucketParts;
import sluice.store.scan.BucketRows;

/**
 * The rows of one partition, or how many they are: what the thread of a {@link PartReader} does.
 */
record PartRows(PinnedState files, TablePart part, RowKind kind, ScanWish wish) {

    /** Takes batches that are full, and gives others for them. */
    interface Taker {
        /** Takes a batch and returns an empty one, or null when no more rows are wanted. */
        @Nullable RowBatch take(RowBatch full);
    }

    /** Hands all rows over, in batches; the first one is {@code empty}. */
    void hand(RowBatch empty, Taker taker) throws IOException {
        boolean needsNames = wish.columns().columns().stream().anyMatch(wish.columns()::isText);
        try (PartFiles open = open(needsNames)) {
            RowNames names = needsNames ? new RowNames(open.names()) : null;
            RowBatch batch = empty;
            batch.begin(names);
            for (int bucket = 0; bucket < part.buckets(); bucket++) {
                BucketRows rows = open.bucket(bucket, kind).rows(wish.rows());
                while (rows.next(batch)) {
                    if (batch.isFull()) {
                        RowBatch next = taker.take(batch);
                        if (next == null) {
                            return;
                        }
                        batch = next;
                        batch.begin(names);
                    }
                }
            }
            if (batch.rows() > 0) {
                taker.take(batch);
            }
        }
    }

    /** How many rows there are: from the files' tables where they say so, else by counting. */
    long count() throws IOException {
        LongAdder count = new LongAdder();
        try (PartFiles open = open(false)) {
            for (int bucket = 0; bucket < part.buckets(); bucket++) {
                BucketParts parts = open.bucket(bucket, kind);
                OptionalLong known = parts.knownRows(wish.rows());
                if (known.isPresent()) {
                    count.add(known.getAsLong());
                } else {
                    parts.rows(wish.rows()).all((_, _, _, _, _, _, _, _, _) -> count.increment());
                }
            }
        }
        return count.sum();
    }

    /**
     * The files of the partition: those that this process has pinned, or else opened by their
     * names.
     */
    private PartFiles open(boolean names) throws IOException {
        StorePin pin = StorePin.of(files.token());
        if (pin != null) {
            return new PinnedFiles(pin, part.firstBucket());
        }
        try {
            return OpenedFiles.open(files, part, names);
        } catch (NoSuchFileException e) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s: %s is gone: a load has replaced it since the table was read. Load the table again, or read a version, whose files stay: option(\"version\", N)"
                            .formatted(files.store(), e.getFile()),
                    e);
        }
    }
}
