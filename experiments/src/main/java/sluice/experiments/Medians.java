package sluice.experiments;

import java.util.Arrays;
import java.util.List;

/** The figure that a measurement gives for several runs. */
public final class Medians {
    private Medians() {}

    /** The middle of {@code values}, or the mean of the two in the middle. */
    public static double of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("nothing has no median");
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
