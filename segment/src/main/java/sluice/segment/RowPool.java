package sluice.segment;

import java.util.Arrays;
import sluice.model.ErrorCode;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.model.SluiceException;

/**
 * Rows in memory, divided by key into stripes as they come: the working memory of one thread, for
 * staging a chunk and for building a bucket.
 *
 * <p>Dividing first lets everything after it (sort, gather, encode) work inside the processor's
 * cache, whatever the size of the chunk. A stripe's rows keep the order in which they came. One
 * array holds all rows; when a row finds no room, the pool's {@link FullHandler} must empty it. The
 * array is made when it is needed, as large as the pool may be or as {@link #reserve} asked for.
 * Belongs to one thread at a time.
 *
 * <p>A row in the pool: id1 (8 bytes), id2 (8), time (8), data length (4), type code (3) and flags
 * (1), version (8, only where it is not 0), data, padding to 8 bytes. A stripe is a chain of
 * extents; an extent begins with the offset of the next one (8) and the end of its rows (8), both
 * set when the next one is begun.
 */
public final class RowPool implements RowSink {
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

    /** Rows are found by their offset, an int. */
    private static final long CAPACITY_BYTES_MAX = Integer.MAX_VALUE - 63;

    private final int capacityBytes;
    private byte[] memory = new byte[0];
    private FullHandler fullHandler;
    private final TypeCodes types = new TypeCodes(TYPES_MAX);

    private Borders stripes = Borders.whole();
    private int extentBytes;
    private int[] tails = new int[1];
    private int[] ends = new int[1];
    private int[] firsts = new int[1];
    private int[] lasts = new int[1];
    private int[] counts = new int[1];
    private int allocatedBytes;
    private long rows;
    private boolean versions;
    private long firstTime;
    private long timeDifferences;
    private long id2Bits;

    /** A pool of at most {@code capacityBytes}, at least 64 KiB. */
    public RowPool(long capacityBytes, FullHandler fullHandler) {
        if (capacityBytes < 1 << 16) {
            throw new IllegalArgumentException(
                    "a pool needs at least 64 KiB, not " + capacityBytes);
        }
        this.capacityBytes = (int) capacityBytes(capacityBytes);
        this.fullHandler = fullHandler;
        reset(stripes);
    }

    /** The {@link #capacityBytes()} of a pool that may have {@code bytes}. */
    public static long capacityBytes(long bytes) {
        return Math.min(bytes, CAPACITY_BYTES_MAX) & -8;
    }

    /** Who empties the pool from now on when it is full. */
    public void onFull(FullHandler newFullHandler) {
        fullHandler = newFullHandler;
    }

    /** How many bytes of memory the pool may have. */
    public long capacityBytes() {
        return capacityBytes;
    }

    /**
     * Makes the memory at least as large as {@code bytes}, or as it may be at most, and where it
     * grows by half at least: the next bucket is likely a little larger. For an empty pool that is
     * divided anew afterwards.
     */
    public void reserve(long bytes) {
        long needed = Math.clamp(bytes, 1 << 16, (long) capacityBytes);
        if (needed > memory.length) {
            long grown = Math.max(needed, memory.length * 3L / 2);
            int size = (int) Math.min(Bytes.align8(grown), (long) capacityBytes);
            // The old array may go before the new one comes.
            memory = new byte[0];
            memory = new byte[size];
        }
    }

    /** Empties the pool and divides what comes from now on by {@code newStripes}. */
    public void reset(Borders newStripes) {
        stripes = newStripes;
        int count = newStripes.count();
        if (tails.length < count) {
            tails = new int[count];
            ends = new int[count];
            firsts = new int[count];
            lasts = new int[count];
            counts = new int[count];
        }
        // Large enough that few extents are begun, small enough that half-filled ones cost little.
        int size = memory.length > 0 ? memory.length : capacityBytes;
        int even = (int) (size / (16L * count));
        extentBytes = Math.clamp(Integer.highestOneBit(Math.max(1, even)), 512, 1 << 16);
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
        timeDifferences = 0;
        id2Bits = 0;
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
            byte[] data,
            int dataOffset,
            int dataLength) {
        int code = types.code(type);
        int stripe = stripes.find(id1, id2);
        int size = Bytes.align8(HEADER_BYTES + (version != 0 ? 8 : 0) + dataLength);
        int row = tails[stripe];
        if (code < 0 || size > ends[stripe] - row) {
            row = makeRoom(stripe, size, code);
            code = types.code(type);
        }
        tails[stripe] = row + size;
        counts[stripe]++;
        firstTime = rows++ == 0 ? time : firstTime;
        timeDifferences |= time ^ firstTime;
        id2Bits |= id2;
        Bytes.putLong(memory, row + ID1, id1);
        Bytes.putLong(memory, row + ID2, id2);
        Bytes.putLong(memory, row + TIME, time);
        int dataAt = row + HEADER_BYTES;
        int allFlags = flags;
        if (version != 0) {
            Bytes.putLong(memory, dataAt, version);
            dataAt += 8;
            allFlags |= HAS_VERSION;
            versions = true;
        }
        // Length below, code and flags above: one store.
        Bytes.putLong(memory, row + LENGTH, (long) (code << 8 | allFlags) << 32 | dataLength);
        Bytes.copy(data, dataOffset, memory, dataAt, dataLength);
    }

