package sluice.plan.simulation;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * How the keys of a batch are spread over the key space: the existing keys are from 0 to 1,
 * appended ones from 1 to 2. Immutable.
 */
public final class KeyCurve {
    /** Where the key space ends. */
    static final double END = 2;

    /** The density is constant between two of these places. */
    private final double[] places;

    /** The share of the keys below each place. */
    private final double[] below;

    private KeyCurve(double[] places, double[] below) {
        this.places = places;
        this.below = below;
    }

    /** Keys spread as the existing ones are. */
    public static KeyCurve uniform() {
        return new KeyCurve(new double[] {0, 1, END}, new double[] {0, 1, 1});
    }

    /** Keys behind all existing ones. */
    public static KeyCurve append() {
        return new KeyCurve(new double[] {0, 1, END}, new double[] {0, 0, 1});
    }

    /** All keys in one of {@code subranges} equal parts, the one that {@code random} picks. */
    public static KeyCurve narrow(int subranges, RandomGenerator random) {
        double[] weights = new double[subranges];
        weights[random.nextInt(subranges)] = 1;
        return weighted(weights);
    }

    /**
     * Keys in equal parts of which the k-th most frequent has a weight of {@code k^-exponent};
     * their order is random.
     */
    public static KeyCurve zipf(double exponent, int subranges, RandomGenerator random) {
        double[] weights = new double[subranges];
        for (int rank = 1; rank <= subranges; rank++) {
            weights[rank - 1] = Math.pow(rank, -exponent);
        }
        for (int index = subranges - 1; index > 0; index--) {
            int other = random.nextInt(index + 1);
            double weight = weights[index];
            weights[index] = weights[other];
            weights[other] = weight;
        }
        return weighted(weights);
    }

    private static KeyCurve weighted(double[] weights) {
        double[] places = new double[weights.length + 2];
        double[] below = new double[weights.length + 2];
        double all = Arrays.stream(weights).sum();
        for (int index = 0; index < weights.length; index++) {
            places[index + 1] = (index + 1.0) / weights.length;
            below[index + 1] = below[index] + weights[index] / all;
        }
        below[weights.length] = 1;
        places[weights.length + 1] = END;
        below[weights.length + 1] = 1;
        return new KeyCurve(places, below);
    }

    /** The share of the batch's keys below {@code place}. */
    double below(double place) {
        int index = Arrays.binarySearch(places, place);
        if (index >= 0) {
            return below[index];
        }
        int after = -index - 1;
        double part = (place - places[after - 1]) / (places[after] - places[after - 1]);
        return below[after - 1] + part * (below[after] - below[after - 1]);
    }

    /** The least place below which the share {@code share} of the batch's keys is. */
    double place(double share) {
        int after = 1;
        while (after < below.length - 1 && below[after] < share) {
            after++;
        }
        double height = below[after] - below[after - 1];
        double part = height == 0 ? 0 : (share - below[after - 1]) / height;
        return places[after - 1] + Math.clamp(part, 0, 1) * (places[after] - places[after - 1]);
    }
}
