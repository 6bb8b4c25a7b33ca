package sluice.parquet;

/**
 * A reader of small numbers in runs: repeated ones, or packed into bits in groups of eight. Levels,
 * indexes into dictionaries and booleans are written so.
 */
final class LevelReader {
    private final byte[] bytes;
    private final int limit;
    private final int width;
    private int at;
    private long left;
    private boolean packed;
    private int repeated;
    private int groupsFrom;
    private long bit;

    LevelReader(byte[] bytes, int from, int limit, int width) throws ParquetFault {
        if (width < 0 || width > 32) {
            throw ParquetFault.damaged("found numbers of %d bits in a page".formatted(width));
        }
        this.bytes = bytes;
        this.at = from;
        this.limit = limit;
        this.width = width;
    }

    int next() throws ParquetFault {
        while (left == 0) {
            nextRun();
        }
        left--;
        if (!packed) {
            return repeated;
        }
        int value = (int) Bits.bitsAt(bytes, groupsFrom, bit, width);
        bit += width;
        return value;
    }

    private void nextRun() throws ParquetFault {
        long head = 0;
        int shift = 0;
        int here;
        do {
            if (at >= limit || shift > 35) {
                throw ParquetFault.damaged("a page has fewer values than it says");
            }
            here = bytes[at++] & 0xff;
            head |= (long) (here & 0x7f) << shift;
            shift += 7;
        } while (here >= 0x80);
        packed = (head & 1) == 1;
        if (packed) {
            // The last group may be cut where no value needs its bits.
            groupsFrom = at;
            bit = 0;
            long runBytes = (head >>> 1) * width;
            long there = Math.min(runBytes, limit - at);
            left = width == 0 ? (head >>> 1) * 8 : there * 8 / width;
            at += (int) there;
        } else {
            left = head >>> 1;
            repeated = 0;
            for (int index = 0; index < (width + 7) / 8; index++) {
                if (at >= limit) {
                    throw ParquetFault.damaged("a page ends inside a number");
                }
                repeated |= (bytes[at++] & 0xff) << (8 * index);
            }
        }
    }
}
