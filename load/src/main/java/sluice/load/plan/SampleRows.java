package sluice.load.plan;

import java.util.Arrays;
import java.util.BitSet;
import sluice.model.RowSink;
import sluice.segment.Borders;

/**
 * The keys of a sample of rows, a key as many times as its row has units of bytes, so that equal
 * counts of keys stand for equal bytes. Belongs to one thread.
 */
public final class SampleRows implements RowSink {
    /** What a row takes in a pool besides its data. */
    private static final int ROW_BYTES = 36;

    private static final int UNIT_BYTES = 64;
    private static final int UNITS_MAX = 64;

    private long[] id1s = new long[1 << 16];
    private long[] id2s = new long[1 << 16];
    private int count;

    /** What {@link #sortedId1s} said last; empty where rows came since. */
    private long[] sorted = new long[0];

    private long rows;
    private long totalBytes;

    /** Of each block of the sample: its first key, and its first row. */
    private int[] blockKeys = new int[256];

    private long[] blockRows = new long[256];
    private int blocks;

    /**
     * How many key ranges the rows of one block lie in, summed over all blocks.
     *
     * @param ifRandom what that would be if the rows were in random order
     */
    record Reach(long ranges, double ifRandom, double rowsPerBlock) {}

    /** The rows from here on are of another place of the source. */
    public void beginBlock() {
        if (blocks == blockKeys.length) {
            blockKeys = Arrays.copyOf(blockKeys, 2 * blocks);
            blockRows = Arrays.copyOf(blockRows, 2 * blocks);
        }
        blockKeys[blocks] = count;
        blockRows[blocks++] = rows;
    }

    @Override
    public void append(
            long id1,
            long type,
            long id2,
            long time,
            long version,
            int flags,
            byte[] data,
            int dataOffset,
            int dataLength) {
        int bytes = ROW_BYTES + dataLength;
        int units = Math.clamp(bytes / UNIT_BYTES, 1, UNITS_MAX);
        if (count + units > id1s.length) {
            id1s = Arrays.copyOf(id1s, id1s.length * 2);
            id2s = Arrays.copyOf(id2s, id2s.length * 2);
        }
        // The sign bit is turned, so that the signed order of the JDK's sort is the unsigned one.
        Arrays.fill(id1s, count, count + units, id1 ^ Long.MIN_VALUE);
        Arrays.fill(id2s, count, count + units, id2 ^ Long.MIN_VALUE);
        count += units;
        rows++;
        totalBytes += bytes;
    }

    /** How many rows were sampled. */
    long rows() {
        return rows;
    }

    /** About how many bytes the rows take in a pool. */
    long totalBytes() {
        return totalBytes;
    }

    /**
     * What a chunk takes in a pool where these rows came from {@code bytesRead}; a quarter more,
     * since chunks differ, and something for extents that end half empty.
     */
    long poolBytes(long bytesRead, long chunkBytes) {
        double expansion = totalBytes / (double) Math.max(1, bytesRead);
        return (long) (1.25 * expansion * chunkBytes) + (1 << 20);
    }

    /** The data of the rows in bytes. */
    long dataBytes() {
        return totalBytes - ROW_BYTES * rows;
    }

    /** How many keys there are. */
    int count() {
        return count;
    }

    /** How many of the keys lie in each piece of {@code borders}. */
    long[] countsBy(Borders borders) {
        long[] counts = new long[borders.count()];
        for (int i = 0; i < count; i++) {
            counts[borders.find(id1s[i] ^ Long.MIN_VALUE, id2s[i] ^ Long.MIN_VALUE)]++;
        }
        return counts;
    }

    /** How far the blocks spread over {@code ranges}. */
    Reach reach(Borders ranges) {
        BitSet reached = new BitSet();
        long sum = 0;
        double random = 0;
        for (int block = 0; block < blocks; block++) {
            boolean last = block + 1 == blocks;
            int end = last ? count : blockKeys[block + 1];
            reached.clear();
            for (int i = blockKeys[block]; i < end; i++) {
                reached.set(ranges.find(id1s[i] ^ Long.MIN_VALUE, id2s[i] ^ Long.MIN_VALUE));
            }
            sum += reached.cardinality();
            long blockRowCount = (last ? rows : blockRows[block + 1]) - blockRows[block];
            double missed = Math.pow(1 - 1.0 / ranges.count(), blockRowCount);
            random += ranges.count() * (1 - missed);
        }
        return new Reach(sum, random, rows / (double) Math.max(1, blocks));
    }

    /** The id1 of all keys in unsigned order. */
    long[] sortedId1s() {
        if (sorted.length != count) {
            sorted = Arrays.copyOf(id1s, count);
            Arrays.sort(sorted);
            for (int i = 0; i < count; i++) {
                sorted[i] ^= Long.MIN_VALUE;
            }
        }
        return sorted.clone();
    }

    /** The id2 of all keys of one id1 in unsigned order. Cost: a pass over the sample. */
    long[] sortedId2sOf(long id1) {
        long[] result = new long[count];
        int found = 0;
        for (int i = 0; i < count; i++) {
            if ((id1s[i] ^ Long.MIN_VALUE) == id1) {
                result[found++] = id2s[i];
            }
        }
        Arrays.sort(result, 0, found);
        for (int i = 0; i < found; i++) {
            result[i] ^= Long.MIN_VALUE;
        }
        return Arrays.copyOf(result, found);
    }
}
