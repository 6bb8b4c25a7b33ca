package sluice.segment;

/**
 * The keys (id1, id2) from {@code (firstId1, firstId2)} up to, but without, {@code (endId1,
 * endId2)}; with {@code open} there is no end. Unsigned order, id1 first.
 */
public record KeyRange(long firstId1, long firstId2, long endId1, long endId2, boolean open) {
    /** Every key. */
    public static final KeyRange ALL = new KeyRange(0, 0, 0, 0, true);

    public KeyRange {
        if (!open && Borders.compare(firstId1, firstId2, endId1, endId2) >= 0) {
            throw new IllegalArgumentException("a key range that is empty or runs backwards");
        }
    }

    /** The keys of pieces {@code first} to {@code last}, both included. */
    public static KeyRange of(Borders borders, int first, int last) {
        boolean open = last == borders.count() - 1;
        return new KeyRange(
                borders.id1(first),
                borders.id2(first),
                open ? 0 : borders.id1(last + 1),
                open ? 0 : borders.id2(last + 1),
                open);
    }

    public boolean holds(long id1, long id2) {
        return Borders.compare(id1, id2, firstId1, firstId2) >= 0
                && (open || Borders.compare(id1, id2, endId1, endId2) < 0);
    }

    /** Whether it holds every key of {@code id1}. */
    public boolean holdsAll(long id1) {
        return holds(id1, 0) && holds(id1, -1);
    }

    /** Whether it holds a key of {@code id1}. */
    public boolean holdsSome(long id1) {
        return Long.compareUnsigned(id1, firstId1) >= 0
                && (open
                        || Long.compareUnsigned(id1, endId1) < 0
                        || (id1 == endId1 && endId2 != 0));
    }
}
