package sluice.ingest.mapping;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.storage.shared.SharedSettings;

/**
 * How a source is read.
 *
 * @param rateBytesPerSecond how many bytes all threads together may read in a second; 0 for no
 *     limit
 * @param nanoClock the clock of that limit, in nanoseconds
 * @param standardInput what the input "-" reads
 * @param store the directory that is loaded into, if that is told: no source, even in a directory
 *     of sources and before it has a manifest
 * @param facts what is said of files that state facts
 * @param shared how storage that many machines share is reached
 */
public record SourceOptions(
        long rateBytesPerSecond,
        LongSupplier nanoClock,
        InputStream standardInput,
        @Nullable Path store,
        FactOptions facts,
        SharedSettings shared) {
    public SourceOptions {
        if (rateBytesPerSecond < 0) {
            throw new IllegalArgumentException("source rate is negative: " + rateBytesPerSecond);
        }
    }

    /** No store is told. */
    public SourceOptions(
            long rateBytesPerSecond, LongSupplier nanoClock, InputStream standardInput) {
        this(
                rateBytesPerSecond,
                nanoClock,
                standardInput,
                null,
                FactOptions.NONE,
                SharedSettings.ofProcess());
    }

    /** The same, for a load into {@code newStore}. */
    public SourceOptions into(Path newStore) {
        return new SourceOptions(
                rateBytesPerSecond, nanoClock, standardInput, newStore, facts, shared);
    }

    /** The same, with {@code others} said of files that state facts. */
    public SourceOptions withFacts(FactOptions others) {
        return new SourceOptions(
                rateBytesPerSecond, nanoClock, standardInput, store, others, shared);
    }

    /** The same, with shared storage that is reached as {@code others} say. */
    public SourceOptions withShared(SharedSettings others) {
        return new SourceOptions(
                rateBytesPerSecond, nanoClock, standardInput, store, facts, others);
    }

    /** No limit of the rate, the process's own standard input. */
    public static SourceOptions standard() {
        return new SourceOptions(0, System::nanoTime, System.in);
    }
}
