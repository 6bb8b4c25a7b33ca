package sluice.question;

import java.util.Arrays;

/**
 * By how many ways a walk comes to each node: ids with numbers, in flat arrays. Numbers above 2^63
 * - 1 stay there. Belongs to one thread.
 */
final class WaysMap {
    private static final int FIRST_SLOTS = 64;
    private static final int ENTRY_BYTES = 16;

    private long[] ids = new long[FIRST_SLOTS];

    /** 0 for a free slot. */
    private long[] ways = new long[FIRST_SLOTS];

    private int size;
    private final Reading reading;

    /** An empty one, for a question that {@code reading} reads for. */
    WaysMap(Reading reading) {
        this.reading = reading;
        reading.holds((long) ENTRY_BYTES * FIRST_SLOTS);
    }

    int size() {
        return size;
    }

    /** Adds {@code more} ways, 1 at least, to those that lead to {@code id}. */
    void add(long id, long more) {
        if (2 * size >= ids.length) {
            grow();
        }
        int slot = slot(id);
        if (ways[slot] == 0) {
            ids[slot] = id;
            size++;
        }
        long sum = ways[slot] + more;
        ways[slot] = sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Says that it is not needed any more. */
    void forget() {
        reading.holds(-(long) ENTRY_BYTES * ids.length);
    }

    private int slot(long id) {
        long mixed = id * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed >>> 32) & (ids.length - 1);
        while (ways[slot] != 0 && ids[slot] != id) {
            slot = (slot + 1) & (ids.length - 1);
        }
        return slot;
    }

    private void grow() {
        long[] oldIds = ids;
        long[] oldWays = ways;
        reading.holds(2L * ENTRY_BYTES * oldIds.length);
        ids = new long[2 * oldIds.length];
        ways = new long[ids.length];
        reading.holds(-(long) ENTRY_BYTES * oldIds.length);
        for (int i = 0; i < oldIds.length; i++) {
            if (oldWays[i] != 0) {
                int slot = slot(oldIds[i]);
                ids[slot] = oldIds[i];
                ways[slot] = oldWays[i];
            }
        }
    }

    /** By how many ways the walk comes to {@code id}. */
    long ways(long id) {
        return ways[slot(id)];
    }

    /** All ids in unsigned order. */
    long[] ids() {
        long[] all = new long[size];
        int count = 0;
        for (int i = 0; i < ids.length; i++) {
            if (ways[i] != 0) {
                all[count++] = ids[i] ^ Long.MIN_VALUE;
            }
        }
        Arrays.sort(all);
        for (int i = 0; i < all.length; i++) {
            all[i] ^= Long.MIN_VALUE;
        }
        return all;
    }
}
