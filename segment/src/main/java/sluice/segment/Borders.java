package sluice.segment;

import java.util.Arrays;

/**
 * Where a range of keys is cut into pieces that follow one another: piece {@code i} begins with key
 * {@code (id1(i), id2(i))} and ends before the next one; the first begins with {@code (0, 0)}. Keys
 * compare as unsigned numbers, id1 first. A border inside one id1 cuts the links of a super node by
 * their id2.
 *
 * <p>Immutable. A look-up costs a table access and usually one or two comparisons.
 */
public final class Borders {
    private final long[] id1s;
    private final long[] id2s;

    /** Of each slot of equal width the last piece that begins at or before it. */
    private final int[] table;

    /** So many that few slots have a border in them, also where keys lie close together. */
    private static final int SLOTS_PER_PIECE = 16;

    private final long tableBase;
    private final int tableShift;

    /** Takes the first keys of all pieces, ascending; the first must be (0, 0). */
    public Borders(long[] id1s, long[] id2s) {
        if (id1s.length == 0 || id1s.length != id2s.length || id1s[0] != 0 || id2s[0] != 0) {
            throw new IllegalArgumentException("borders must begin with (0, 0)");
        }
        for (int i = 1; i < id1s.length; i++) {
            if (compare(id1s[i - 1], id2s[i - 1], id1s[i], id2s[i]) >= 0) {
                throw new IllegalArgumentException(
                        "border %d is not above the one before it".formatted(i));
            }
        }
        this.id1s = id1s.clone();
        this.id2s = id2s.clone();
        int count = id1s.length;
        this.tableBase = count > 1 ? id1s[1] : 0;
        long width = id1s[count - 1] - tableBase;
        int tableSize = Integer.highestOneBit(Math.max(4, count)) * SLOTS_PER_PIECE;
        int widthBits = 64 - Long.numberOfLeadingZeros(width);
        this.tableShift = Math.max(0, widthBits - (31 - Integer.numberOfLeadingZeros(tableSize)));
        this.table = new int[tableSize + 2];
        for (int slot = 0; slot <= tableSize; slot++) {
            long first = tableBase + ((long) slot << tableShift);
            boolean wrapped = slot > 0 && Long.compareUnsigned(first, tableBase) <= 0;
            table[slot] = wrapped ? count - 1 : search(first, 0, 0, count - 1);
        }
        table[tableSize + 1] = count - 1;
    }

    /** One piece that holds every key. */
    public static Borders whole() {
        return new Borders(new long[1], new long[1]);
    }

    /** How many pieces there are. */
    public int count() {
        return id1s.length;
    }

    public long id1(int piece) {
        return id1s[piece];
    }

    public long id2(int piece) {
        return id2s[piece];
    }

    /** The piece that holds the key. */
    public int find(long id1, long id2) {
        if (Long.compareUnsigned(id1, tableBase) < 0) {
            return 0;
        }
        long slot = (id1 - tableBase) >>> tableShift;
        int slots = table.length - 2;
        int index = Long.compareUnsigned(slot, slots) < 0 ? (int) slot : slots;
        int low = table[index];
        int high = table[index + 1];
        return low == high ? low : search(id1, id2, low, high);
    }

    /** The first piece that can hold keys of {@code id1}. */
    public int firstOf(long id1) {
        return find(id1, 0);
    }

    /** The last piece that can hold keys of {@code id1}. */
    public int lastOf(long id1) {
        return find(id1, -1);
    }

    /**
     * Whether a border lies inside the keys of one id1 at the beginning or end of {@code piece}.
     */
    public boolean cutsInside(int piece) {
        return id2s[piece] != 0 || (piece + 1 < id1s.length && id2s[piece + 1] != 0);
    }

    /** Unsigned order of two keys. */
    public static int compare(long firstId1, long firstId2, long secondId1, long secondId2) {
        int byId1 = Long.compareUnsigned(firstId1, secondId1);
        return byId1 != 0 ? byId1 : Long.compareUnsigned(firstId2, secondId2);
    }

    private boolean startsAfter(int piece, long id1, long id2) {
        return compare(id1s[piece], id2s[piece], id1, id2) > 0;
    }

    /**
     * The last piece from {@code low} to {@code high} that does not begin after the key; low if
     * none.
     */
    private int search(long id1, long id2, int low, int high) {
        int from = low;
        int to = high;
        while (from < to) {
            int middle = (from + to + 1) >>> 1;
            if (startsAfter(middle, id1, id2)) {
                to = middle - 1;
            } else {
                from = middle;
            }
        }
        return from;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Borders borders
                && Arrays.equals(id1s, borders.id1s)
                && Arrays.equals(id2s, borders.id2s);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(id1s) * 31 + Arrays.hashCode(id2s);
    }
}
