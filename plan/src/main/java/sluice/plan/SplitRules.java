package sluice.plan;

/**
 * When a partition is split, and into how many pieces.
 *
 * @param rowsMax most rows that a partition may have
 * @param fillPercent how full pieces are meant to be. Samples err, so of pieces that are meant to
 *     be full half are too large; at 80 it is one in fifty with 100 samples a piece
 * @param sharePieces how many pieces the rows that a server is to insert are cut into at least, so
 *     that they can be dealt out; 0 for no such rule
 */
public record SplitRules(long rowsMax, int fillPercent, int sharePieces) {
    private static final int PERCENT = 100;
    private static final int FILL = 80;
    private static final int PIECES = 4;
    private static final int PIECES_MAX = 1000;
    private static final long ROWS_MAX = Long.MAX_VALUE / PERCENT;

    public SplitRules {
        if (rowsMax < 1
                || rowsMax > ROWS_MAX
                || fillPercent < 1
                || fillPercent > PERCENT
                || sharePieces < 0
                || sharePieces > PIECES_MAX) {
            throw new IllegalArgumentException(
                    "split rules with %d rows, %d %% and %d pieces; expected 1 to %d, 1 to %d and 0 to %d"
                            .formatted(
                                    rowsMax,
                                    fillPercent,
                                    sharePieces,
                                    ROWS_MAX,
                                    PERCENT,
                                    PIECES_MAX));
        }
    }

    /** The paper's rules: pieces are full, and only partitions that are too large are split. */
    public static SplitRules paper(long rowsMax) {
        return new SplitRules(rowsMax, PERCENT, 0);
    }

    /** The usual rules. */
    public static SplitRules usual(long rowsMax) {
        return new SplitRules(rowsMax, FILL, PIECES);
    }

    /** Into how many pieces a partition of {@code rows} is split for its size. */
    long piecesBySize(long rows) {
        return rows <= rowsMax
                ? 1
                : Math.max(2, WideProduct.divideUp(rows, PERCENT, rowsMax * fillPercent));
    }

    /**
     * Into how many pieces a partition is split so that its {@code incoming} rows, of {@code
     * batchRows} in all, can be dealt out to {@code servers}.
     */
    long piecesByShare(long incoming, long batchRows, int servers) {
        return sharePieces == 0 || batchRows == 0 || incoming == 0
                ? 1
                : WideProduct.divideUp(incoming, (long) servers * sharePieces, batchRows);
    }
}
