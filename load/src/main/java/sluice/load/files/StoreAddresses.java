package sluice.load.files;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/**
 * In which other systems a part of a store lies, written into its directory so that nobody takes
 * the directory for all of it. Addresses hold no secret. What follows a {@code ?} says how to get
 * there, not where, and may change.
 *
 * @param hot what is written online, where that is not in the directory
 * @param cold what is built, where that is not in the directory
 */
public record StoreAddresses(Optional<String> hot, Optional<String> cold) {
    /** All is in the directory. */
    public static final StoreAddresses NONE =
            new StoreAddresses(Optional.empty(), Optional.empty());

    static final String FILE_NAME = "addresses";

    private static final String FORMAT = "sluice addresses 1";
    private static final String HOT = "hot ";
    private static final String COLD = "cold ";

    /** Those of the store in {@code storage}. */
    public static StoreAddresses read(Storage storage) throws IOException {
        Optional<List<String>> lines = CheckedLines.read(storage, FILE_NAME);
        if (lines.isEmpty()) {
            return NONE;
        }
        if (!lines.get().getFirst().equals(FORMAT)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s of %s begins with \"%s\", not \"%s\": install a newer sluice"
                            .formatted(
                                    FILE_NAME, storage.location(), lines.get().getFirst(), FORMAT));
        }
        return new StoreAddresses(find(lines.get(), HOT), find(lines.get(), COLD));
    }

    private static Optional<String> find(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()))
                .findFirst();
    }

    /**
     * Refuses where the store in {@code storage} has other places than these, which a command has
     * named: a part of the store would be missing.
     */
    public void check(Storage storage) throws IOException {
        var unused = before(storage);
    }

    private StoreAddresses before(Storage storage) throws IOException {
        StoreAddresses before = read(storage);
        boolean empty = storage.list().stream().noneMatch(StoreFiles::isOfStore);
        if (!before.places().equals(places()) && !(before.equals(NONE) && empty)) {
            throw before.places().mismatch(places(), storage.location());
        }
        return before;
    }

    /**
     * Makes these the addresses of the store in {@code storage}, which must pass {@link #check}.
     */
    public void adopt(Storage storage) throws IOException {
        if (before(storage).equals(this)) {
            return;
        }
        List<String> lines =
                List.of(FORMAT, HOT + hot.orElse("-"), COLD + cold.orElse("-")).stream()
                        .filter(line -> !line.endsWith(" -"))
                        .toList();
        CheckedLines.publish(storage, FILE_NAME, lines);
    }

    /** As of any record; Java would put it together when it is first asked, in every load. */
    @Override
    public boolean equals(Object other) {
        return other instanceof StoreAddresses that
                && hot.equals(that.hot)
                && cold.equals(that.cold);
    }

    @Override
    public int hashCode() {
        return Objects.hash(hot, cold);
    }

    /** These without how to get there. */
    public StoreAddresses places() {
        return new StoreAddresses(hot.map(StoreAddresses::place), cold.map(StoreAddresses::place));
    }

    private static String place(String address) {
        int end = address.indexOf('?');
        return end < 0 ? address : address.substring(0, end);
    }

    private SluiceException mismatch(StoreAddresses asked, String location) {
        String differences =
                difference("--hot", hot, asked.hot)
                        + (Objects.equals(hot, asked.hot) || Objects.equals(cold, asked.cold)
                                ? ""
                                : " and ")
                        + difference("--cold", cold, asked.cold);
        return new SluiceException(
                ErrorCode.STORE,
                "%s has another part of it elsewhere than was named: %s; name what it was made with, or another directory"
                        .formatted(location, differences));
    }

    private static String difference(String option, Optional<String> before, Optional<String> now) {
        String none = "in the directory";
        return before.equals(now)
                ? ""
                : "%s was %s and is %s".formatted(option, before.orElse(none), now.orElse(none));
    }
}
