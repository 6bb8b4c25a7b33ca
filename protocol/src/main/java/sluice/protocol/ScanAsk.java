package sluice.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The request of a scan.
 *
 * @param names whether each message has the names of its ids and types
 * @param part what alone is scanned; null for all rows of what is served
 */
public record ScanAsk(boolean names, @Nullable Part part) {
    /** Numbers alone. */
    public static final ScanAsk NUMBERS = new ScanAsk(false);

    /** A scan of all rows. */
    public ScanAsk(boolean names) {
        this(names, null);
    }

    /**
     * A partition of a version that a node of a ring holds.
     *
     * @param version its number, not 0
     */
    public record Part(int version, int partition) {}
}
