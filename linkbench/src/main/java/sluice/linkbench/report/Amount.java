package sluice.linkbench.report;

import java.util.Locale;

/** Counts and times as people read them. */
final class Amount {
    private static final String[] UNITS = {"ns", "µs", "ms", "s"};
    private static final String[] PREFIXES = {"", "k", "M", "G"};

    private Amount() {}

    /** {@code 4.21 ms}: three digits and a unit. */
    static String time(double nanos) {
        return scaled(nanos, UNITS, " ");
    }

    /** {@code 1.21M}: three digits and a prefix. */
    static String count(double count) {
        return scaled(count, PREFIXES, "");
    }

    /** {@code 12.5%}. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", share * 100);
    }

    /** {@code 1.32×}, of one figure by another one; a dash where the other one is 0. */
    static String ratio(double of, double by) {
        return by == 0 ? "–" : String.format(Locale.ROOT, "%.2f×", of / by);
    }

    private static String scaled(double amount, String[] units, String blank) {
        int unit = 0;
        double scaled = amount;
        while (scaled >= 999.5 && unit < units.length - 1) {
            scaled /= 1000;
            unit++;
        }
        String digits = unit == 0 || scaled >= 99.95 ? "%.0f" : scaled >= 9.995 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, digits, scaled) + blank + units[unit];
    }
}
