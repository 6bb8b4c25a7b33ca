package sluice.cold.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads of single rows of a table's regions, each from a random id on, as clients might ask. Safe
 * for any number of threads.
 */
final class RegionReads implements ReadWatch.Asking {
    private final TableName table;
    private final Cluster cluster;
    private final RandomGenerator random;
    private volatile Map<String, byte[]> ends = Map.of();

    RegionReads(TableName table, Cluster cluster, RandomGenerator random) {
        this.table = table;
        this.cluster = cluster;
        this.random = random;
    }

    @Override
    public Map<String, List<byte[]>> regions() throws IOException {
        AsyncTableRegionLocator locator = cluster.connection().getRegionLocator(table);
        Map<String, List<byte[]>> firsts = new HashMap<>();
        Map<String, byte[]> found = new HashMap<>();
        for (HRegionLocation region :
                cluster.await(locator.getAllRegionLocations(), "looking regions up")) {
            byte[] first = region.getRegion().getStartKey();
            firsts.computeIfAbsent(HBaseRanges.name(region.getServerName()), _ -> new ArrayList<>())
                    .add(first);
            found.put(Bytes.toStringBinary(first), region.getRegion().getEndKey());
        }
        ends = found;
        return firsts;
    }

    @Override
    public CompletableFuture<?> read(byte[] first) {
        byte[] end = ends.getOrDefault(Bytes.toStringBinary(first), new byte[0]);
        long from = id(first, 0);
        long to = id(end, -1);
        long span = to - from;
        // Unsigned: the last region has more ids than a long has positive numbers.
        long id = span == 0 ? from : from + Long.remainderUnsigned(random.nextLong(), span);
        byte[] start = Rows.id(id);
        Scan scan =
                new Scan()
                        .addFamily(Family.LINKS.bytes())
                        .withStartRow(Bytes.compareTo(start, first) < 0 ? first : start)
                        .withStopRow(end)
                        .setLimit(1)
                        .setReadType(Scan.ReadType.PREAD);
        return cluster.connection().getTable(table).scanAll(scan);
    }

    /** The id that {@code key} begins with; {@code none} for the empty key. */
    private static long id(byte[] key, long none) {
        return key.length < Long.BYTES ? none : Bytes.toLong(key);
    }
}
