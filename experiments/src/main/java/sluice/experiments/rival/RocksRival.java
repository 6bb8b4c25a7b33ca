package sluice.experiments.rival;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A RocksDB that holds the links of one file, written by {@link #load} and then opened for reading.
 * A loaded database has nothing left to compact and is on disk; it is never written again. Any
 * number of threads may read, each with a {@link RivalCursor} of its own, which is closed before
 * the rival is.
 */
public final class RocksRival implements AutoCloseable {
    private final RivalDatabase database;
    private final RivalFormat format;
    private final boolean pair;

    private RocksRival(RivalDatabase database, RivalFormat format, boolean pair) {
        this.database = database;
        this.format = format;
        this.pair = pair;
    }

    /**
     * Loads {@code input} into a new database in {@code directory}. When two rows have the same
     * key, one wins.
     *
     * @param pair also write the point key of each link; for {@link RivalFormat#EDGES} one key
     *     serves both
     * @param memoryBytes for rows, sorting and buffers; what does not fit goes through a file in
     *     {@code directory}. The links of one id1 must fit, whatever is given here
     * @param nanoTime the clock of the phases
     * @throws IOException also for a row not of the format; what is in {@code directory} is then of
     *     no use
     */
    public static RivalTimes load(
            Path input,
            Path directory,
            int threads,
            long memoryBytes,
            boolean pair,
            RivalFormat format,
            LongSupplier nanoTime)
            throws IOException {
        return load(
                input, directory, threads, memoryBytes, pair, format, nanoTime, RivalTuning.BEST);
    }

    static RivalTimes load(
            Path input,
            Path directory,
            int threads,
            long memoryBytes,
            boolean pair,
            RivalFormat format,
            LongSupplier nanoTime,
            RivalTuning tuning)
            throws IOException {
        RowLayout layout = new RowLayout(format, pair && format == RivalFormat.LINKS);
        return new RivalLoad(input, directory, layout, tuning, threads, memoryBytes, nanoTime)
                .run();
    }

    /** Opens what {@link #load} wrote, with a block cache of {@code cacheBytes} for each index. */
    public static RocksRival open(Path directory, long cacheBytes) throws IOException {
        return open(directory, cacheBytes, RivalTuning.BEST);
    }

    static RocksRival open(Path directory, long cacheBytes, RivalTuning tuning) throws IOException {
        RocksC.load();
        List<String> names = RivalDatabase.familiesOf(directory);
        RivalFormat format =
                names.contains(RivalDatabase.EDGES) ? RivalFormat.EDGES : RivalFormat.LINKS;
        boolean pair = names.contains(RivalDatabase.POINTS);
        return new RocksRival(
                RivalDatabase.open(directory, tuning, names, false, cacheBytes), format, pair);
    }

    /** A cursor for one thread; the caller closes it. */
    public RivalCursor cursor() {
        boolean edges = format == RivalFormat.EDGES;
        long lists = database.family(edges ? RivalDatabase.EDGES : RivalDatabase.LISTS);
        long points = edges ? lists : pair ? database.family(RivalDatabase.POINTS) : 0;
        return new RivalCursor(format, database.pointer(), lists, points);
    }

    /** The number of files that a compaction would still move down. */
    long filesAboveBottom() {
        String family = format == RivalFormat.EDGES ? RivalDatabase.EDGES : RivalDatabase.LISTS;
        long above = database.filesAboveBottom(family);
        return pair ? above + database.filesAboveBottom(RivalDatabase.POINTS) : above;
    }

    @Override
    public void close() {
        database.close();
    }
}
