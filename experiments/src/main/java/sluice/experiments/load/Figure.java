package sluice.experiments.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import sluice.experiments.Medians;

/** How the figure of a row is made of samples. */
sealed interface Figure {
    /** The metrics that must be measured for it. */
    List<Metric> metrics();

    /** The figure; empty where something for it was not measured. */
    Optional<Measured> of(Samples samples);

    /**
     * A figure and the single runs behind it.
     *
     * @param samples one for each run; the least and the greatest are the range that is shown
     */
    record Measured(double value, List<Double> samples) {
        public Measured {
            samples = List.copyOf(samples);
        }

        double min() {
            return Collections.min(samples);
        }

        double max() {
            return Collections.max(samples);
        }
    }

    /** The median of all samples. */
    record Median(Metric metric) implements Figure {
        @Override
        public List<Metric> metrics() {
            return List.of(metric);
        }

        @Override
        public Optional<Measured> of(Samples samples) {
            List<Double> values = samples.of(metric);
            return values.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Measured(Medians.of(values), values));
        }
    }

    /** The greatest of all samples: for limits that must never be passed. */
    record Largest(Metric metric) implements Figure {
        @Override
        public List<Metric> metrics() {
            return List.of(metric);
        }

        @Override
        public Optional<Measured> of(Samples samples) {
            List<Double> values = samples.of(metric);
            return values.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Measured(Collections.max(values), values));
        }
    }

    /** The median of one metric by that of another; the range is that of the single runs. */
    record Ratio(Metric above, Metric below) implements Figure {
        @Override
        public List<Metric> metrics() {
            return List.of(above, below);
        }

        @Override
        public Optional<Measured> of(Samples samples) {
            List<Double> over = samples.of(above);
            List<Double> under = samples.of(below);
            List<Double> ratios = new ArrayList<>();
            for (int run = 0; run < Math.min(over.size(), under.size()); run++) {
                ratios.add(over.get(run) / under.get(run));
            }
            return ratios.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Measured(Medians.of(over) / Medians.of(under), ratios));
        }
    }

    /**
     * The greatest median of several metrics by the least; {@code optional} ones may be missing.
     */
    record Spread(List<Metric> needed, List<Metric> optional) implements Figure {
        public Spread {
            needed = List.copyOf(needed);
            optional = List.copyOf(optional);
        }

        @Override
        public List<Metric> metrics() {
            List<Metric> all = new ArrayList<>(needed);
            all.addAll(optional);
            return all;
        }

        @Override
        public Optional<Measured> of(Samples samples) {
            List<List<Double>> series = new ArrayList<>();
            for (Metric metric : metrics()) {
                if (!samples.of(metric).isEmpty()) {
                    series.add(samples.of(metric));
                } else if (needed.contains(metric)) {
                    return Optional.empty();
                }
            }
            int runs = series.stream().mapToInt(List::size).max().orElse(0);
            List<Double> spreads = new ArrayList<>();
            for (int run = 0; run < runs; run++) {
                List<Double> ofRun = new ArrayList<>();
                for (List<Double> values : series) {
                    if (run < values.size()) {
                        ofRun.add(values.get(run));
                    }
                }
                spreads.add(spread(ofRun));
            }
            return Optional.of(
                    new Measured(spread(series.stream().map(Medians::of).toList()), spreads));
        }

        private static double spread(List<Double> values) {
            return Collections.max(values) / Collections.min(values);
        }
    }
}
