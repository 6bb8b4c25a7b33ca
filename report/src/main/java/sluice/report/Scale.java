package sluice.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Where values stand on an axis, from 0 to 1, and which of them are marked. */
public sealed interface Scale {
    double place(double value);

    List<Double> marks();

    String label(double mark);

    /** From 0 to {@code max}, with some four marks at round numbers. */
    record Linear(double max, DoubleFunction<String> labels) implements Scale {
        private static final int MARKS = 4;

        public Linear {
            max = Math.max(max, 1);
        }

        @Override
        public double place(double value) {
            return Math.clamp(value / max, 0, 1);
        }

        @Override
        public List<Double> marks() {
            double step = Math.pow(10, Math.floor(Math.log10(max / MARKS)));
            while (max / step > MARKS + 1) {
                step *= max / step > 2 * MARKS + 1 ? 5 : 2;
            }
            List<Double> marks = new ArrayList<>();
            for (double mark = 0; mark <= max; mark += step) {
                marks.add(mark);
            }
            return marks;
        }

        @Override
        public String label(double mark) {
            return labels.apply(mark);
        }
    }

    /** Powers of ten, from the one below {@code min} to the one above {@code max}. */
    record Logarithmic(double min, double max, DoubleFunction<String> labels) implements Scale {
        public Logarithmic {
            min = Math.pow(10, Math.floor(Math.log10(Math.max(1, min))));
            max = Math.pow(10, Math.ceil(Math.log10(Math.max(10 * min, max))));
        }

        @Override
        public double place(double value) {
            return Math.clamp(Math.log(Math.max(value, min) / min) / Math.log(max / min), 0, 1);
        }

        @Override
        public List<Double> marks() {
            List<Double> marks = new ArrayList<>();
            for (double mark = min; mark < max * 1.5; mark *= 10) {
                marks.add(mark);
            }
            return marks;
        }

        @Override
        public String label(double mark) {
            return labels.apply(mark);
        }
    }

    /** Percentiles, of which each further nine takes the same room; 100 % stands at the end. */
    record Nines() implements Scale {
        private static final double NINES_MAX = 5;

        @Override
        public double place(double percent) {
            double nines = -Math.log10(Math.max(1e-9, 1 - percent / 100));
            return Math.clamp(nines / NINES_MAX, 0, 1);
        }

        @Override
        public List<Double> marks() {
            return List.of(0.0, 50.0, 90.0, 99.0, 99.9, 99.99, 100.0);
        }

        @Override
        public String label(double mark) {
            return mark == 100
                    ? "max"
                    : String.format(Locale.ROOT, "%s", mark).replaceFirst("\\.0$", "");
        }
    }
}
