package sluice.cli.show;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.load.job.Counters;
import sluice.load.job.LoadProgress;

/**
 * How fast a load is and how much is left of its phase, from its counters at one moment after
 * another. Rates are those of the last seconds; what an interrupted try had done counts as done and
 * not into the rates. Belongs to one thread.
 */
public final class ProgressMeter {
    private static final double WINDOW_SECONDS = 8;

    /** Below this a rate says nothing yet. */
    private static final double SPAN_SECONDS_MIN = 0.5;

    /** Below this the time left is not told: it may be a header, the first chunk on its way. */
    private static final long BYTES_MIN = 1 << 16;

    /**
     * What to show.
     *
     * @param seconds since the load began
     * @param part of the phase that is done, 0 to 1; empty where unknown
     * @param secondsLeft of the phase; empty where unknown
     */
    public record Reading(
            Counters counters,
            double seconds,
            OptionalDouble part,
            double rowsPerSecond,
            double bytesPerSecond,
            OptionalLong secondsLeft) {
        /** The same at another time. */
        Reading at(double newSeconds) {
            return new Reading(
                    counters, newSeconds, part, rowsPerSecond, bytesPerSecond, secondsLeft);
        }
    }

    private record Point(double seconds, long bytes, long rows) {}

    private final Deque<Point> window = new ArrayDeque<>();
    private LoadProgress.@Nullable Phase phase;
    private long bytesResumed;

    /** The counters as they are {@code seconds} after the load began. */
    public Reading read(Counters counters, double seconds) {
        long bytes = bytes(counters);
        long rows = rows(counters);
        // What was resumed is known a moment after the phase began.
        if (counters.phase() != phase || counters.bytesResumed() != bytesResumed) {
            phase = counters.phase();
            bytesResumed = counters.bytesResumed();
            window.clear();
            window.add(new Point(seconds, bytesBefore(counters), rowsBefore(counters)));
        }
        window.add(new Point(seconds, bytes, rows));
        while (window.size() > 2 && seconds - window.getFirst().seconds() > WINDOW_SECONDS) {
            window.removeFirst();
        }
        Point first = window.getFirst();
        double span = seconds - first.seconds();
        boolean tells = span >= SPAN_SECONDS_MIN && counters.phase() != LoadProgress.Phase.PLAN;
        double bytesPerSecond = tells ? (bytes - first.bytes()) / span : 0;
        double rowsPerSecond = tells ? (rows - first.rows()) / span : 0;
        return new Reading(
                counters,
                seconds,
                part(counters),
                rowsPerSecond,
                bytesPerSecond,
                secondsLeft(counters, rowsPerSecond, bytesPerSecond));
    }

    private static OptionalDouble part(Counters counters) {
        return switch (counters.phase()) {
            case NAMES, STAGE -> part(counters.bytesRead(), counters.bytesTotal());
            case BUILD -> part(counters.bucketsBuilt(), counters.bucketsTotal());
            case PLAN -> OptionalDouble.empty();
            case DONE -> OptionalDouble.of(1);
        };
    }

    private static OptionalDouble part(long done, long total) {
        return total <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.clamp(done / (double) total, 0, 1));
    }

    private static OptionalLong secondsLeft(
            Counters counters, double rowsPerSecond, double bytesPerSecond) {
        return switch (counters.phase()) {
            case NAMES, STAGE ->
                    counters.bytesRead() < BYTES_MIN
                            ? OptionalLong.empty()
                            : secondsLeft(
                                    counters.bytesTotal() - counters.bytesRead(), bytesPerSecond);
            case BUILD ->
                    secondsLeft(counters.rowsToBuild() - counters.rowsMerged(), rowsPerSecond);
            case PLAN, DONE -> OptionalLong.empty();
        };
    }

    private static OptionalLong secondsLeft(long left, double perSecond) {
        return left < 0 || perSecond <= 0
                ? OptionalLong.empty()
                : OptionalLong.of(Math.round(Math.ceil(left / perSecond)));
    }

    private static long bytes(Counters counters) {
        return counters.phase() == LoadProgress.Phase.BUILD
                ? counters.segmentBytes()
                : counters.bytesRead();
    }

    private static long rows(Counters counters) {
        return switch (counters.phase()) {
            case NAMES -> counters.names().rows();
            case BUILD -> counters.rowsMerged();
            case PLAN, STAGE, DONE -> counters.rowsRead();
        };
    }

    private static long bytesBefore(Counters counters) {
        return counters.phase() == LoadProgress.Phase.BUILD ? 0 : counters.bytesResumed();
    }

    private static long rowsBefore(Counters counters) {
        return counters.phase() == LoadProgress.Phase.STAGE ? counters.rowsResumed() : 0;
    }
}
