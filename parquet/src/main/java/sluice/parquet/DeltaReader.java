package sluice.parquet;

/**
 * A reader of numbers that are written as differences, in blocks of blocks of equally many bits
 * each.
 */
final class DeltaReader {
    private static final int MINI_VALUES_MAX = 1 << 20;

    private final byte[] bytes;
    private final int limit;
    private final int miniCount;
    private final int miniValues;
    private int at;

    /** How many values are still to come, the first one included. */
    private long left;

    private long value;
    private boolean first = true;
    private long least;
    private int widthsFrom;
    private int mini;
    private int width;
    private int miniFrom;
    private int inMini;

    DeltaReader(byte[] bytes, int from, int limit) throws ParquetFault {
        this.bytes = bytes;
        this.at = from;
        this.limit = limit;
        long blockValues = varint();
        long minis = varint();
        left = varint();
        long start = varint();
        value = (start >>> 1) ^ -(start & 1);
        boolean odd = minis <= 0 || blockValues <= 0 || left < 0 || blockValues % minis != 0;
        if (odd || blockValues / minis > MINI_VALUES_MAX || minis > limit - from) {
            throw ParquetFault.damaged(
                    "a page has differences in %d blocks of %d".formatted(minis, blockValues));
        }
        miniCount = (int) minis;
        miniValues = (int) (blockValues / minis);
        mini = miniCount;
    }

    private long varint() throws ParquetFault {
        long found = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= limit) {
                throw ParquetFault.damaged("a page ends inside a number");
            }
            int here = bytes[at++];
            found |= (long) (here & 0x7f) << shift;
            if (here >= 0) {
                return found;
            }
        }
        throw ParquetFault.damaged("a number in a page has over 10 bytes");
    }

    long next() throws ParquetFault {
        if (left <= 0) {
            throw ParquetFault.damaged("a page has fewer values than it says");
        }
        left--;
        if (first) {
            first = false;
            inMini = miniValues;
            return value;
        }
        if (inMini == miniValues) {
            nextMini();
        }
        value += least + Bits.bitsAt(bytes, miniFrom, (long) inMini * width, width);
        inMini++;
        return value;
    }

    private void nextMini() throws ParquetFault {
        if (mini == miniCount) {
            long start = varint();
            least = (start >>> 1) ^ -(start & 1);
            if (miniCount > limit - at) {
                throw ParquetFault.damaged("a page ends inside differences");
            }
            widthsFrom = at;
            at += miniCount;
            mini = 0;
        }
        width = bytes[widthsFrom + mini++] & 0xff;
        long miniBytes = (long) miniValues * width / 8;
        if (width > 64 || miniBytes > limit - at) {
            throw ParquetFault.damaged("a page ends inside differences");
        }
        miniFrom = at;
        at += (int) miniBytes;
        inMini = 0;
    }

    /** Where the bytes behind the differences begin. Cost: one step for each block. */
    static int end(byte[] bytes, int from, int limit) throws ParquetFault {
        DeltaReader reader = new DeltaReader(bytes, from, limit);
        reader.left--;
        while (reader.left > 0) {
            reader.nextMini();
            reader.left -= reader.miniValues;
        }
        return reader.at;
    }
}
