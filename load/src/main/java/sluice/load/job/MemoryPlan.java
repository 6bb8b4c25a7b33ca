package sluice.load.job;

/**
 * How the memory that a load was told is shared out. The Java heap holds the names that each thread
 * collects, and after them the pools. Names get no more than a pool, nor than the rest has beside
 * what the virtual machine needs for itself.
 *
 * @param poolBytes of rows that each thread can hold
 * @param namesBytes of names that each thread can collect
 * @param indexBytes of index entries that each thread can sort
 */
public record MemoryPlan(long poolBytes, long namesBytes, long indexBytes) {
    /** Code cache, class data, thread stacks, collector: measured as 70 MiB, with room to spare. */
    private static final long VIRTUAL_MACHINE_BYTES = 80L << 20;

    /** Windows, file buffers and blocks of one thread. */
    private static final long THREAD_BYTES = 6L << 20;

    private static final long POOL_BYTES_MIN = 4L << 20;

    /** In a store with indexes one such part of a pool is for their entries. */
    private static final int INDEX_PART = 4;

    /** The smallest pool there is. */
    private static final long ROWS_BYTES_MIN = 64 << 10;

    /** More would only make chunks larger than they are useful. */
    private static final long POOL_BYTES_MAX = 96L << 20;

    /** Tasks of large inputs have large chunks: each chunk leaves a run, which all readers open. */
    private static final long TASK_POOL_BYTES_MAX = 1L << 30;

    /** A fifth of the heap is left to young objects, and this to old ones that are no pools. */
    private static final long OBJECTS_BYTES = 16L << 20;

    /** What the launcher gives to young objects at most. */
    private static final long YOUNG_BYTES_MAX = 64L << 20;

    /** With as much room for names as for rows. */
    public MemoryPlan(long poolBytes) {
        this(poolBytes, poolBytes, 0);
    }

    /** With a part of each pool for index entries. */
    public MemoryPlan withIndexes() {
        long index = poolBytes / INDEX_PART;
        return new MemoryPlan(Math.max(poolBytes - index, ROWS_BYTES_MIN), namesBytes, index);
    }

    public static MemoryPlan of(LoadOptions options) {
        long heap = heapForThreads(options);
        long rest = options.memoryBytes() - options.heapBytes() - VIRTUAL_MACHINE_BYTES;
        long pool = share(heap, options.threads(), POOL_BYTES_MAX);
        long names = share(rest, options.threads(), POOL_BYTES_MAX);
        return new MemoryPlan(pool, Math.min(pool, names), 0);
    }

    /** As {@link #of}, for a load that is cut into tasks: pools may be larger. */
    public static MemoryPlan ofTasks(LoadOptions options) {
        MemoryPlan usual = of(options);
        return new MemoryPlan(
                share(heapForThreads(options), options.threads(), TASK_POOL_BYTES_MAX),
                usual.namesBytes,
                0);
    }

    /**
     * With as many of the threads as the heap has room for, one at least: each needs a pool and its
     * buffers.
     */
    public static LoadOptions fitting(LoadOptions options) {
        long most = heapForThreads(options) / (THREAD_BYTES + POOL_BYTES_MIN);
        return options.withThreads(Math.clamp(most, 1, options.threads()));
    }

    private static long heapForThreads(LoadOptions options) {
        return options.heapBytes() / 5 * 4 - OBJECTS_BYTES;
    }

    private static long share(long bytes, int threads, long max) {
        return Math.clamp(bytes / threads - THREAD_BYTES, POOL_BYTES_MIN, max);
    }

    /**
     * About what a process takes that stages chunks of {@code chunkPoolBytes} in a pool, with names
     * or without.
     */
    public long processBytes(LoadOptions options, long chunkPoolBytes, boolean names) {
        long pool = Math.min(poolBytes, chunkPoolBytes) + indexBytes + (names ? namesBytes : 0);
        long young = Math.min(options.heapBytes() / 8, YOUNG_BYTES_MAX);
        return VIRTUAL_MACHINE_BYTES + young + options.threads() * (pool + THREAD_BYTES);
    }

    /**
     * Of how many bytes of input a chunk should be: as much as fits a pool, at most {@code max},
     * and so that all threads have equally many.
     *
     * @param expansion bytes in the pool for each byte of input
     */
    public long chunkBytes(long inputBytes, double expansion, int threads, long max) {
        long fits = (long) (poolBytes * 0.8 / Math.max(expansion, 0.5));
        long most = Math.clamp(fits, 1 << 20, max);
        long rounds = Math.max(1, (inputBytes + most * threads - 1) / (most * threads));
        return Math.clamp(inputBytes / (rounds * threads) + 1, 1 << 20, most);
    }
}
