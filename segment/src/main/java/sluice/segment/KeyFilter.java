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

    /**
     * The bits that one key has in a block of any filter: a question asks the filters of many
     * files. Looks at them all at once, as a branch at each word costs more than the words.
     */
    static final class Probe {
        private final long hash;
        private final long bits01;
        private final long bits23;
        private final long bits45;
        private final long bits67;

        /** Asks for the key that has {@code hash}. */
        Probe(long hash) {
            this.hash = hash;
            bits01 = bits(hash, 0);
            bits23 = bits(hash, 2);
            bits45 = bits(hash, 4);
            bits67 = bits(hash, 6);
        }

        /** The bits in the words {@code word} and the one behind it. */
        private static long bits(long hash, int word) {
            return Integer.toUnsignedLong(bit(hash, word))
                    | (long) bit(hash, word + 1) << Integer.SIZE;
        }

        /** Whether the key may be in the filter at {@code offset}. */
        boolean mayBeIn(MemorySegment memory, long offset, long bytes) {
            if (bytes == 0) {
                return false;
            }
            long block = offset + block(bytes, hash);
            long missing = bits01 & ~memory.get(Bytes.LONG, block);
            missing |= bits23 & ~memory.get(Bytes.LONG, block + Long.BYTES);
            missing |= bits45 & ~memory.get(Bytes.LONG, block + 2 * Long.BYTES);
            missing |= bits67 & ~memory.get(Bytes.LONG, block + 3 * Long.BYTES);
            return missing == 0;
        }
    }

    private static long block(long bytes, long hash) {
        return ((hash >>> 32) * (bytes / BLOCK_BYTES) >>> 32) * BLOCK_BYTES;
    }

    private static int bit(long hash, int word) {
        return 1 << ((int) hash * SALTS[word] >>> 27);
    }
}
