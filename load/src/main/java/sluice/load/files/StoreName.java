package sluice.load.files;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import sluice.storage.Storage;

/**
 * The number by which copies of a store's content say which store's it is. A directory draws it
 * once and keeps it in a file: one that is made in the place of another has another number, also
 * where both are loaded from the same source and count their contents alike.
 */
public final class StoreName {
    static final String FILE_NAME = "store-name";

    private static final String FORMAT = "sluice store name 1";

    private StoreName() {}

    /** The number of the store in {@code storage}; drawn by the system the first time. */
    public static long of(Storage storage) throws IOException {
        return of(storage, new SecureRandom()::nextLong);
    }

    /** The number of the store in {@code storage}; drawn from {@code random} the first time. */
    public static long of(Storage storage, LongSupplier random) throws IOException {
        OptionalLong known = CheckedLines.readNumber(storage, FILE_NAME, FORMAT);
        if (known.isPresent()) {
            return known.getAsLong();
        }
        long drawn = random.getAsLong();
        CheckedLines.publishNumber(storage, FILE_NAME, FORMAT, drawn);
        return drawn;
    }
}
