package sluice.experiments.demo;

import java.util.concurrent.TimeUnit;
import sluice.generate.RmatOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * How large a demo is.
 *
 * @param links how many links are generated and loaded
 * @param loadThreads how many threads load
 * @param clients how many threads query
 * @param watchNanos how long they go on when all is built
 */
public record DemoOptions(long links, int loadThreads, int clients, long watchNanos) {
    public static final long LINKS_MIN = 10_000;

    /** The generator keeps 9 bytes of heap for each. */
    public static final long LINKS_MAX = 20_000_000;

    public static final long LINKS_USUAL = 2_000_000;
    public static final long LINKS_QUICK = 200_000;

    private static final int LINKS_PER_ID = 16;
    private static final int SCALE_MIN = 10;

    public DemoOptions {
        if (links < LINKS_MIN || links > LINKS_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--links is %d; expected %d to %d".formatted(links, LINKS_MIN, LINKS_MAX));
        }
        if (loadThreads < 1 || clients < 1 || watchNanos < 0) {
            throw new IllegalArgumentException(
                    "loadThreads=%d clients=%d watchNanos=%d, expected at least 1, 1 and 0"
                            .formatted(loadThreads, clients, watchNanos));
        }
    }

    /** A demo of so many links, on two threads with two clients. */
    public static DemoOptions of(long links) {
        boolean quick = links <= LINKS_QUICK;
        return new DemoOptions(links, 2, 2, TimeUnit.MILLISECONDS.toNanos(quick ? 100 : 800));
    }

    /** A graph with hubs, no two links alike, in random order. */
    RmatOptions graph() {
        long ids = Math.ceilDiv(links, (long) LINKS_PER_ID);
        int scale = Math.max(SCALE_MIN, Long.SIZE - Long.numberOfLeadingZeros(ids - 1));
        return RmatOptions.distinct(scale, links);
    }
}
