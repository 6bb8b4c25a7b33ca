package sluice.load.job;

import java.util.concurrent.TimeUnit;

/**
 * When a manifest that has changed is written: with each change while it is short, else so seldom
 * that writing takes a twentieth of the time, but no more than ten seconds apart. A store of many
 * buckets and runs would spend more time on its manifests than on its rows. Belongs to one thread
 * at a time.
 */
final class ManifestPace {
    /** A manifest of up to this many buckets and runs, about 300 KB, is written at once. */
    static final int ENTRIES_AT_ONCE_MAX = 4096;

    /** A pause is this many times as long as writing took. */
    private static final int PAUSES_PER_WRITE = 19;

    private static final long PAUSE_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

    private boolean isFirst = true;
    private long endedNanos;
    private long pauseNanos;

    /** Whether a manifest with {@code entries} buckets and runs is to be written now. */
    boolean isDue(int entries, long nowNanos) {
        return isFirst || entries <= ENTRIES_AT_ONCE_MAX || nowNanos - endedNanos >= pauseNanos;
    }

    /** A manifest was written between these two times. */
    void written(long beganNanos, long newEndedNanos) {
        isFirst = false;
        endedNanos = newEndedNanos;
        pauseNanos = Math.min(PAUSE_NANOS_MAX, PAUSES_PER_WRITE * (newEndedNanos - beganNanos));
    }
}
