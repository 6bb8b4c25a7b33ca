package sluice.cli;

import java.util.Arrays;
import java.util.TreeMap;

/**
 * Whether a quantity grows: the median of the slopes between any two samples (Theil and Sen), which
 * a few samples that were taken in the middle of something do not move. Cost: the square of the
 * samples.
 *
 * @param slope by the unit of the places
 * @param median of the values
 */
record Trend(double slope, double median) {

    /** Of {@code values} at {@code places}, which rise. */
    static Trend of(double[] places, double[] values) {
        int count = places.length;
        double[] slopes = new double[count * (count - 1) / 2];
        int next = 0;
        for (int left = 0; left < count; left++) {
            for (int right = left + 1; right < count; right++) {
                slopes[next++] = (values[right] - values[left]) / (places[right] - places[left]);
            }
        }
        return new Trend(median(slopes), median(values));
    }

    /**
     * As {@link #of}, of the least value of each {@code window}: what fills and empties over and
     * over, as a memtable does, is no growth, and what leaks raises the least too.
     *
     * @param window in the unit of the places, which rise
     */
    static Trend ofLeasts(double[] places, double[] values, double window) {
        TreeMap<Long, Integer> leasts = new TreeMap<>();
        for (int place = 0; place < places.length; place++) {
            leasts.merge(
                    (long) ((places[place] - places[0]) / window),
                    place,
                    (one, other) -> values[other] < values[one] ? other : one);
        }
        return of(
                leasts.values().stream().mapToDouble(place -> places[place]).toArray(),
                leasts.values().stream().mapToDouble(place -> values[place]).toArray());
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** The slope in millionths of the median. */
    long millionths() {
        return Math.round(1e6 * slope / median);
    }
}
