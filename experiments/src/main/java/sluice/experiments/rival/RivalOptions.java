package sluice.experiments.rival;

/**
 * The native options of a column family and of the database; all have one owner, who closes them.
 */
final class RivalOptions implements AutoCloseable {
    private static final int NO_COMPRESSION = 0;
    private static final int WARN = 2;
    private static final int BINARY_SEARCH_AND_HASH = 1;
    private static final double BLOOM_BITS_PER_KEY = 10;
    private static final byte ON = 1;
    private static final byte OFF = 0;

    private final long options;
    private final long table;
    private final long cache;

    /**
     * @param points for point gets: a Bloom filter over whole keys, and hashed keys inside the
     *     blocks
     * @param cacheBytes of the block cache, or 0 for none
     */
    RivalOptions(RivalTuning tuning, boolean points, long cacheBytes) {
        options = RocksC.callLong("rocksdb_options_create");
        table = RocksC.callLong("rocksdb_block_based_options_create");
        cache =
                cacheBytes == 0 || tuning.mmapReads()
                        ? 0
                        // Zero: the size of an entry is found out by the cache itself.
                        : RocksC.callLong("rocksdb_cache_create_hyper_clock", cacheBytes, 0L);
        table(tuning, points);
        database(tuning);
    }

    long pointer() {
        return options;
    }

    @Override
    public void close() {
        RocksC.call("rocksdb_options_destroy", options);
        RocksC.call("rocksdb_block_based_options_destroy", table);
        if (cache != 0) {
            RocksC.call("rocksdb_cache_destroy", cache);
        }
    }

    private void table(RivalTuning tuning, boolean points) {
        RocksC.call(
                "rocksdb_block_based_options_set_block_size", table, (long) tuning.blockBytes());
        RocksC.call(
                "rocksdb_block_based_options_set_block_restart_interval",
                table,
                tuning.restartInterval());
        RocksC.call(
                "rocksdb_block_based_options_set_use_delta_encoding",
                table,
                tuning.deltaKeys() ? ON : OFF);
        if (points) {
            long bloom =
                    RocksC.callLong("rocksdb_filterpolicy_create_bloom_full", BLOOM_BITS_PER_KEY);
            RocksC.call("rocksdb_block_based_options_set_filter_policy", table, bloom);
            RocksC.call(
                    "rocksdb_block_based_options_set_data_block_index_type",
                    table,
                    BINARY_SEARCH_AND_HASH);
        }
        if (cache == 0) {
            RocksC.call("rocksdb_block_based_options_set_no_block_cache", table, ON);
        } else {
            RocksC.call("rocksdb_block_based_options_set_block_cache", table, cache);
        }
        RocksC.call("rocksdb_options_set_block_based_table_factory", options, table);
    }

    private void database(RivalTuning tuning) {
        RocksC.call("rocksdb_options_set_compression", options, NO_COMPRESSION);
        RocksC.call("rocksdb_options_set_bottommost_compression", options, NO_COMPRESSION);
        RocksC.call("rocksdb_options_set_disable_auto_compactions", options, 1);
        RocksC.call("rocksdb_options_set_max_open_files", options, -1);
        RocksC.call("rocksdb_options_set_info_log_level", options, WARN);
        RocksC.call("rocksdb_options_set_skip_stats_update_on_db_open", options, ON);
        RocksC.call("rocksdb_options_set_create_if_missing", options, ON);
        RocksC.call("rocksdb_options_set_create_missing_column_families", options, ON);
        RocksC.call("rocksdb_options_set_error_if_exists", options, OFF);
        RocksC.call("rocksdb_options_set_allow_mmap_reads", options, tuning.mmapReads() ? ON : OFF);
        // Begin to write early, so that the sync at a file's end finds little to do.
        RocksC.call("rocksdb_options_set_bytes_per_sync", options, 4L << 20);
    }
}
