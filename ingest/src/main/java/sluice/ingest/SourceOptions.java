package sluice.ingest;

import java.io.InputStream;
import java.util.function.LongSupplier;

/**
 * How a source is read.
 *
 * @param rateBytesPerSecond how many bytes all threads together may read in a second; 0 for no
 *     limit
 * @param nanoClock the clock of that limit, in nanoseconds
 * @param standardInput what the input "-" reads
 */
public record SourceOptions(
        long rateBytesPerSecond, LongSupplier nanoClock, InputStream standardInput) {
    public SourceOptions {
        if (rateBytesPerSecond < 0) {
            throw new IllegalArgumentException("source rate is negative: " + rateBytesPerSecond);
        }
    }

    /** No limit of the rate, the process's own standard input. */
    public static SourceOptions standard() {
        return new SourceOptions(0, System::nanoTime, System.in);
    }
}
