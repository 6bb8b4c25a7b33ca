package sluice.segment;

import java.lang.foreign.MemorySegment;
import sluice.model.RowSink;

/**
 * One block of sorted rows, read in place: a view that is moved from block to block and reads any
 * row without decoding the others. Belongs to one thread.
 *
 * <p>Layout: docs/format.md, "Block": a header, the lists' columns (id1, type, end row), the rows'
 * columns (id2, time, version, data length, flags) and the data. {@link #move} reads the header and
 * trusts it: {@link BlockRows} checks a block when it is first used.
 */
final class Block {
    static final int ROWS = 0;
    static final int LISTS = 2;
    static final int CHAIN = 4;
    static final int LENGTH_BASE = 8;
    static final int FLAGS = 12;
    static final int ID_WIDTH = 16;
    static final int TYPE_WIDTH = 17;
    static final int ID2_WIDTH = 18;
    static final int TIME_WIDTH = 19;
    static final int VERSION_WIDTH = 20;
    static final int LENGTH_WIDTH = 21;
    static final int RESERVED = 22;
    static final int ID_BASE = 24;
    static final int TYPE_BASE = 32;
    static final int ID2_BASE = 40;
    static final int TIME_BASE = 48;
    static final int VERSION_BASE = 56;
    static final int HEADER_BYTES = 64;

    /** Bytes of the row at which a list ends. */
    static final int END_BYTES = 2;

    static final int HAS_FLAGS = 1;
    static final int MORE = 2;

    private static final long LANES = 0x00FF00FF00FF00FFL;
    private static final int LANE_STEPS_MAX = 128;

    private MemorySegment memory = MemorySegment.NULL;
    private long offset;
    private int rows;
    private int lists;
    private int flags;

    private long idBase;
    private int idWidth;
    private long idMask;
    private long typeBase;
    private int typeWidth;
    private long typesAt;
    private long endsAt;
    private long id2sAt;
    private int id2Width;
    private long id2Mask;
    private long id2Base;
    private long timesAt;
    private int timeWidth;
    private long timeMask;
    private long timeBase;
    private long versionsAt;
    private int versionWidth;
    private long lengthsAt;
    private int lengthWidth;
    private int lengthBase;
    private long flagsAt;
    private long dataAt;

    /**
     * Looks at the block at {@code newOffset} of {@code newMemory}, followed by at least 8 readable
     * bytes.
     */
    void move(MemorySegment newMemory, long newOffset) {
        memory = newMemory;
        offset = newOffset;
        rows = Bytes.unsignedShort(newMemory, newOffset + ROWS);
        lists = Bytes.unsignedShort(newMemory, newOffset + LISTS);
        lengthBase = newMemory.get(Bytes.INT, newOffset + LENGTH_BASE);
        flags = newMemory.get(Bytes.INT, newOffset + FLAGS);
        long widths = newMemory.get(Bytes.LONG, newOffset + ID_WIDTH);
        idWidth = (int) widths & 0xFF;
        typeWidth = (int) (widths >>> 8) & 0xFF;
        id2Width = (int) (widths >>> 16) & 0xFF;
        timeWidth = (int) (widths >>> 24) & 0xFF;
        versionWidth = (int) (widths >>> 32) & 0xFF;
        lengthWidth = (int) (widths >>> 40) & 0xFF;
        idBase = newMemory.get(Bytes.LONG, newOffset + ID_BASE);
        typeBase = newMemory.get(Bytes.LONG, newOffset + TYPE_BASE);
        id2Base = newMemory.get(Bytes.LONG, newOffset + ID2_BASE);
        timeBase = newMemory.get(Bytes.LONG, newOffset + TIME_BASE);
        idMask = Bytes.mask(idWidth);
        id2Mask = Bytes.mask(id2Width);
        timeMask = Bytes.mask(timeWidth);
        typesAt = newOffset + HEADER_BYTES + (long) lists * idWidth;
        endsAt = typesAt + (long) lists * typeWidth;
        id2sAt = endsAt + 2L * lists;
        timesAt = id2sAt + (long) rows * id2Width;
        versionsAt = timesAt + (long) rows * timeWidth;
        lengthsAt = versionsAt + (long) rows * versionWidth;
        flagsAt = lengthsAt + (long) rows * lengthWidth;
        dataAt = flagsAt + ((flags & HAS_FLAGS) != 0 ? rows : 0);
    }

