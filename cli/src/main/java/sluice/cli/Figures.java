package sluice.cli;

import java.util.concurrent.TimeUnit;

/** Quantities as few characters that people read easily. */
final class Figures {
    private Figures() {}

    static double seconds(long nanos) {
        return nanos / (double) TimeUnit.SECONDS.toNanos(1);
    }

    /** As "0.16 s" or "12.3 s". */
    static String time(long nanos) {
        double seconds = seconds(nanos);
        return (seconds < 10 ? "%.2f s" : "%.1f s").formatted(seconds);
    }

    /** As "812", "9.1k", "345k" or "1.2M": at most 5 characters up to a billion. */
    static String count(double number) {
        if (number < 999.5) {
            return "%.0f".formatted(number);
        }
        boolean millions = number >= 999_500;
        double scaled = number / (millions ? 1e6 : 1e3);
        return (scaled < 9.95 ? "%.1f%s" : "%.0f%s").formatted(scaled, millions ? "M" : "k");
    }

    /** Microseconds without their unit, as "0.8" or "340"; from 0.1 s on as "0.14s". */
    static String micros(long nanos) {
        double micros = nanos / (double) TimeUnit.MICROSECONDS.toNanos(1);
        if (micros >= 99_999.5) {
            return (micros < 9_995_000 ? "%.2fs" : "%.0fs").formatted(micros / 1e6);
        }
        return (micros < 9.95 ? "%.1f" : "%.0f").formatted(micros);
    }

    /** A short time with its unit, as "0.8 µs", "340 µs" or "1.2 ms". */
    static String latency(long nanos, String microsUnit) {
        double micros = nanos / (double) TimeUnit.MICROSECONDS.toNanos(1);
        if (micros < 999.5) {
            return micros(nanos) + " " + microsUnit;
        }
        return micros < 999_500
                ? "%.1f ms".formatted(micros / 1e3)
                : "%.1f s".formatted(micros / 1e6);
    }

    /** Bytes as "13.3 MB". */
    static String megabytes(long bytes) {
        double megabytes = bytes / 1e6;
        return (megabytes < 100 ? "%.1f MB" : "%,.0f MB").formatted(megabytes);
    }
}
