package sluice.plan;

/**
 * When a partition is split, and into how many pieces.
 *
 * @param rowsMax most rows that a partition may have
 * @param fillPercent how full pieces are meant to be. Samples err, so of pieces that are meant to
 *     be full half are too large; at 80 it is one in fifty with 100 samples a piece
 * @param sharePieces how many pieces the rows that a server is to insert are cut into at least, so
 *     that they can be dealt out; 0 for no such rule
 * @param batches for how many batches like this one partitions have room afterwards, this one
 *     included; with more than 1, a piece that takes up to a quarter more than its share stays
 *     whole, as the next batch differs a little from this one
 */
public record SplitRules(long rowsMax, int fillPercent, int sharePieces, int batches) {
    private static final int PERCENT = 100;
    private static final int FILL = 80;
    private static final int PIECES = 4;
    private static final int PIECES_MAX = 1000;
    private static final int BATCHES = 3;
    private static final int BATCHES_MAX = 1000;

    /** A piece may take five quarters of its share before it is cut. */
    private static final int TOLERANCE_PARTS = 4;

    private static final long ROWS_MAX = Long.MAX_VALUE / PERCENT;

    public SplitRules {
        if (rowsMax < 1
                || rowsMax > ROWS_MAX
                || fillPercent < 1
                || fillPercent > PERCENT
                || sharePieces < 0
                || sharePieces > PIECES_MAX
                || batches < 1
                || batches > BATCHES_MAX) {
            throw new IllegalArgumentException(
                    "split rules with %d rows, %d %%, %d pieces and %d batches; expected 1 to %d, 1 to %d, 0 to %d and 1 to %d"
                            .formatted(
                                    rowsMax,
                                    fillPercent,
                                    sharePieces,
                                    batches,
                                    ROWS_MAX,
                                    PERCENT,
                                    PIECES_MAX,
                                    BATCHES_MAX));
        }
    }

    /** Rules that have this batch alone in view. */
    public SplitRules(long rowsMax, int fillPercent, int sharePieces) {
        this(rowsMax, fillPercent, sharePieces, 1);
    }

    /** These rules with room for three batches like the one that is planned. */
    public SplitRules ofBatches() {
        return new SplitRules(rowsMax, fillPercent, sharePieces, BATCHES);
    }

    /** The paper's rules: pieces are full, and only partitions that are too large are split. */
    public static SplitRules paper(long rowsMax) {
        return new SplitRules(rowsMax, PERCENT, 0);
    }

    /** The usual rules. */
    public static SplitRules usual(long rowsMax) {
        return new SplitRules(rowsMax, FILL, PIECES);
    }

    /** Into how many pieces a partition of these rows is split for its size. */
    long piecesBySize(long existing, long incoming) {
        long rows = Math.addExact(existing, Math.multiplyExact(incoming, (long) batches));
        return rows <= rowsMax
                ? 1
                : Math.max(2, WideProduct.divideUp(rows, PERCENT, rowsMax * fillPercent));
    }

    /**
     * Into how many pieces a partition is split so that its {@code incoming} rows, of {@code
     * batchRows} in all, can be dealt out to {@code servers}.
     */
    long piecesByShare(long incoming, long batchRows, int servers) {
        if (sharePieces == 0 || batchRows == 0 || incoming == 0) {
            return 1;
        }
        long shares = (long) servers * sharePieces;
        boolean isNearlyOne =
                batches > 1
                        && WideProduct.compare(
                                        incoming,
                                        shares * TOLERANCE_PARTS,
                                        batchRows,
                                        TOLERANCE_PARTS + 1L)
                                <= 0;
        return isNearlyOne ? 1 : WideProduct.divideUp(incoming, shares, batchRows);
    }
}
