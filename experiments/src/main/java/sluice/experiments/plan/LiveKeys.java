package sluice.experiments.plan;

import java.util.Arrays;
import java.util.SplittableRandom;

/** The ids of the links of a batch, and of those that a table has before. */
final class LiveKeys {
    /** Ids of the table are below this. */
    static final long SPAN = 1_000_000_000;

    private static final int PARTS = 100;

    /** Links of the batch have targets from here on, each its own. */
    static final long FIRST_ID2 = 5_000_000_000L;

    private LiveKeys() {}

    /** The id of a link that the table has before, whose target is the id after it. */
    static long existing(int row, int rows) {
        return SPAN / rows * row;
    }

    /** The ids of a batch in random order; the link at {@code i} has the target FIRST_ID2 + i. */
    static long[] batch(LiveWay.Keys keys, int rows, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] ids = new long[rows];
        if (keys == LiveWay.Keys.APPEND) {
            for (int row = 0; row < rows; row++) {
                ids[row] = SPAN + SPAN / rows * row;
            }
            shuffle(ids, random);
            return ids;
        }
        long[] parts = new long[PARTS];
        Arrays.setAll(parts, part -> part);
        shuffle(parts, random);
        double[] below = new double[PARTS];
        double sum = 0;
        for (int rank = 0; rank < PARTS; rank++) {
            sum += 1.0 / (rank + 1);
            below[rank] = sum;
        }
        long width = SPAN / PARTS;
        for (int row = 0; row < rows; row++) {
            int found = Arrays.binarySearch(below, random.nextDouble() * sum);
            int rank = Math.min(PARTS - 1, found < 0 ? -found - 1 : found);
            ids[row] = parts[rank] * width + random.nextLong(width);
        }
        return ids;
    }

    private static void shuffle(long[] values, SplittableRandom random) {
        for (int last = values.length - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            long value = values[last];
            values[last] = values[other];
            values[other] = value;
        }
    }
}
