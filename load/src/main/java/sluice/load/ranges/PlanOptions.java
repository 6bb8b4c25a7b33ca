package sluice.load.ranges;

/**
 * How an insertion is planned.
 *
 * @param rangeBytes how large a range may become
 * @param sharePieces into how many pieces the share of a server is cut at least
 */
public record PlanOptions(long rangeBytes, int sharePieces) {
    private static final int PIECES_MAX = 1000;

    /** Ranges as large as HBase has them, and four pieces a server. */
    public static final PlanOptions USUAL = new PlanOptions(10L << 30, 4);

    public PlanOptions {
        if (rangeBytes < 1 || sharePieces < 1 || sharePieces > PIECES_MAX) {
            throw new IllegalArgumentException(
                    "ranges of %d bytes, %d pieces a server; expected 1 or more, and 1 to %d"
                            .formatted(rangeBytes, sharePieces, PIECES_MAX));
        }
    }

    /** As these, with ranges of at most {@code bytes}, which the engine itself would split. */
    PlanOptions atMost(long bytes) {
        return new PlanOptions(Math.min(rangeBytes, bytes), sharePieces);
    }
}
