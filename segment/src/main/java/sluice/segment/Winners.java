package sluice.segment;

import java.util.Arrays;
import sluice.model.RowSink;

/**
 * Decides which row of each key stays: the one with the higher version, then the higher time, then
 * the later position in the source, which is the higher place in the pool; or, where online writes
 * are absorbed, the later position alone. Belongs to one thread.
 *
 * <p>Cost: for a link list a hash table of its id2s (none for a list of one row).
 */
final class Winners {
    private final boolean laterWins;
    private int[] slots = new int[64];
    private long replaced;

    /** With {@code laterWins} version and time do not count. */
    Winners(boolean laterWins) {
        this.laterWins = laterWins;
    }

    /**
     * Moves the winners among the rows {@code from} to {@code to} of one link list to the front, in
     * the order they have, without deletions, and says how many they are.
     *
     * @param areValues whether the rows are properties, whose {@link #replaced} are counted
     */
    int ofLinks(byte[] memory, int[] places, int from, int to, boolean areValues) {
        if (to - from == 1) {
            return isTombstone(memory, places[from]) ? 0 : 1;
        }
        int mask = clearSlots(to - from);
        int dropped = 0;
        for (int i = from; i < to; i++) {
            int place = places[i];
            long id2 = Bytes.getLong(memory, place + RowPool.ID2);
            int slot = find(memory, places, id2, mask);
            int other = slots[slot] - 1;
            if (other < 0) {
                slots[slot] = i + 1;
            } else if (beats(memory, place, places[other])) {
                places[other] = ~places[other];
                slots[slot] = i + 1;
                dropped++;
            } else {
                places[i] = ~place;
                dropped++;
            }
            dropped += isTombstone(memory, place) ? 1 : 0;
        }
        if (dropped == 0) {
            return to - from;
        }
        if (areValues) {
            countReplaced(memory, places, from, to, mask);
        }
        return compact(memory, places, from, to);
    }

    /** Counts the rows that lost to one with other data. */
    private void countReplaced(byte[] memory, int[] places, int from, int to, int mask) {
        for (int i = from; i < to; i++) {
            int row = ~places[i];
            if (row >= 0 && !isTombstone(memory, row)) {
                long id2 = Bytes.getLong(memory, row + RowPool.ID2);
                int winner = places[slots[find(memory, places, id2, mask)] - 1];
                boolean isSame = isTombstone(memory, winner) || haveSameData(memory, row, winner);
                replaced += isSame ? 0 : 1;
            }
        }
    }

    private static boolean haveSameData(byte[] memory, int one, int other) {
        int from = RowPool.dataAt(memory, one);
        int otherFrom = RowPool.dataAt(memory, other);
        return Arrays.equals(
                memory,
                from,
                from + Bytes.getInt(memory, one + RowPool.LENGTH),
                memory,
                otherFrom,
                otherFrom + Bytes.getInt(memory, other + RowPool.LENGTH));
    }

    /** Properties that lost, so far, to one with another value or other facets. */
    long replaced() {
        return replaced;
    }

    /** The place of the row of one node that wins among those {@code from} to {@code to}. */
    int ofNode(byte[] memory, int[] places, int from, int to) {
        int best = places[from];
        for (int i = from + 1; i < to; i++) {
            if (beats(memory, places[i], best)) {
                best = places[i];
            }
        }
        return best;
    }

    static boolean isTombstone(byte[] memory, int place) {
        return (Bytes.getInt(memory, place + RowPool.CODE_AND_FLAGS) & RowSink.TOMBSTONE) != 0;
    }

    /** Whether the row at {@code place} wins against the one at {@code other}. */
    private boolean beats(byte[] memory, int place, int other) {
        if (laterWins) {
            return place > other;
        }
        long version = version(memory, place);
        long otherVersion = version(memory, other);
        if (version != otherVersion) {
            return version > otherVersion;
        }
        long time = Bytes.getLong(memory, place + RowPool.TIME);
        long otherTime = Bytes.getLong(memory, other + RowPool.TIME);
        return time != otherTime ? time > otherTime : place > other;
    }

    private static long version(byte[] memory, int row) {
        boolean has =
                (Bytes.getInt(memory, row + RowPool.CODE_AND_FLAGS) & RowPool.HAS_VERSION) != 0;
        return has ? Bytes.getLong(memory, row + RowPool.HEADER_BYTES) : 0;
    }

    /** The slot of the row of {@code id2}, or a free one. */
    private int find(byte[] memory, int[] places, long id2, int mask) {
        int slot = (int) ((id2 * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (slots[slot] != 0
                && Bytes.getLong(memory, places[slots[slot] - 1] + RowPool.ID2) != id2) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int clearSlots(int count) {
        int size = Integer.highestOneBit(Math.max(count, 2) * 2 - 1) * 2;
        if (slots.length < size) {
            slots = new int[size];
        } else {
            Arrays.fill(slots, 0, size, 0);
        }
        return size - 1;
    }

    private static int compact(byte[] memory, int[] places, int from, int to) {
        int kept = from;
        for (int i = from; i < to; i++) {
            if (places[i] >= 0 && !isTombstone(memory, places[i])) {
                places[kept++] = places[i];
            }
        }
        return kept - from;
    }
}
