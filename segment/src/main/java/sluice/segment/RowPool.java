package sluice.segment;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Rows in memory, divided by key into stripes as they come: the working memory of one thread, for
 * staging a chunk and for building a bucket.
 *
 * <p>Dividing first lets everything after it (sort, gather, encode) work inside the processor's
 * cache, whatever the size of the chunk. A stripe's rows keep the order in which they came. One
 * block of memory of a fixed size holds all rows; when a row finds no room, the pool's {@link
 * FullHandler} must empty it. Belongs to one thread at a time.
 *
 * <p>A row in the pool: id1 (8 bytes), id2 (8), time (8), data length (4), type code (3) and flags
 * (1), version (8, only where it is not 0), data, padding to 8 bytes. A stripe is a chain of
 * extents; an extent begins with the offset of the next one (8) and the end of its rows (8), both
 * set when the next one is begun.
 */
public final class RowPool implements RowSink, AutoCloseable {
    /** Empties a pool that is full, by {@link RowPool#clear} after its rows went elsewhere. */
    public interface FullHandler {
        void full(RowPool pool);
    }

    static final int ID1 = 0;
    static final int ID2 = 8;
    static final int TIME = 16;
    static final int LENGTH = 24;
    static final int CODE_AND_FLAGS = 28;
    static final int HEADER_BYTES = 32;
    static final int HAS_VERSION = 4;

    private static final int EXTENT_HEADER_BYTES = 16;
    private static final int TYPES_MAX = 1 << 24;

    /** Rows are found by their offset in units of 8 bytes, in an int. */
    private static final long CAPACITY_BYTES_MAX = 8L * Integer.MAX_VALUE;

    private final Arena arena;
    private final MemorySegment memory;
    private final long capacityBytes;
    private FullHandler fullHandler;
    private final TypeCodes types = new TypeCodes(TYPES_MAX);

    private Borders stripes = Borders.whole();
    private int extentBytes;
    private long[] tails = new long[1];
    private long[] ends = new long[1];
    private long[] firsts = new long[1];
    private long[] lasts = new long[1];
    private int[] counts = new int[1];
    private long allocatedBytes;
    private long rows;
    private boolean versions;

    /** A pool of {@code capacityBytes} of off-heap memory, at least 64 KiB. */
    public RowPool(long capacityBytes, FullHandler fullHandler) {
        if (capacityBytes < 1 << 16) {
            throw new IllegalArgumentException(
                    "a pool needs at least 64 KiB, not " + capacityBytes);
        }
        this.capacityBytes = Math.min(capacityBytes, CAPACITY_BYTES_MAX) & -8L;
        this.fullHandler = fullHandler;
        this.arena = Arena.ofShared();
        this.memory = arena.allocate(this.capacityBytes, 64);
        reset(stripes);
    }

    /** Who empties the pool from now on when it is full. */
    public void onFull(FullHandler newFullHandler) {
        fullHandler = newFullHandler;
    }

    /** How many bytes of memory the pool has. */
    public long capacityBytes() {
        return capacityBytes;
    }

    /** Empties the pool and divides what comes from now on by {@code newStripes}. */
    public void reset(Borders newStripes) {
        stripes = newStripes;
        int count = newStripes.count();
        if (tails.length < count) {
            tails = new long[count];
            ends = new long[count];
            firsts = new long[count];
            lasts = new long[count];
            counts = new int[count];
        }
        // Large enough that few extents are begun, small enough that half-filled ones cost little.
        long even = capacityBytes / (16L * count);
        extentBytes = Math.clamp(Long.highestOneBit(Math.max(1, even)), 512, 1 << 16);
        clear();
    }

    /** Drops all rows. */
    public void clear() {
        Arrays.fill(tails, 0);
        Arrays.fill(ends, 0);
        Arrays.fill(firsts, -1);
        Arrays.fill(counts, 0);
        allocatedBytes = 0;
        rows = 0;
        versions = false;
        types.clear();
    }

