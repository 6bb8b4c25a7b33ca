package sluice.spark;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/**
 * One partition on its way to Spark. A thread of its own reads the files, one or two batches ahead:
 * Spark interrupts the threads of its tasks, and an interrupt would close a file for all who read
 * it. That thread closes the files.
 */
final class PartReader implements PartitionReader<ColumnarBatch> {
    /** One with Spark, one ready, one that is being filled. */
    private static final int BATCHES = 3;

    /** How often the thread that reads looks whether it is to stop. */
    private static final long WAIT_MILLIS = 200;

    /** Behind the last batch. */
    private static final RowBatch END = new RowBatch(new TableColumns(List.of(), false, false));

    private final PartRows rows;
    private final BlockingQueue<RowBatch> empty = new ArrayBlockingQueue<>(BATCHES);
    private final BlockingQueue<RowBatch> full = new ArrayBlockingQueue<>(BATCHES + 1);
    private final Thread thread;
    private volatile boolean stopped;

    /** Written before {@link #END} is handed over, as is the count. */
    private @Nullable Throwable failure;

    private long count;
    private @Nullable RowBatch current;
    private @Nullable ColumnarBatch shown;
    private long left;

    private PartReader(PartRows rows) {
        this.rows = rows;
        this.left = rows.wish().limit();
        this.thread = new Thread(this::read, "sluice-scan");
        this.thread.setDaemon(true);
    }

    /** Begins to read. */
    static PartReader start(PartRows rows) {
        PartReader reader = new PartReader(rows);
        for (int i = 0; rows.wish().counts() == 0 && i < BATCHES; i++) {
            reader.empty.add(new RowBatch(rows.wish().columns()));
        }
        reader.thread.start();
        return reader;
    }

    private void read() {
        try {
            RowBatch first = empty.poll();
            if (first == null) {
                count = rows.count();
            } else {
                rows.hand(first, this::exchange);
            }
        } catch (Throwable thrown) {
            failure = thrown;
        } finally {
            full.add(END);
        }
    }

    /** The queue of full batches has room for all of them. */
    private @Nullable RowBatch exchange(RowBatch filled) {
        full.add(filled);
        while (!stopped) {
            try {
                RowBatch next = empty.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    return next;
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts this thread", e);
            }
        }
        return null;
    }

    @Override
    public boolean next() throws IOException {
        if (rows.wish().counts() > 0) {
            return nextCount();
        }
        RowBatch before = current;
        if (before != null) {
            empty.add(before);
            current = null;
        }
        RowBatch batch = left > 0 ? takeFull() : null;
        if (batch == null) {
            return false;
        }
        current = batch;
        shown = batch.columns(left);
        left -= shown.numRows();
        return true;
    }

    private boolean nextCount() throws IOException {
        if (shown != null) {
            return false;
        }
        takeFull();
        shown = RowBatch.ofCount(count, rows.wish().counts());
        return true;
    }

    /** The next batch, or null at the end. */
    private @Nullable RowBatch takeFull() throws IOException {
        try {
            RowBatch batch = full.take();
            if (batch != END) {
                return batch;
            }
            left = 0;
            throwFailure();
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException stop = new InterruptedIOException("the task was stopped");
            stop.initCause(e);
            throw stop;
        }
    }

    private void throwFailure() throws IOException {
        switch (failure) {
            case null -> {}
            case IOException io -> throw io;
            case RuntimeException runtime -> throw runtime;
            case Error error -> throw error;
            case Throwable other -> throw new IllegalStateException(other);
        }
    }

    @Override
    public ColumnarBatch get() {
        ColumnarBatch batch = shown;
        if (batch == null) {
            throw new IllegalStateException("next was not called");
        }
        return batch;
    }

    @Override
    public void close() {
        stopped = true;
    }
}
