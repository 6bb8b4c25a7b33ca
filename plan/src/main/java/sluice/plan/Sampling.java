package sluice.plan;

/**
 * How large a sample of rows must be, and how far a plan made from it is off.
 *
 * <p>A server for whose rows {@code S} sampled keys stand takes a share that is off by about {@code
 * 1 ÷ √S}, whatever its partitions are. Of several servers the unluckiest one sets the pace. So the
 * servers, not the partitions, decide how large a sample must be.
 */
public final class Sampling {
    /** Sampled keys of incoming rows for each server: with 10 servers the busiest is 3 % off. */
    private static final long KEYS_PER_SERVER = 2500;

    private static final long ROWS_PER_KEY_MAX = 100;
    private static final double BEYOND = 8;
    private static final int STEPS = 4000;

    private Sampling() {}

    /**
     * One of how many incoming rows is sampled: one of a hundred, or more where a server would have
     * fewer than 2,500 keys.
     */
    public static long rowsPerKey(long batchRows, int servers) {
        return Math.clamp(batchRows / (KEYS_PER_SERVER * servers), 1, ROWS_PER_KEY_MAX);
    }

    /**
     * What the busiest server inserts over what it would by a perfect plan, as is to be expected of
     * a plan that is perfect for the sample.
     *
     * @param keysPerServer sampled keys of incoming rows for each server
     */
    public static double expectedImbalance(int servers, double keysPerServer) {
        return 1 + expectedMaximum(servers) / Math.sqrt(keysPerServer);
    }

    /**
     * How far the size of a piece that was cut to hold {@code keys} sampled keys is off: its
     * standard deviation over its mean.
     */
    public static double pieceDeviation(double keys) {
        return 1 / Math.sqrt(keys);
    }

    /** The largest of {@code count} numbers of a standard normal distribution, on average. */
    static double expectedMaximum(int count) {
        double sum = 0;
        double step = 2 * BEYOND / STEPS;
        for (int index = 0; index < STEPS; index++) {
            double at = -BEYOND + (index + 0.5) * step;
            double allBelow = Math.pow(normal(at), count);
            sum += step * (at > 0 ? 1 - allBelow : -allBelow);
        }
        return sum;
    }

    /** The share of a standard normal distribution below {@code at}; errs by less than 1e-7. */
    private static double normal(double at) {
        // Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17.
        double t = 1 / (1 + 0.2316419 * Math.abs(at));
        double series =
                t
                        * (0.319381530
                                + t
                                        * (-0.356563782
                                                + t
                                                        * (1.781477937
                                                                + t
                                                                        * (-1.821255978
                                                                                + t
                                                                                        * 1.330274429))));
        double above = Math.exp(-at * at / 2) / Math.sqrt(2 * Math.PI) * series;
        return at < 0 ? above : 1 - above;
    }
}
