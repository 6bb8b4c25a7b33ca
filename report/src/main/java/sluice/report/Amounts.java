package sluice.report;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import sluice.model.Plural;

/**
 * Counts, sizes, times and shares as people read them, the same in every locale.
 *
 * <p>Sizes are decimal: 1 MB is 1,000,000 bytes.
 */
public final class Amounts {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E"};
    private static final String[] SHORT_PREFIXES = {"", "k", "M", "G"};
    private static final String[] SHORTEST_PREFIXES = {"", "k", "M"};
    private static final String[] TIMES = {"ns", "µs", "ms", "s"};

    /** From here on three digits would be rounded to a thousand. */
    private static final double SCALED_MAX = 999.5;

    private static final double NANOS_PER_MICRO = 1e3;

    private Amounts() {}

    /** {@code 10,000,000}. */
    public static String count(long count) {
        return format("%,d", count);
    }

    /** {@code 1 file}, {@code 2,000 files}: {@code one} is what there is one of. */
    public static String counted(long count, String one) {
        return count(count) + " " + Plural.of(count, one);
    }

    /** {@code 1.21 M}: three digits and a prefix, at most 7 characters. */
    public static String brief(double amount) {
        return scaled(amount, PREFIXES, " ", 3).stripTrailing();
    }

    /** {@code 1.21M}: three digits and a prefix. */
    public static String shortCount(double count) {
        return scaled(count, SHORT_PREFIXES, "", 3);
    }

    /** {@code 812}, {@code 9.1k}, {@code 345k} or {@code 1.2M}: 5 characters up to a billion. */
    public static String shortestCount(double count) {
        return scaled(count, SHORTEST_PREFIXES, "", 2);
    }

    /** {@code 65535} or {@code 131k}: six characters at most. */
    public static String shortWhole(long number) {
        return number < 100_000 ? Long.toString(number) : scaled(number, PREFIXES, "", 1);
    }

    /** {@code 412 MB}. */
    public static String bytes(double bytes) {
        return scaled(bytes, PREFIXES, " ", 3) + "B";
    }

    /** {@code 412.0 MB}, with one decimal whatever the size. */
    public static String bytesToTenth(long bytes) {
        int prefix = prefix(bytes, PREFIXES);
        return prefix == 0
                ? bytes + " B"
                : format("%.1f %sB", bytes / Math.pow(1000, prefix), PREFIXES[prefix]);
    }

    /** {@code 13.3 MB} or {@code 1,330 MB}. */
    public static String megabytes(long bytes) {
        double megabytes = bytes / 1e6;
        return format(megabytes < 100 ? "%.1f MB" : "%,.0f MB", megabytes);
    }

    /** {@code 12.5%}. */
    public static String percent(double share) {
        return format("%.1f%%", share * 100);
    }

    /** {@code 1.32×}, of one figure by another one; a dash where the other one is 0. */
    public static String ratio(double of, double by) {
        return by == 0 ? "–" : format("%.2f×", of / by);
    }

    /** {@code 4.21 s}, {@code 1:07} (minutes) or {@code 2:03:00} (hours). */
    public static String elapsed(double seconds) {
        return seconds < 59.995 ? format("%.2f s", seconds) : clock(Math.round(seconds));
    }

    /** {@code 0:12} or {@code 2:03:00}. */
    public static String clock(long seconds) {
        return seconds < 3600
                ? format("%d:%02d", seconds / 60, seconds % 60)
                : format("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    /** {@code nanos} as seconds. */
    public static double seconds(long nanos) {
        return nanos / (double) TimeUnit.SECONDS.toNanos(1);
    }

    /** {@code 0.16 s} or {@code 12.3 s}. */
    public static String secondsText(long nanos) {
        double seconds = seconds(nanos);
        return format(seconds < 10 ? "%.2f s" : "%.1f s", seconds);
    }

    /** {@code 4.21 ms}: three digits and a unit. */
    public static String time(double nanos) {
        return scaled(nanos, TIMES, " ", 3);
    }

    /**
     * Microseconds without their unit, as {@code 0.8} or {@code 340}; from 0.1 s on {@code 0.14s}.
     */
    public static String micros(long nanos) {
        double micros = nanos / NANOS_PER_MICRO;
        if (micros >= 99_999.5) {
            return format(micros < 9_995_000 ? "%.2fs" : "%.0fs", micros / 1e6);
        }
        return rounded(micros, 2);
    }

    /** {@code 0.8 µs}, {@code 340 µs} or {@code 1.2 ms}; {@code microsUnit} may be of ASCII. */
    public static String latency(long nanos, String microsUnit) {
        double micros = nanos / NANOS_PER_MICRO;
        if (micros < SCALED_MAX) {
            return micros(nanos) + " " + microsUnit;
        }
        return micros < 999_500 ? format("%.1f ms", micros / 1e3) : format("%.1f s", micros / 1e6);
    }

    /** How often {@code amount} is divided by a thousand. */
    private static int prefix(double amount, String[] units) {
        int prefix = 0;
        double scaled = amount;
        while (scaled >= SCALED_MAX && prefix < units.length - 1) {
            scaled /= 1000;
            prefix++;
        }
        return prefix;
    }

    private static String scaled(double amount, String[] units, String blank, int digits) {
        int prefix = prefix(amount, units);
        double scaled = amount / Math.pow(1000, prefix);
        return rounded(scaled, prefix == 0 ? 1 : digits) + blank + units[prefix];
    }

    /** At least {@code digits} digits: decimals only where those before the point are fewer. */
    private static String rounded(double value, int digits) {
        int decimals = digits - 1;
        while (decimals > 0
                && value >= Math.pow(10, digits - decimals) - 0.5 * Math.pow(10, -decimals)) {
            decimals--;
        }
        return format("%." + decimals + "f", value);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
