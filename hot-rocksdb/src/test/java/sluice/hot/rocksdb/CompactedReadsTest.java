package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** What a look-up reads once RocksDB has merged the files of a hot store into large ones. */
@Tag("reliability")
class CompactedReadsTest {
    /** As a server of 2 GiB gives to its hot store. */
    private static final HotOptions OPTIONS = new HotOptions(256L << 20, Durability.SYNC);

    private static final boolean IS_LONG = "long".equals(System.getProperty("reliability"));

    /** 32 MiB of tables, or 200 with {@code -Dreliability=long}. */
    private static final int LISTS = IS_LONG ? 30_000 : 4_800;

    private static final long TABLE_BYTES_MIN = IS_LONG ? 200L << 20 : 32L << 20;
    private static final int LINKS = 200;
    private static final int DATA_BYTES = 24;

    /**
     * Shares no factor with the lists: each file of new rows has some of all parts of the graph.
     */
    private static final long SPREAD = 1_999;

    private static final int LOOK_UPS = 2_000;

    /** A block of rows and a part of an index and of a filter, with some left over. */
    private static final long BYTES_PER_LOOK_UP_MAX = 16 << 10;

    @TempDir Path directory;

    @Test
    void aLookUpReadsAFewBlocks() throws IOException, RocksDBException {
        RocksLibrary.load();
        try (Statistics statistics = new Statistics();
                RocksSettings settings = new RocksSettings(OPTIONS)) {
            settings.options().setStatistics(statistics);
            try (RocksDB database = RocksDB.open(settings.options(), directory.toString())) {
                fill(database);
                database.compactRange();
                assertTrue(
                        database.getLongProperty("rocksdb.total-sst-files-size")
                                >= TABLE_BYTES_MIN);
                lookUp(database, new SplittableRandom(1));
                long before = statistics.getTickerCount(TickerType.BLOCK_CACHE_BYTES_WRITE);
                lookUp(database, new SplittableRandom(2));
                long after = statistics.getTickerCount(TickerType.BLOCK_CACHE_BYTES_WRITE);
                long bytes = (after - before) / LOOK_UPS;
                System.out.printf("bytes for each look-up: %,d%n", bytes);
                assertTrue(bytes < BYTES_PER_LOOK_UP_MAX, bytes + " bytes for each look-up");
            }
        }
    }

    private static void fill(RocksDB database) throws RocksDBException {
        byte[] data = new byte[DATA_BYTES];
        try (WriteOptions options = new WriteOptions()) {
            for (long id1 = 0; id1 < LISTS; id1++) {
                try (WriteBatch batch = new WriteBatch()) {
                    for (long id2 = 0; id2 < LINKS; id2++) {
                        batch.put(HotKeys.link(id1 * SPREAD % LISTS, 1, id2), data);
                    }
                    database.write(options, batch);
                }
            }
        }
    }

    /** A link that is there, one that is not, and the beginning of a list. */
    private static void lookUp(RocksDB database, SplittableRandom random) throws RocksDBException {
        try (ReadOptions read = new ReadOptions()) {
            for (int i = 0; i < LOOK_UPS; i++) {
                long id1 = random.nextLong(LISTS);
                assertNotNull(database.get(read, HotKeys.link(id1, 1, random.nextLong(LINKS))));
                database.get(read, HotKeys.link(id1, 1, LINKS + random.nextLong(LINKS)));
                try (RocksIterator rows = database.newIterator(read)) {
                    rows.seek(HotKeys.link(random.nextLong(LISTS), 1, 0));
                }
            }
        }
    }
}
