package sluice.load;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
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

    /** The number of the store in {@code storage}; drawn from {@code random} the first time. */
    public static long of(Storage storage, LongSupplier random) throws IOException {
        Optional<List<String>> lines = CheckedLines.read(storage, FILE_NAME);
        if (lines.isPresent()) {
            return read(storage, lines.get());
        }
        long drawn = random.getAsLong();
        List<String> content = List.of(FORMAT, HexFormat.of().toHexDigits(drawn));
        CheckedLines.publish(storage, FILE_NAME, content);
        return drawn;
    }

    private static long read(Storage storage, List<String> lines) {
        if (!lines.getFirst().equals(FORMAT)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s of %s begins with \"%s\", not \"%s\": install a newer sluice"
                            .formatted(FILE_NAME, storage.location(), lines.getFirst(), FORMAT));
        }
        return HexFormat.fromHexDigitsToLong(lines.get(1));
    }
}
