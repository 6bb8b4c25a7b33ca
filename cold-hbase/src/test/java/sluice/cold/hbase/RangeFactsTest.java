package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy;
import org.apache.hadoop.hbase.regionserver.RegionSplitPolicy;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import sluice.servers.hbase.HBaseServers;

/** What a plan of splits and moves relies on in HBase: one test for each fact. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("reliability")
@EnabledIfSystemProperty(named = "reliability", matches = "long")
class RangeFactsTest {
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final long PATIENCE_SECONDS = 200;

    @TempDir(cleanup = CleanupMode.ALWAYS)
    private static Path folder;

    private static HBaseServers servers;
    private static AsyncConnection connection;
    private static AsyncAdmin admin;

    @BeforeAll
    static void startServers() throws Exception {
        servers = HBaseServers.start(folder, HBaseServers.Shape.ONE_PROCESS);
        connection = ConnectionFactory.createAsyncConnection(configuration()).get();
        admin = connection.getAdmin();
    }

    @AfterAll
    static void stopServers() throws IOException {
        connection.close();
        servers.close();
    }

    @Test
    void splitAndMoveEndWithTheirProcedures() throws Exception {
        TableName table = table("ends", 100);
        HRegionLocation region = regions(table).getFirst();
        split(region, 50);
        assertEquals(2, regions(table).size());
        HRegionLocation upper = regions(table).getLast();
        assertEquals("050", Bytes.toString(upper.getRegion().getStartKey()));
        ServerName other = other(upper.getServerName());
        admin.move(upper.getRegion().getEncodedNameAsBytes(), other).get();
        assertEquals(other, regions(table).getLast().getServerName());
        assertEquals(100, count(table));
    }

    @Test
    void aProcedureGoesOnWhereItsClientDoesNotWait() throws Exception {
        TableName table = table("patience", 100);
        CompletableFuture<Void> split =
                admin.splitRegion(regions(table).getFirst().getRegion().getRegionName(), key(50));
        assertThrows(TimeoutException.class, () -> split.get(1, TimeUnit.MILLISECONDS));
        split.cancel(true);
        await("the split ends", () -> regions(table).size() == 2);
    }

    @Test
    void daughtersOpenWhereTheirParentWas() throws Exception {
        TableName table = table("daughters", 100);
        ServerName home = regions(table).getFirst().getServerName();
        split(regions(table).getFirst(), 50);
        for (HRegionLocation daughter : regions(table)) {
            assertEquals(home, daughter.getServerName());
        }
    }

    @Test
    void aMoveToWhereARegionIsEndsWithoutError() throws Exception {
        TableName table = table("idle", 10);
        HRegionLocation region = regions(table).getFirst();
        admin.move(region.getRegion().getEncodedNameAsBytes(), region.getServerName()).get();
        assertEquals(region.getServerName(), regions(table).getFirst().getServerName());
    }

    @Test
    void aMoveToAServerThatIsNotThereEndsWithoutErrorAndTheRegionServes() throws Exception {
        TableName table = table("nowhere", 10);
        HRegionLocation region = regions(table).getFirst();
        ServerName nobody = ServerName.valueOf("localhost", 1, 1);
        admin.move(region.getRegion().getEncodedNameAsBytes(), nobody).get();
        assertNotEquals(nobody, regions(table).getFirst().getServerName());
        assertEquals(10, count(table));
    }

    /** References of a split are in the way of the next one until they are compacted and gone. */
    @Test
    void aRegionWithReferencesIsNotSplitUntilItMoved() throws Exception {
        TableName table = table("references", 100);
        split(regions(table).getFirst(), 50);
        HRegionLocation upper = regions(table).getLast();
        assertTrue(references(table, upper) > 0);
        ExecutionException refused = assertThrows(ExecutionException.class, () -> split(upper, 75));
        assertTrue(String.valueOf(refused.getMessage()).contains("NOT splittable"));
        // The compaction that opening asked for.
        await("the daughter is compacted", () -> files(table, upper) > references(table, upper));
        // The references stay among the compacted files until they are discharged.
        assertThrows(ExecutionException.class, () -> split(upper, 75));
        admin.move(upper.getRegion().getEncodedNameAsBytes(), other(upper.getServerName())).get();
        split(regions(table).getLast(), 75);
        assertEquals(3, regions(table).size());
        assertEquals(100, count(table));
    }

    @Test
    void aSplitBehindAllDataLeavesNoReferenceAndTheNextFollowsAtOnce() throws Exception {
        TableName table = tableWithoutCompactions("append", 100);
        split(regions(table).getFirst(), 500);
        split(regions(table).getLast(), 700);
        split(regions(table).getFirst(), 300);
        assertEquals(4, regions(table).size());
        for (HRegionLocation region : regions(table)) {
            assertEquals(0, references(table, region));
        }
        assertEquals(100, count(table));
    }

    @Test
    void daughtersWithReferencesAreRewrittenByThemselves() throws Exception {
        TableName table = table("rewritten", 100);
        split(regions(table).getFirst(), 50);
        await(
                "all references are gone",
                () -> {
                    long references = 0;
                    for (HRegionLocation region : regions(table)) {
                        references += references(table, region);
                    }
                    return references == 0;
                });
        assertEquals(100, count(table));
    }

    @Test
    void theSplitSwitchTheTableAndItsPolicyRefuseOurSplitsToo() throws Exception {
        TableName table = table("switch", 100);
        HRegionLocation region = regions(table).getFirst();
        assertTrue(admin.splitSwitch(false).get());
        try {
            assertThrows(ExecutionException.class, () -> split(region, 50));
        } finally {
            assertFalse(admin.splitSwitch(true).get());
        }
        TableDescriptor before = admin.getDescriptor(table).get();
        admin.modifyTable(TableDescriptorBuilder.newBuilder(before).setSplitEnabled(false).build())
                .get();
        assertThrows(ExecutionException.class, () -> split(regions(table).getFirst(), 50));
        admin.modifyTable(
                        TableDescriptorBuilder.newBuilder(before)
                                .setRegionSplitPolicyClassName(
                                        DisabledRegionSplitPolicy.class.getName())
                                .build())
                .get();
        assertThrows(ExecutionException.class, () -> split(regions(table).getFirst(), 50));
        admin.modifyTable(before).get();
        split(regions(table).getFirst(), 50);
        assertEquals(2, regions(table).size());
    }

    @Test
    void theBalancerAndNormalizerSwitchesSayWhatTheyWereAndStay() throws Exception {
        boolean balancer = admin.isBalancerEnabled().get();
        boolean normalizer = admin.isNormalizerEnabled().get();
        try {
            assertEquals(balancer, admin.balancerSwitch(false, true).get());
            assertEquals(normalizer, admin.normalizerSwitch(false).get());
            // Another client sees them, after this one's connection is closed.
            try (AsyncConnection other =
                    ConnectionFactory.createAsyncConnection(configuration()).get()) {
                assertFalse(other.getAdmin().isBalancerEnabled().get());
                assertFalse(other.getAdmin().balancerSwitch(false, true).get());
                assertFalse(other.getAdmin().isNormalizerEnabled().get());
            }
            assertFalse(admin.isBalancerEnabled().get());
        } finally {
            assertFalse(admin.balancerSwitch(balancer, true).get());
            assertFalse(admin.normalizerSwitch(normalizer).get());
        }
        assertTrue(balancer);
    }

    @Test
    void theDefaultsAreThoseThatThePlanTakesThemToBe() {
        Configuration configuration = configuration();
        assertEquals(
                "org.apache.hadoop.hbase.regionserver.SteppingSplitPolicy",
                configuration.get(
                        HConstants.HBASE_REGION_SPLIT_POLICY_KEY,
                        RegionSplitPolicy.class.getName()));
        assertEquals(10L << 30, configuration.getLong(HConstants.HREGION_MAX_FILESIZE, 0));
        assertEquals(
                120_000,
                configuration.getInt("hbase.hfile.compaction.discharger.interval", 120_000));
        assertEquals(
                HConstants.DEFAULT_HBASE_BALANCER_PERIOD,
                configuration.getInt(HConstants.HBASE_BALANCER_PERIOD, 0));
        assertEquals(300_000, HConstants.DEFAULT_HBASE_BALANCER_PERIOD);
        assertTrue(configuration.getBoolean("hbase.compaction.after.bulkload.enable", true));
        assertFalse(
                configuration.getBoolean(
                        "hbase.master.auto.separate.child.regions.after.split.enabled", false));
    }

    @Test
    void theNormalizerIsSwitchedOnButNormalizesNoTableThatDoesNotAskForIt() throws Exception {
        TableName table = table("normalizer", 1);
        assertTrue(admin.isNormalizerEnabled().get());
        assertFalse(admin.getDescriptor(table).get().isNormalizationEnabled());
    }

    /** HBase's own check for it comes only every few hours. */
    @Test
    void aBulkLoadAsksForACompaction() throws Exception {
        TableName table = table("loaded", 0);
        FileSystem fileSystem = FileSystem.get(URI.create(servers.files()), configuration());
        for (int file = 0; file < 4; file++) {
            org.apache.hadoop.fs.Path place =
                    new org.apache.hadoop.fs.Path(servers.files() + "/loaded-" + file);
            RegionFiles files =
                    new RegionFiles(
                            configuration(),
                            fileSystem,
                            place,
                            ColumnFamilyDescriptorBuilder.of(FAMILY),
                            List.of(),
                            1);
            files.add(key(file), FAMILY, key(file));
            BulkLoadHFiles.create(configuration()).bulkLoad(table, Map.of(FAMILY, files.finish()));
        }
        HRegionLocation region = regions(table).getFirst();
        await("the loaded files become one", () -> isCompacted(table, region));
        assertEquals(4, count(table));
    }

    private static boolean isCompacted(TableName table, HRegionLocation region) throws Exception {
        return metrics(table, region.getServerName()).getStoreFileCount() < 4;
    }

    @Test
    void aSizeIsChangedWithoutReopeningRegions() throws Exception {
        TableName table = table("size", 10);
        HRegionLocation before = regions(table).getFirst();
        TableDescriptor described = admin.getDescriptor(table).get();
        admin.modifyTable(
                        TableDescriptorBuilder.newBuilder(described)
                                .setMaxFileSize(1L << 30)
                                .build(),
                        false)
                .get();
        assertEquals(1L << 30, admin.getDescriptor(table).get().getMaxFileSize());
        assertEquals(before.getSeqNum(), regions(table).getFirst().getSeqNum());
    }

    @Test
    void metricsGiveWholeMegabytesAndExactRequests() throws Exception {
        TableName table = table("metrics", 100);
        for (int index = 0; index < 30; index++) {
            connection.getTable(table).get(new Get(key(index))).get();
        }
        ServerName server = regions(table).getFirst().getServerName();
        await("the reads are counted", () -> metrics(table, server).getReadRequestCount() == 30);
        RegionMetrics metrics = metrics(table, server);
        assertEquals(100, metrics.getWriteRequestCount());
        double megabytes = metrics.getStoreFileSize().get(Size.Unit.MEGABYTE);
        assertEquals(Math.rint(megabytes), megabytes);
    }

    private static RegionMetrics metrics(TableName table, ServerName server) throws Exception {
        return admin.getRegionMetrics(server, table).get().getFirst();
    }

    private static Configuration configuration() {
        Configuration configuration = HBaseConfiguration.create();
        configuration.set(HConstants.ZOOKEEPER_QUORUM, servers.quorum());
        return configuration;
    }

    private static TableName table(String name, int rows) throws Exception {
        return table(name, rows, true);
    }

    private static TableName tableWithoutCompactions(String name, int rows) throws Exception {
        return table(name, rows, false);
    }

    /** A table of one region with rows {@code 000}, {@code 001} and so on in one file. */
    private static TableName table(String name, int rows, boolean isCompacted) throws Exception {
        TableName table = TableName.valueOf(name);
        admin.createTable(
                        TableDescriptorBuilder.newBuilder(table)
                                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                                .setCompactionEnabled(isCompacted)
                                .build())
                .get();
        for (int index = 0; index < rows; index++) {
            connection
                    .getTable(table)
                    .put(new Put(key(index)).addColumn(FAMILY, FAMILY, key(index)))
                    .get();
        }
        admin.flush(table).get();
        return table;
    }

    private static byte[] key(int index) {
        return Bytes.toBytes("%03d".formatted(index));
    }

    private static List<HRegionLocation> regions(TableName table) throws Exception {
        connection.getRegionLocator(table).clearRegionLocationCache();
        return connection.getRegionLocator(table).getAllRegionLocations().get();
    }

    private static void split(HRegionLocation region, int key) throws Exception {
        admin.splitRegion(region.getRegion().getRegionName(), key(key)).get();
    }

    private static ServerName other(ServerName server) throws Exception {
        ServerName other =
                admin.getRegionServers().get().stream()
                        .filter(one -> !one.equals(server))
                        .findFirst()
                        .orElseThrow();
        assertNotEquals(server, other);
        return other;
    }

    private static long count(TableName table) throws Exception {
        long count = 0;
        for (int index = 0; index < 100; index++) {
            count += connection.getTable(table).exists(new Get(key(index))).get() ? 1 : 0;
        }
        return count;
    }

    /** Files of a region that refer to half of a file of its parent. */
    private static long references(TableName table, HRegionLocation region) throws IOException {
        return names(table, region.getRegion()).stream()
                .filter(name -> name.matches("[0-9a-f]+\\.[0-9a-f]+"))
                .count();
    }

    private static long files(TableName table, HRegionLocation region) throws IOException {
        return names(table, region.getRegion()).size();
    }

    private static List<String> names(TableName table, RegionInfo region) throws IOException {
        Path files =
                Path.of(URI.create(servers.files()).getPath())
                        .resolve("hbase/data/default")
                        .resolve(table.getNameAsString())
                        .resolve(region.getEncodedName())
                        .resolve("f");
        if (!Files.isDirectory(files)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(files)) {
            return all.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .toList();
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(String what, Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < end, what);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }
}
