package sluice.protocol;

/**
 * When the rows of an id will be in a segment.
 *
 * @param planned whether buckets have an order; nothing else is known where they have none
 * @param built whether the rows are in a segment
 * @param bucketsAhead how many buckets are built before that of the id
 * @param rowsAhead how many rows those have
 * @param microsLeft until it is built; {@link #UNKNOWN} where no bucket has been built yet
 */
public record Outlook(
        boolean planned, boolean built, long bucketsAhead, long rowsAhead, long microsLeft) {
    public static final long UNKNOWN = -1;

    /** Of a store whose load still copies its source. */
    public static final Outlook NOT_PLANNED = new Outlook(false, false, 0, 0, UNKNOWN);
}
