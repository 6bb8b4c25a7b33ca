package sluice.hot.rocksdb;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;

/** RocksDB's options for a hot store, and the native objects that they need; owns all of them. */
final class RocksSettings implements AutoCloseable {
    private static final double FILTER_BITS_PER_KEY = 10;
    private static final double MEMTABLE_FILTER_SHARE = 0.1;
    private static final int BACKGROUND_JOBS = 2;
    private static final int LOGS_KEPT = HotOptions.MEMTABLES;
    private static final long INFO_LOG_BYTES_MAX = 1L << 20;
    private static final int INFO_LOGS = 2;

    private final LRUCache cache;
    private final BloomFilter filter;
    private final Options options;

    RocksSettings(HotOptions wanted) {
        cache = new LRUCache(wanted.cacheBytes());
        filter = new BloomFilter(FILTER_BITS_PER_KEY, false);
        BlockBasedTableConfig table =
                new BlockBasedTableConfig()
                        .setBlockCache(cache)
                        .setFilterPolicy(filter)
                        .setWholeKeyFiltering(true)
                        // Else they would come on top of the memory that was allowed.
                        .setCacheIndexAndFilterBlocks(true)
                        .setPinL0FilterAndIndexBlocksInCache(true)
                        // A filter of a whole file is larger than a shard of the cache holds: it
                        // would be read again by each look-up.
                        .setIndexType(IndexType.kTwoLevelIndexSearch)
                        .setPartitionFilters(true)
                        .setPinTopLevelIndexAndFilter(true);
        options =
                new Options()
                        .setCreateIfMissing(true)
                        .setTableFormatConfig(table)
                        .setWriteBufferSize(wanted.memtableBytes())
                        .setMaxWriteBufferNumber(HotOptions.MEMTABLES)
                        .setMemtablePrefixBloomSizeRatio(MEMTABLE_FILTER_SHARE)
                        .setMemtableWholeKeyFiltering(true)
                        .setCompressionType(CompressionType.NO_COMPRESSION)
                        .setMaxBackgroundJobs(BACKGROUND_JOBS)
                        // A write to a file waits while the file is synced. Where a sync comes
                        // before every answer anyway, it also hands the log to the system.
                        .setManualWalFlush(wanted.durability() instanceof Durability.Sync)
                        // A sync of a file that does not grow needs no journal of the file system.
                        .setAllowConcurrentMemtableWrite(false)
                        .setEnableWriteThreadAdaptiveYield(false)
                        .setRecycleLogFileNum(LOGS_KEPT)
                        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                        .setMaxLogFileSize(INFO_LOG_BYTES_MAX)
                        .setKeepLogFileNum(INFO_LOGS)
                        .setStatsDumpPeriodSec(0)
                        .setStatsPersistPeriodSec(0);
    }

    Options options() {
        return options;
    }

    /** What a memtable takes from its first row on, however few they are. */
    long memtableFilterBytes() {
        return (long) (options.writeBufferSize() * options.memtablePrefixBloomSizeRatio());
    }

    /** Of the blocks that are in the cache. */
    long cacheUsedBytes() {
        return cache.getUsage();
    }

    @Override
    public void close() {
        options.close();
        filter.close();
        cache.close();
    }
}
