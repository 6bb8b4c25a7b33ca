package sluice.experiments.rival;

import static sluice.experiments.rival.NativeMemory.ALL;
import static sluice.experiments.rival.NativeMemory.BIG_LONG;
import static sluice.experiments.rival.NativeMemory.NATIVE_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Reads from a {@link RocksRival}; for one thread, which reuses it. A read leaves its answer in the
 * cursor until the next one: ids, times, and a copy of the data, one after the other in {@link
 * #data}. A list costs a seek and a step a link; it makes no object.
 */
public final class RivalCursor implements AutoCloseable {
    private static final int BOUND_BYTES_MAX = RowLayout.LIST_KEY_BYTES + 1;

    private final long database;
    private final long points;
    private final long iteratorOptions;
    private final long getOptions;
    private final long iterator;
    private final Arena arena = Arena.ofShared();
    private final long from = arena.allocate(RowLayout.LIST_KEY_BYTES).address();
    private final long bound = arena.allocate(BOUND_BYTES_MAX).address();
    private final long lengthOut = arena.allocate(8).address();
    private final long errorOut = arena.allocate(8).address();
    private long[] ids = new long[64];
    private long[] times = new long[64];
    private int[] dataEnds = new int[64];
    private byte[] data = new byte[1 << 12];

    RivalCursor(long database, long lists, long points) {
        this.database = database;
        this.points = points;
        iteratorOptions = RocksC.callLong("rocksdb_readoptions_create");
        RocksC.call("rocksdb_readoptions_set_verify_checksums", iteratorOptions, (byte) 0);
        RocksC.call("rocksdb_readoptions_set_total_order_seek", iteratorOptions, (byte) 1);
        RocksC.call("rocksdb_readoptions_set_readahead_size", iteratorOptions, 0L);
        RocksC.call("rocksdb_readoptions_set_auto_readahead_size", iteratorOptions, (byte) 0);
        // RocksDB keeps the address and reads the bytes at each seek, so one iterator serves all
        // bounds.
        RocksC.call(
                "rocksdb_readoptions_set_iterate_upper_bound",
                iteratorOptions,
                bound,
                (long) BOUND_BYTES_MAX);
        // What follows the prefix is greater than any key's rest, being one byte longer.
        ALL.asSlice(bound, BOUND_BYTES_MAX).fill((byte) -1);
        getOptions = RocksC.callLong("rocksdb_readoptions_create");
        RocksC.call("rocksdb_readoptions_set_verify_checksums", getOptions, (byte) 0);
        iterator = RocksC.callLong("rocksdb_create_iterator_cf", database, iteratorOptions, lists);
    }

    /**
     * Reads the newest {@code limit} links of {@code id1} and {@code linkType}, latest time first,
     * and returns how many there are.
     */
    public int list(long id1, long linkType, int limit) throws IOException {
        if (limit > ids.length) {
            ids = new long[limit];
            times = new long[limit];
            dataEnds = new int[limit];
        }
        seek(id1, linkType);
        try {
            return readLinks(limit);
        } catch (Throwable failure) {
            throw NativeMemory.rethrow(failure);
        }
    }

    /** The number of links of {@code id1} and {@code linkType}; costs a step a link. */
    public long count(long id1, long linkType) throws IOException {
        seek(id1, linkType);
        long count = 0;
        try {
            while ((byte) RocksC.ITERATOR_VALID.invokeExact(iterator) != 0) {
                count++;
                RocksC.ITERATOR_NEXT.invokeExact(iterator);
            }
        } catch (Throwable failure) {
            throw NativeMemory.rethrow(failure);
        }
        checkIterator();
        return count;
    }

    /** Reads one link, of which id2, time and data are then at index 0; false if there is none. */
    public boolean get(long id1, long linkType, long id2) throws IOException {
        if (points == 0) {
            throw new IllegalStateException(
                    "the rival was loaded without point keys; load it as a pair");
        }
        ALL.set(BIG_LONG, from, id1);
        ALL.set(BIG_LONG, from + 8, linkType);
        ALL.set(BIG_LONG, from + 16, id2);
        long length = RowLayout.POINT_KEY_BYTES;
        try {
            long pinned =
                    (long)
                            RocksC.GET_PINNED.invokeExact(
                                    database, getOptions, points, from, length, errorOut);
            RocksC.check(errorOut, "get");
            if (pinned == 0) {
                return false;
            }
            long value = (long) RocksC.PINNED_VALUE.invokeExact(pinned, lengthOut);
            ids[0] = id2;
            times[0] = ALL.get(BIG_LONG, value + 5);
            int header = RowLayout.POINT_HEADER_BYTES;
            append(0, 0, value + header, (int) ALL.get(NATIVE_LONG, lengthOut) - header);
            RocksC.PINNED_DESTROY.invokeExact(pinned);
            return true;
        } catch (IOException failure) {
            throw failure;
        } catch (Throwable failure) {
            throw NativeMemory.rethrow(failure);
        }
    }

    /** The id2 of link {@code index} of the last answer. */
    public long id2(int index) {
        return ids[index];
    }

    /** The time of link {@code index} of the last answer. */
    public long time(int index) {
        return times[index];
    }

    /** Where the data of link {@code index} begin in {@link #data}. */
    public int dataFrom(int index) {
        return index == 0 ? 0 : dataEnds[index - 1];
    }

    /** Where the data of link {@code index} end in {@link #data}. */
    public int dataTo(int index) {
        return dataEnds[index];
    }

    /** The data of the last answer's links; the next read overwrites it. */
    public byte[] data() {
        return data;
    }

    @Override
    public void close() {
        RocksC.call("rocksdb_iter_destroy", iterator);
        RocksC.call("rocksdb_readoptions_destroy", iteratorOptions);
        RocksC.call("rocksdb_readoptions_destroy", getOptions);
        arena.close();
    }

    private void seek(long id1, long linkType) {
        ALL.set(BIG_LONG, from, id1);
        ALL.set(BIG_LONG, from + 8, linkType);
        ALL.set(BIG_LONG, from + 16, 0);
        ALL.set(BIG_LONG, from + 24, 0);
        ALL.set(BIG_LONG, bound, id1);
        ALL.set(BIG_LONG, bound + 8, linkType);
        try {
            RocksC.ITERATOR_SEEK.invokeExact(iterator, from, (long) RowLayout.LIST_KEY_BYTES);
        } catch (Throwable failure) {
            throw NativeMemory.rethrow(failure);
        }
    }

    private int readLinks(int limit) throws Throwable {
        int count = 0;
        int end = 0;
        while (count < limit && (byte) RocksC.ITERATOR_VALID.invokeExact(iterator) != 0) {
            long key = (long) RocksC.ITERATOR_KEY.invokeExact(iterator, lengthOut);
            times[count] = RowLayout.invert(ALL.get(BIG_LONG, key + RowLayout.INVERTED_TIME));
            ids[count] = ALL.get(BIG_LONG, key + RowLayout.ID2);
            long value = (long) RocksC.ITERATOR_VALUE.invokeExact(iterator, lengthOut);
            end = append(count, end, value, (int) ALL.get(NATIVE_LONG, lengthOut));
            if (++count < limit) {
                RocksC.ITERATOR_NEXT.invokeExact(iterator);
            }
        }
        if (count < limit) {
            checkIterator();
        }
        return count;
    }

    /** Copies data of link {@code index} behind those before it and returns where they end. */
    private int append(int index, int start, long address, int lengthBytes) {
        if (start + lengthBytes > data.length) {
            data = Arrays.copyOf(data, Math.max(start + lengthBytes, data.length * 2));
        }
        MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, address, data, start, lengthBytes);
        dataEnds[index] = start + lengthBytes;
        return start + lengthBytes;
    }

    private void checkIterator() throws IOException {
        RocksC.call("rocksdb_iter_get_error", iterator, errorOut);
        RocksC.check(errorOut, "list");
    }
}
