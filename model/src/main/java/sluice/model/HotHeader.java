package sluice.model;

/**
 * What a hot store says of one list beside its rows; written together with them.
 *
 * @param rows all rows of the list, marks too
 * @param visible those of them that are visible links
 * @param shadowed the visible links that the cold store has of these rows' keys, at {@code epoch}
 * @param epoch of the cold store's content that {@code shadowed} is true of; {@link #NO_EPOCH}
 *     where it was not found out
 */
public record HotHeader(long rows, long visible, long shadowed, long epoch) {
    /** The epoch of no content. */
    public static final long NO_EPOCH = -1;

    /** Of a list that has no rows. */
    public static final HotHeader EMPTY = new HotHeader(0, 0, 0, NO_EPOCH);

    public HotHeader {
        if (rows < 0 || visible < 0 || visible > rows || shadowed < 0 || shadowed > rows) {
            throw new IllegalArgumentException(
                    "a list of %d rows, %d of them visible, %d of them over visible links"
                            .formatted(rows, visible, shadowed));
        }
    }

    /** Whether {@code shadowed} is true of the cold content {@code coldEpoch}. */
    public boolean isOf(long coldEpoch) {
        return rows == 0 || epoch == coldEpoch;
    }

    /**
     * The header once {@code after} stands where {@code before} did. What is shadowed does not
     * depend on what a row says.
     */
    public HotHeader replacing(HotLink before, HotLink after) {
        long change = (after.isVisible() ? 1 : 0) - (before.isVisible() ? 1 : 0);
        return new HotHeader(rows, visible + change, shadowed, epoch);
    }

    /**
     * The header once {@code row} stands where there was none.
     *
     * @param overVisible whether the cold store has a visible link of the row's key, at {@code
     *     coldEpoch}
     */
    public HotHeader adding(HotLink row, boolean overVisible, long coldEpoch) {
        long visibleAfter = visible + (row.isVisible() ? 1 : 0);
        return isOf(coldEpoch)
                ? new HotHeader(rows + 1, visibleAfter, shadowed + (overVisible ? 1 : 0), coldEpoch)
                : new HotHeader(rows + 1, visibleAfter, 0, NO_EPOCH);
    }
}
