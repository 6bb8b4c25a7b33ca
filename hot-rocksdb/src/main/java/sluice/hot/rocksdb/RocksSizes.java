package sluice.hot.rocksdb;

import java.util.List;
import org.rocksdb.Range;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/** How much there is in an open database, about, as RocksDB itself counts it. */
final class RocksSizes {
    private RocksSizes() {}

    /** The bytes of all rows but the lists that are held for the cold store. */
    static long ofRows(RocksDB database, RocksSettings settings) throws RocksDBException {
        long memtables = 1 + database.getLongProperty("rocksdb.num-immutable-mem-table");
        long inMemory = database.getLongProperty("rocksdb.cur-size-all-mem-tables");
        long all =
                database.getLongProperty("rocksdb.total-sst-files-size")
                        + Math.max(0, inMemory - memtables * settings.memtableFilterBytes());
        return Math.max(0, all - ofHeldLists(database));
    }

    private static long ofHeldLists(RocksDB database) {
        try (Slice first = new Slice(new byte[] {HotKeys.HELD});
                Slice end = new Slice(new byte[] {HotKeys.HELD + 1})) {
            long[] sizes =
                    database.getApproximateSizes(
                            List.of(new Range(first, end)),
                            SizeApproximationFlag.INCLUDE_FILES,
                            SizeApproximationFlag.INCLUDE_MEMTABLES);
            return sizes[0];
        }
    }
}
