package sluice.cli;

import sluice.model.Plural;

/** Counts, sizes and times as people read them. Sizes are decimal: 1 MB is 1,000,000 bytes. */
final class Amounts {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E"};

    private Amounts() {}

    /** {@code 10,000,000}. */
    static String count(long count) {
        return "%,d".formatted(count);
    }

    /** {@code 1 file}, {@code 2,000 files}: {@code one} is what there is one of. */
    static String counted(long count, String one) {
        return count(count) + " " + Plural.of(count, one);
    }

    /** {@code 1.21 M}: three digits and a prefix, at most 7 characters. */
    static String brief(double amount) {
        int prefix = 0;
        double scaled = amount;
        while (scaled >= 999.5 && prefix < PREFIXES.length - 1) {
            scaled /= 1000;
            prefix++;
        }
        String digits;
        if (prefix == 0 || scaled >= 99.95) {
            digits = "%.0f".formatted(scaled);
        } else {
            digits = (scaled >= 9.995 ? "%.1f" : "%.2f").formatted(scaled);
        }
        return prefix == 0 ? digits : digits + " " + PREFIXES[prefix];
    }

    /** {@code 412 MB}. */
    static String bytes(double bytes) {
        String brief = brief(bytes);
        return brief + (brief.contains(" ") ? "B" : " B");
    }

    /** {@code 4.21 s}, {@code 1:07} (minutes) or {@code 2:03:00} (hours). */
    static String elapsed(double seconds) {
        return seconds < 59.995 ? "%.2f s".formatted(seconds) : clock(Math.round(seconds));
    }

    /** {@code 0:12} or {@code 2:03:00}. */
    static String clock(long seconds) {
        return seconds < 3600
                ? "%d:%02d".formatted(seconds / 60, seconds % 60)
                : "%d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
