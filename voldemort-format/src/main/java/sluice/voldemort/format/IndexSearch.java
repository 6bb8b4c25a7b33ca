package sluice.voldemort.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Finds a hash in an index. Entries are 12 bytes apart, so half of the hashes are not aligned.
 *
 * <p>Cost: about log2 log2 n probes by interpolation where hashes are spread evenly, as MD5 spreads
 * them; after {@value #INTERPOLATIONS_MAX} probes it halves what is left, so at most log2 n more.
 */
final class IndexSearch {
    static final int INTERPOLATIONS_MAX = 8;

    private static final ValueLayout.OfLong HASH =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt OFFSET =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private IndexSearch() {}

    /** The offset of the record of {@code hash}; -1 if the index lacks it. */
    static long find(MemorySegment index, long hash) {
        return find(index, hash, INTERPOLATIONS_MAX);
    }

    /** As above, with at most {@code interpolations} probes by interpolation. */
    static long find(MemorySegment index, long hash, int interpolations) {
        long low = 0;
        long high = index.byteSize() / ChunkOutput.ENTRY_BYTES - 1;
        int probes = 0;
        while (low <= high) {
            long at = low + (high - low) / 2;
            if (probes < interpolations) {
                at = between(index, low, high, hash);
            }
            probes++;
            int order = Long.compareUnsigned(hash(index, at), hash);
            if (order == 0) {
                return offset(index, at);
            }
            if (order < 0) {
                low = at + 1;
            } else {
                high = at - 1;
            }
        }
        return -1;
    }

    static long hash(MemorySegment index, long entry) {
        return index.get(HASH, entry * ChunkOutput.ENTRY_BYTES);
    }

    static long offset(MemorySegment index, long entry) {
        return Integer.toUnsignedLong(
                index.get(OFFSET, entry * ChunkOutput.ENTRY_BYTES + Long.BYTES));
    }

    /** Where {@code hash} should be, by the upper halves of the hashes at both ends. */
    private static long between(MemorySegment index, long low, long high, long hash) {
        long lowest = hash(index, low) >>> Integer.SIZE;
        long highest = hash(index, high) >>> Integer.SIZE;
        long wanted = hash >>> Integer.SIZE;
        if (highest <= lowest || wanted <= lowest) {
            return low;
        }
        if (wanted >= highest) {
            return high;
        }
        // Below 2^31 entries times below 2^32.
        return low + (high - low) * (wanted - lowest) / (highest - lowest);
    }
}
