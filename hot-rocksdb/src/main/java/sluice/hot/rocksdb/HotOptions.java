package sluice.hot.rocksdb;

/**
 * How a hot store works.
 *
 * @param memoryBytes of memtables, cached blocks, and what is on the heap, together; at least 8 MiB
 */
public record HotOptions(long memoryBytes, Durability durability) {
    public static final long MEMORY_BYTES_MIN = 8L << 20;

    private static final long MEMTABLE_BYTES_MAX = 64L << 20;

    /** One that takes writes, and those that are being written to disk. */
    static final int MEMTABLES = 3;

    public HotOptions {
        if (memoryBytes < MEMORY_BYTES_MIN) {
            throw new IllegalArgumentException(
                    "a hot store needs %d bytes of memory, not %d"
                            .formatted(MEMORY_BYTES_MIN, memoryBytes));
        }
    }

    /** A quarter of the memory is for lists on the heap. */
    long listBytes() {
        return memoryBytes / 4;
    }

    long presenceBytes() {
        return memoryBytes / 32;
    }

    /** Half of the memory is for memtables, as long as they do not get too large to be flushed. */
    long memtableBytes() {
        return Math.min(memoryBytes / 2 / MEMTABLES, MEMTABLE_BYTES_MAX);
    }

    long cacheBytes() {
        return memoryBytes - listBytes() - presenceBytes() - MEMTABLES * memtableBytes();
    }
}