    @Override
    public void append(
            long id1,
            long type,
            long id2,
            long time,
            long version,
            int flags,
            MemorySegment data,
            long dataOffset,
            int dataLength) {
        int code = types.code(type);
        int stripe = stripes.find(id1, id2);
        long size = Bytes.align8(HEADER_BYTES + (version != 0 ? 8L : 0L) + dataLength);
        long row = tails[stripe];
        if (code < 0 || size > ends[stripe] - row) {
            row = makeRoom(stripe, size, code);
            code = types.code(type);
        }
        tails[stripe] = row + size;
        counts[stripe]++;
        rows++;
        memory.set(Bytes.LONG, row + ID1, id1);
        memory.set(Bytes.LONG, row + ID2, id2);
        memory.set(Bytes.LONG, row + TIME, time);
        long dataAt = row + HEADER_BYTES;
        int allFlags = flags;
        if (version != 0) {
            memory.set(Bytes.LONG, dataAt, version);
            dataAt += 8;
            allFlags |= HAS_VERSION;
            versions = true;
        }
        // Length below, code and flags above: one store.
        memory.set(Bytes.LONG, row + LENGTH, (long) (code << 8 | allFlags) << 32 | dataLength);
        Bytes.copy(data, dataOffset, memory, dataAt, dataLength);
    }

    /** Begins a new extent for a row of {@code size} bytes and returns where the row goes. */
    private long makeRoom(int stripe, long size, int code) {
        long extent = Math.max(extentBytes, Bytes.align8(size + EXTENT_HEADER_BYTES));
        if (code < 0 || allocatedBytes + extent > capacityBytes) {
            if (extent > capacityBytes) {
                throw new IllegalArgumentException(
                        "a row of %d bytes is larger than the pool of %d"
                                .formatted(size, capacityBytes));
            }
            fullHandler.full(this);
            if (rows != 0) {
                throw new IllegalStateException("a full pool was not emptied");
            }
        }
        long begin = allocatedBytes;
        allocatedBytes += extent;
        if (firsts[stripe] < 0) {
            firsts[stripe] = begin;
        } else {
            memory.set(Bytes.LONG, lasts[stripe], begin);
            memory.set(Bytes.LONG, lasts[stripe] + 8, tails[stripe]);
        }
        lasts[stripe] = begin;
        ends[stripe] = begin + extent;
        return begin + EXTENT_HEADER_BYTES;
    }

    /** Whether nothing was appended since the last {@link #clear}. */
    public boolean isEmpty() {
        return rows == 0;
    }

    /** How many rows there are in all. */
    public long rows() {
        return rows;
    }

    Borders stripes() {
        return stripes;
    }

    int rows(int stripe) {
        return counts[stripe];
    }

    MemorySegment memory() {
        return memory;
    }

    /** Whether a row has a version other than 0. */
    boolean hasVersions() {
        return versions;
    }

    /** The types behind the codes of the rows. */
    TypeCodes types() {
        return types;
    }

    /**
     * Writes the id1 and the place (offset / 8) of each row of a stripe, in the order in which they
     * came. Cost: one sequential pass over the stripe.
     */
    void list(int stripe, long[] id1s, int[] places) {
        int index = 0;
        long extent = firsts[stripe];
        while (extent >= 0) {
            boolean isLast = extent == lasts[stripe];
            long end = isLast ? tails[stripe] : memory.get(Bytes.LONG, extent + 8);
            for (long row = extent + EXTENT_HEADER_BYTES; row < end; row += sizeBytes(row)) {
                id1s[index] = memory.get(Bytes.LONG, row + ID1);
                places[index] = (int) (row >>> 3);
                index++;
            }
            extent = isLast ? -1 : memory.get(Bytes.LONG, extent);
        }
        assert index == counts[stripe]
                : "stripe " + stripe + ": " + index + " rows of " + counts[stripe];
    }

    private long sizeBytes(long row) {
        long lengthAndFlags = memory.get(Bytes.LONG, row + LENGTH);
        // HAS_VERSION is the flag 4, and a version takes 8 bytes.
        long version = (lengthAndFlags >>> 32 & HAS_VERSION) << 1;
        return Bytes.align8(HEADER_BYTES + version + (int) lengthAndFlags);
    }

    @Override
    public void close() {
        arena.close();
    }
}
