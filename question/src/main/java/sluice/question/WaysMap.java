package sluice.question;

import java.util.Arrays;

/**
 * By how many ways a walk comes to each node: ids with numbers, in a flat array. Numbers above 2^63
 * - 1 stay there. Belongs to one thread.
 */
final class WaysMap {
    private static final int FIRST_SLOTS = 64;
    private static final int ENTRY_BYTES = 16;

    /** Up to this many slots it grows by more: then most entries are put into their slots once. */
    private static final int FEW_SLOTS = 1 << 14;

    /** An id and its ways in turn, side by side as both are looked at; 0 ways in a free slot. */
    private long[] entries = new long[2 * FIRST_SLOTS];

    private int size;
    private final Reading reading;

    /** An empty one, for a question that {@code reading} reads for. */
    WaysMap(Reading reading) {
        this.reading = reading;
        reading.holds((long) ENTRY_BYTES * FIRST_SLOTS);
    }

    private int slots() {
        return entries.length / 2;
    }

    /** Adds {@code more} ways, 1 at least, to those that lead to {@code id}. */
    void add(long id, long more) {
        if (3 * size >= 2 * slots()) {
            grow();
        }
        int at = place(id);
        if (entries[at + 1] == 0) {
            entries[at] = id;
            size++;
        }
        long sum = entries[at + 1] + more;
        entries[at + 1] = sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Says that it is not needed any more. */
    void forget() {
        reading.holds(-(long) ENTRY_BYTES * slots());
    }

    /** Where the entry of {@code id} is, or would be. */
    private int place(long id) {
        long mixed = id * 0x9E3779B97F4A7C15L;
        int mask = entries.length - 2;
        int at = (int) (mixed >>> 32) << 1 & mask;
        while (entries[at + 1] != 0 && entries[at] != id) {
            at = at + 2 & mask;
        }
        return at;
    }

    private void grow() {
        long[] old = entries;
        int slots = slots() * (slots() < FEW_SLOTS ? 8 : 2);
        reading.holds((long) ENTRY_BYTES * slots);
        entries = new long[2 * slots];
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != 0) {
                int at = place(old[i]);
                entries[at] = old[i];
                entries[at + 1] = old[i + 1];
            }
        }
        reading.holds(-(long) ENTRY_BYTES * (old.length / 2));
    }

    /** By how many ways the walk comes to {@code id}. */
    long ways(long id) {
        return entries[place(id) + 1];
    }

    /** All ids in unsigned order. */
    long[] ids() {
        long[] all = new long[size];
        int count = 0;
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i + 1] != 0) {
                all[count++] = entries[i] ^ Long.MIN_VALUE;
            }
        }
        Arrays.sort(all);
        for (int i = 0; i < all.length; i++) {
            all[i] ^= Long.MIN_VALUE;
        }
        return all;
    }

    /** All nodes, the one with the most ways first; this map is empty then. */
    Ranking toRanking() {
        int count = 0;
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i + 1] != 0) {
                entries[count++] = entries[i];
                entries[count++] = entries[i + 1];
            }
        }
        Ranking ranking = new Ranking(entries, count / 2);
        entries = new long[2 * FIRST_SLOTS];
        size = 0;
        return ranking;
    }

    /**
     * Nodes by their ways, most first, those of as many ways by their ids, in unsigned order. A
     * heap: to take the first k of n nodes costs n + k log n, as most answers are short.
     */
    static final class Ranking {
        private final long[] heap;
        private int size;

        private Ranking(long[] entries, int size) {
            this.heap = entries;
            this.size = size;
            for (int parent = size / 2 - 1; parent >= 0; parent--) {
                sink(parent);
            }
        }

        boolean isEmpty() {
            return size == 0;
        }

        /** The node that comes next. */
        long id() {
            return heap[0];
        }

        /** Its ways. */
        long ways() {
            return heap[1];
        }

        /** Goes to the node after it. */
        void next() {
            size--;
            heap[0] = heap[2 * size];
            heap[1] = heap[2 * size + 1];
            sink(0);
        }

        private void sink(int from) {
            int parent = from;
            long id = heap[2 * parent];
            long ways = heap[2 * parent + 1];
            for (int child = 2 * parent + 1; child < size; child = 2 * parent + 1) {
                if (child + 1 < size
                        && isBefore(
                                heap[2 * child + 2],
                                heap[2 * child + 3],
                                heap[2 * child],
                                heap[2 * child + 1])) {
                    child++;
                }
                if (!isBefore(heap[2 * child], heap[2 * child + 1], id, ways)) {
                    break;
                }
                heap[2 * parent] = heap[2 * child];
                heap[2 * parent + 1] = heap[2 * child + 1];
                parent = child;
            }
            heap[2 * parent] = id;
            heap[2 * parent + 1] = ways;
        }

        private static boolean isBefore(long id, long ways, long otherId, long otherWays) {
            return ways != otherWays ? ways > otherWays : Long.compareUnsigned(id, otherId) < 0;
        }
    }
}