    int rows() {
        return rows;
    }

    int lists() {
        return lists;
    }

    int chain() {
        return memory.get(Bytes.INT, offset + CHAIN);
    }

    boolean more() {
        return (flags & MORE) != 0;
    }

    /** Whether the block is one of several that hold one list. */
    boolean isLong() {
        return more() || chain() != 0;
    }

    boolean hasFlags() {
        return (flags & HAS_FLAGS) != 0;
    }

    long id1(int list) {
        return idBase
                + (memory.get(Bytes.LONG, offset + HEADER_BYTES + (long) list * idWidth) & idMask);
    }

    long type(int list) {
        return typeBase
                + (memory.get(Bytes.LONG, typesAt + (long) list * typeWidth)
                        & Bytes.mask(typeWidth));
    }

    int firstRow(int list) {
        return list == 0 ? 0 : Bytes.unsignedShort(memory, endsAt + 2L * (list - 1));
    }

    int endRow(int list) {
        return Bytes.unsignedShort(memory, endsAt + 2L * list);
    }

    long id2(int row) {
        return id2Base + (memory.get(Bytes.LONG, id2sAt + (long) row * id2Width) & id2Mask);
    }

    long time(int row) {
        return timeBase + (memory.get(Bytes.LONG, timesAt + (long) row * timeWidth) & timeMask);
    }

    long version(int row) {
        return memory.get(Bytes.LONG, offset + VERSION_BASE)
                + (memory.get(Bytes.LONG, versionsAt + (long) row * versionWidth)
                        & Bytes.mask(versionWidth));
    }

    /** {@link RowSink#HIDDEN} and {@link RowSink#TOMBSTONE}. */
    int flags(int row) {
        return (flags & HAS_FLAGS) == 0 ? 0 : memory.get(Bytes.BYTE, flagsAt + row);
    }

    int dataLength(int row) {
        return lengthBase
                + (int)
                        (memory.get(Bytes.LONG, lengthsAt + (long) row * lengthWidth)
                                & Bytes.mask(lengthWidth));
    }

    /**
     * Where the data of {@code row} begins. Cost: a sum over the lengths before it, 8 at a time.
     */
    long dataOffset(int row) {
        return dataAt + (long) row * lengthBase + sumLengths(row);
    }

    MemorySegment memory() {
        return memory;
    }

    /** The first list that is not below (id1, type); the number of lists if all are. */
    int search(long id1, long type) {
        int low = 0;
        int high = lists;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = Long.compareUnsigned(id1(middle), id1);
            if (order < 0 || (order == 0 && Long.compareUnsigned(type(middle), type) < 0)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private long sumLengths(int count) {
        long sum = 0;
        int row = 0;
        if (lengthWidth == 0) {
            return 0;
        }
        if (lengthWidth == 1) {
            // In each step every one of four lanes of 16 bits grows by at most 510.
            int end = count & -8;
            while (row < end) {
                int stop = Math.min(end, row + 8 * LANE_STEPS_MAX);
                long lanes = 0;
                for (; row < stop; row += 8) {
                    long eight = memory.get(Bytes.LONG, lengthsAt + row);
                    lanes += (eight & LANES) + ((eight >>> 8) & LANES);
                }
                sum += (lanes & 0xFFFF0000FFFFL) + ((lanes >>> 16) & 0xFFFF0000FFFFL);
            }
            sum = (sum & 0xFFFFFFFFL) + (sum >>> 32);
        }
        long mask = Bytes.mask(lengthWidth);
        for (; row < count; row++) {
            sum += memory.get(Bytes.LONG, lengthsAt + (long) row * lengthWidth) & mask;
        }
        return sum;
    }
}
