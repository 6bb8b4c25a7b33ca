package sluice.server;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** The last ten minutes, second by second: what the page draws. One thread adds to it. */
final class History {
    private static final int POINTS_MAX = 600;

    private final RequestMeter meter;
    private final ServerStatus status;
    private final InstantSource wallClock;
    private final LongSupplier nanoClock;

    /** Guarded by this. */
    private final ArrayDeque<Point> points = new ArrayDeque<>();

    /** Guarded by this. */
    private long lastNanos;

    /** One second: when it ended, rates, and latencies in microseconds. */
    record Point(
            long atMillis,
            double rowsPerSecond,
            double readsPerSecond,
            double writesPerSecond,
            Percentiles reads,
            Percentiles writes,
            long hotStoreBytes) {
        static final Point NONE = new Point(0, 0, 0, 0, Percentiles.NONE, Percentiles.NONE, 0);
    }

    /** Latencies in microseconds; all 0 where nothing was asked. */
    record Percentiles(long p50, long p99, long p999) {
        static final Percentiles NONE = new Percentiles(0, 0, 0);
    }

    History(
            RequestMeter meter,
            ServerStatus status,
            InstantSource wallClock,
            LongSupplier nanoClock) {
        this.meter = meter;
        this.status = status;
        this.wallClock = wallClock;
        this.nanoClock = nanoClock;
        this.lastNanos = nanoClock.getAsLong();
    }

    /** Adds what happened since the last call; to be called once a second. */
    synchronized void add() {
        StatusReport report = status.report();
        long nowNanos = nanoClock.getAsLong();
        double seconds = Math.max(1, nowNanos - lastNanos) / 1e9;
        lastNanos = nowNanos;
        Histogram reads = meter.reads().sinceLastLook();
        Histogram writes = meter.writes().sinceLastLook();
        long p99Nanos = TimeUnit.MICROSECONDS.toNanos(reads.getValueAtPercentile(99));
        status.measured(p99Nanos, reads.getTotalCount());
        if (points.size() == POINTS_MAX) {
            points.removeFirst();
        }
        points.addLast(
                new Point(
                        wallClock.millis(),
                        report.rowsPerSecond(),
                        reads.getTotalCount() / seconds,
                        writes.getTotalCount() / seconds,
                        percentiles(reads),
                        percentiles(writes),
                        report.hotStoreBytes()));
    }

    /** The newest {@code count} points, oldest first. */
    synchronized List<Point> newest(int count) {
        List<Point> all = new ArrayList<>(points);
        return List.copyOf(all.subList(Math.max(0, all.size() - count), all.size()));
    }

    synchronized Point last() {
        return points.isEmpty() ? Point.NONE : points.getLast();
    }

    private static Percentiles percentiles(Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? Percentiles.NONE
                : new Percentiles(
                        histogram.getValueAtPercentile(50),
                        histogram.getValueAtPercentile(99),
                        histogram.getValueAtPercentile(99.9));
    }
}
