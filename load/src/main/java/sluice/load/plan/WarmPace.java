package sluice.load.plan;

import java.util.function.LongSupplier;
import sluice.model.RowSink;

/**
 * Times work on rows at the pace that it reaches. The first rows of a process take many times as
 * long as those of a load, until Java has compiled what they run through, and on a busy machine any
 * row may have to wait; so the fastest of all windows of {@value #WINDOW_ROWS} rows counts for all
 * rows. Belongs to one thread.
 *
 * <p>Cost: one comparison a row, and reading the clock once a window.
 */
public final class WarmPace {
    private static final int WINDOW_ROWS = 1024;

    private final LongSupplier nanoClock;
    private final long begin;
    private long rows;
    private long windowBegin;
    private long leastNanos = Long.MAX_VALUE;

    /** Begins now. */
    public WarmPace(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.begin = nanoClock.getAsLong();
        this.windowBegin = begin;
    }

    /** Hands rows on to {@code sink} and counts them. */
    public RowSink over(RowSink sink) {
        return (id1, type, id2, time, version, flags, data, dataOffset, dataLength) -> {
            sink.append(id1, type, id2, time, version, flags, data, dataOffset, dataLength);
            if (++rows % WINDOW_ROWS == 0) {
                endWindow();
            }
        };
    }

    private void endWindow() {
        long now = nanoClock.getAsLong();
        leastNanos = Math.min(leastNanos, now - windowBegin);
        windowBegin = now;
    }

    /** How long all rows until now take at the fastest pace; fewer than a window as they did. */
    public long nanos() {
        return rows < WINDOW_ROWS
                ? nanoClock.getAsLong() - begin
                : (long) (leastNanos * (double) rows / WINDOW_ROWS);
    }
}
