package sluice.segment;

import java.util.Arrays;

/**
 * The sum of hashes, those that an id has several times counted once. Belongs to one thread.
 *
 * <p>Memory: the hashes of one id, up to a limit; at the limit it is full and takes no more of the
 * id, which its user then gives part by part.
 */
final class HashSum {
    private static final int FIRST = 16;

    private final int max;
    private long[] hashes;
    private int used;
    private boolean isFull;
    private long sum;
    private long count;
    private long markedSum;
    private long markedCount;
    private int part;
    private int parts = 1;

    /** Keeps up to {@code max} hashes of an id. */
    HashSum(int max) {
        this.max = max;
        this.hashes = new long[Math.min(max, FIRST)];
    }

    /** Adds a hash of the id; an id may have it several times. */
    void add(long hash) {
        if (isFull || (parts > 1 && Long.remainderUnsigned(hash, parts) != part)) {
            return;
        }
        if (used == max) {
            dropEqual();
            isFull = used > max / 2;
        } else if (used == hashes.length) {
            hashes = Arrays.copyOf(hashes, (int) Math.min(max, 2L * used));
        }
        if (!isFull) {
            hashes[used++] = hash;
        }
    }

    /** Adds a hash that comes once for its id. */
    void addOnce(long hash) {
        sum += hash;
        count++;
    }

    /** Whether the id has more hashes than are kept. */
    boolean isFull() {
        return isFull;
    }

    private void dropEqual() {
        Arrays.sort(hashes, 0, used);
        int kept = 0;
        for (int i = 0; i < used; i++) {
            if (kept == 0 || hashes[kept - 1] != hashes[i]) {
                hashes[kept++] = hashes[i];
            }
        }
        used = kept;
    }

    /** Takes the hashes of the id, or of its part, into the sum. */
    void endId() {
        if (used > 1) {
            dropEqual();
        }
        for (int i = 0; i < used; i++) {
            addOnce(hashes[i]);
        }
        used = 0;
    }

    /** Forgets the hashes of the id so far. */
    void giveUp() {
        used = 0;
        isFull = false;
    }

    /** Until further notice takes only the hashes of part {@code newPart} of {@code newParts}. */
    void onlyPart(int newPart, int newParts) {
        part = newPart;
        parts = newParts;
    }

    /** Remembers the sum, to which {@link #backToMark} returns. */
    void mark() {
        markedSum = sum;
        markedCount = count;
    }

    /** Returns to the sum of the mark, with no hashes of the id. */
    void backToMark() {
        sum = markedSum;
        count = markedCount;
        giveUp();
        onlyPart(0, 1);
    }

    long sum() {
        return sum;
    }

    /** How many hashes are in the sum. */
    long count() {
        return count;
    }
}
