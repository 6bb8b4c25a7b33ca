package sluice.segment;

import java.lang.foreign.MemorySegment;

/**
 * A filter of the keys of an index section: it never misses a key that is there, and takes about
 * one in a hundred for there that is not.
 *
 * <p>A split-block Bloom filter as in Apache Parquet, of 10 bits a key: the upper half of a key's
 * hash chooses a block of 32 bytes, the lower half one bit in each of its eight words. Cost of a
 * question: one cache line.
 */
final class KeyFilter {
    static final int BLOCK_BYTES = 32;
    private static final int BITS_PER_KEY = 10;

    private static final int[] SALTS = {
        0x47b6137b,
        0x44974d91,
        0x8824ad5b,
        0xa2b7289d,
        0x705495c7,
        0x2df1424b,
        0x9efc4947,
        0x5c6bfb31
    };

    private KeyFilter() {}

    /** How many bytes the filter of {@code keys} keys has; none without keys. */
    static long bytes(long keys) {
        long bits = Math.multiplyExact(keys, BITS_PER_KEY);
        return Math.ceilDiv(bits, 8L * BLOCK_BYTES) * BLOCK_BYTES;
    }

    /** Notes the key of {@code hash} in the filter at {@code offset}. */
    static void add(byte[] memory, int offset, long bytes, long hash) {
        int block = offset + (int) block(bytes, hash);
        for (int word = 0; word < SALTS.length; word++) {
            int at = block + word * Integer.BYTES;
            Bytes.putInt(memory, at, Bytes.getInt(memory, at) | bit(hash, word));
        }
    }

    /** Whether the key of {@code hash} may be in the filter at {@code offset}. */
    static boolean mayHold(MemorySegment memory, long offset, long bytes, long hash) {
        if (bytes == 0) {
            return false;
        }
        long block = offset + block(bytes, hash);
        for (int word = 0; word < SALTS.length; word++) {
            int bits = memory.get(Bytes.INT, block + (long) word * Integer.BYTES);
            if ((bits & bit(hash, word)) == 0) {
                return false;
            }
        }
        return true;
    }

    private static long block(long bytes, long hash) {
        return ((hash >>> 32) * (bytes / BLOCK_BYTES) >>> 32) * BLOCK_BYTES;
    }

    private static int bit(long hash, int word) {
        return 1 << ((int) hash * SALTS[word] >>> 27);
    }
}
