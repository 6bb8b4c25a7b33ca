package sluice.hot.rocksdb;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Says of most lists and nodes that the store has nothing of them, without a call into native code:
 * one bit for each hash. What was marked stays marked. Safe for any number of threads.
 */
final class Presence {
    private static final long SPREAD_ID = 0x9E3779B97F4A7C15L;
    private static final long SPREAD_TYPE = 0xC2B2AE3D27D4EB4FL;
    private static final long NODE_SALT = 0xD6E8FEB86659FD93L;

    private final AtomicLongArray words;
    private final int shift;

    /** Until what was there before is marked, everything may be. */
    private volatile boolean knowsAll;

    /** Takes {@code bytesMax} or up to half of that. */
    Presence(long bytesMax) {
        long bits = Long.highestOneBit(Math.clamp(bytesMax, 8, 1 << 30)) * Byte.SIZE;
        words = new AtomicLongArray((int) (bits / Long.SIZE));
        shift = Long.numberOfLeadingZeros(bits) + 1;
    }

    /** Marks what is about to be written; before it is. */
    void addList(long id1, long linkType) {
        add(list(id1, linkType));
    }

    void addNode(long id) {
        add(node(id));
    }

    boolean mayHaveList(long id1, long linkType) {
        return !knowsAll || has(list(id1, linkType));
    }

    boolean mayHaveNode(long id) {
        return !knowsAll || has(node(id));
    }

    /** To be called once all that the store holds is marked. */
    void knowsAll() {
        knowsAll = true;
    }

    private static long list(long id1, long linkType) {
        return mixed(id1 * SPREAD_ID + linkType * SPREAD_TYPE);
    }

    private static long node(long id) {
        return mixed(id * SPREAD_ID ^ NODE_SALT);
    }

    private static long mixed(long value) {
        long mixed = (value ^ value >>> 32) * SPREAD_TYPE;
        return (mixed ^ mixed >>> 29) * SPREAD_ID;
    }

    private void add(long hash) {
        long bit = hash >>> shift;
        if (!has(hash)) {
            words.getAndAccumulate((int) (bit >>> 6), 1L << bit, (word, mask) -> word | mask);
        }
    }

    private boolean has(long hash) {
        long bit = hash >>> shift;
        return (words.get((int) (bit >>> 6)) & 1L << bit) != 0;
    }
}
