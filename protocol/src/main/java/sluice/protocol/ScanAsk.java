package sluice.protocol;

/**
 * The request of a scan.
 *
 * @param names whether each message has the names of its ids and types
 */
public record ScanAsk(boolean names) {
    /** Numbers alone. */
    public static final ScanAsk NUMBERS = new ScanAsk(false);
}