    /** Begins a new extent for a row of {@code size} bytes and returns where the row goes. */
    private int makeRoom(int stripe, int size, int code) {
        int extent = Math.max(extentBytes, Bytes.align8(size + EXTENT_HEADER_BYTES));
        if (code < 0 || extent > memory.length - allocatedBytes) {
            if (extent > capacityBytes) {
                throw new SluiceException(
                        ErrorCode.RESOURCE,
                        "a row of %d bytes does not fit the %d that a thread can hold: give more --memory, or fewer --threads"
                                .formatted(size, capacityBytes));
            }
            if (rows > 0) {
                fullHandler.full(this);
            }
            if (rows != 0) {
                throw new IllegalStateException("a full pool was not emptied");
            }
            reserve(capacityBytes);
        }
        int begin = allocatedBytes;
        allocatedBytes += extent;
        if (firsts[stripe] < 0) {
            firsts[stripe] = begin;
        } else {
            Bytes.putLong(memory, lasts[stripe], begin);
            Bytes.putLong(memory, lasts[stripe] + 8, tails[stripe]);
        }
        lasts[stripe] = begin;
        ends[stripe] = begin + extent;
        return begin + EXTENT_HEADER_BYTES;
    }

    /** Where the data of a row of {@code memory} begin. */
    static int dataAt(byte[] memory, int row) {
        boolean hasVersion = (Bytes.getInt(memory, row + CODE_AND_FLAGS) & HAS_VERSION) != 0;
        return row + HEADER_BYTES + (hasVersion ? Long.BYTES : 0);
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

    byte[] memory() {
        return memory;
    }

    /** Whether a row has a version other than 0. */
    boolean hasVersions() {
        return versions;
    }

    /** Whether all rows have the same time. */
    boolean hasOneTime() {
        return timeDifferences == 0;
    }

    /** How many bits the largest id2 has. */
    int id2Bits() {
        return Long.SIZE - Long.numberOfLeadingZeros(id2Bits);
    }

    /** Whether some of its rows are properties. */
    public boolean hasProperties() {
        for (int code = 0; code < types.count(); code++) {
            if (PropertyTypes.isProperty(types.type(code))) {
                return true;
            }
        }
        return false;
    }

    /** The types behind the codes of the rows. */
    TypeCodes types() {
        return types;
    }

    /**
     * Writes the id1 and the place (offset) of each row of a stripe, in the order in which they
     * came. Cost: one sequential pass over the stripe.
     */
    void list(int stripe, long[] id1s, int[] places) {
        int index = 0;
        int extent = firsts[stripe];
        while (extent >= 0) {
            boolean isLast = extent == lasts[stripe];
            int end = isLast ? tails[stripe] : (int) Bytes.getLong(memory, extent + 8);
            for (int row = extent + EXTENT_HEADER_BYTES; row < end; row += sizeBytes(row)) {
                id1s[index] = Bytes.getLong(memory, row + ID1);
                places[index] = row;
                index++;
            }
            extent = isLast ? -1 : (int) Bytes.getLong(memory, extent);
        }
        assert index == counts[stripe]
                : "stripe " + stripe + ": " + index + " rows of " + counts[stripe];
    }

    private int sizeBytes(int row) {
        long lengthAndFlags = Bytes.getLong(memory, row + LENGTH);
        // HAS_VERSION is the flag 4, and a version takes 8 bytes.
        int version = (int) (lengthAndFlags >>> 32 & HAS_VERSION) << 1;
        return Bytes.align8(HEADER_BYTES + version + (int) lengthAndFlags);
    }
}
