package sluice.experiments.load;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** All that was measured, in the order of the runs. Used by one thread. */
final class Samples {
    private final SortedMap<Metric, List<Double>> values = new TreeMap<>();

    void add(Subject subject, Quantity quantity, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(subject + " has " + quantity + " " + value);
        }
        values.computeIfAbsent(new Metric(subject, quantity), _ -> new ArrayList<>()).add(value);
    }

    /** The samples of {@code metric}; empty where it was not measured. */
    List<Double> of(Metric metric) {
        return List.copyOf(values.getOrDefault(metric, List.of()));
    }

    /** What was measured at all. */
    List<Metric> metrics() {
        return List.copyOf(values.keySet());
    }
}
