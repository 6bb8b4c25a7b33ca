package sluice.experiments.rival;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A RocksDB that holds the links of one file, written by {@link #load} and then opened for reading.
 * A loaded database has nothing left to compact and is on disk; it is never written again. Any
 * number of threads may read, each with a {@link RivalCursor} of its own, which is closed before
 * the rival is.
 */
public final class RocksRival implements AutoCloseable {
    private final RivalDatabase database;
    private final boolean pair;

    private RocksRival(RivalDatabase database, boolean pair) {
        this.database = database;
        this.pair = pair;
    }

    /**
     * Loads the input of {@code job} into a new database. When two rows have the same key, one
     * wins.
     *
     * @throws IOException also for a row not of the format; what is in the directory is then of no
     *     use
     */
    public static RivalTimes load(RivalJob job) throws IOException {
        return load(job, RivalTuning.BEST);
    }

    static RivalTimes load(RivalJob job, RivalTuning tuning) throws IOException {
        return new RivalLoad(job, new RowLayout(job.pair()), tuning).run();
    }

    /** Opens what {@link #load} wrote, with a block cache of {@code cacheBytes} for each index. */
    public static RocksRival open(Path directory, long cacheBytes) throws IOException {
        return open(directory, cacheBytes, RivalTuning.BEST);
    }

    static RocksRival open(Path directory, long cacheBytes, RivalTuning tuning) throws IOException {
        RocksC.load();
        List<String> names = RivalDatabase.familiesOf(directory);
        boolean pair = names.contains(RivalDatabase.POINTS);
        return new RocksRival(
                RivalDatabase.open(directory, tuning, names, false, cacheBytes), pair);
    }

    /** A cursor for one thread; the caller closes it. */
    public RivalCursor cursor() {
        long lists = database.family(RivalDatabase.LISTS);
        long points = pair ? database.family(RivalDatabase.POINTS) : 0;
        return new RivalCursor(database.pointer(), lists, points);
    }

    /** The number of files that a compaction would still move down. */
    long filesAboveBottom() {
        long above = database.filesAboveBottom(RivalDatabase.LISTS);
        return pair ? above + database.filesAboveBottom(RivalDatabase.POINTS) : above;
    }

    @Override
    public void close() {
        database.close();
    }
}
