package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.BucketStore;
import sluice.model.Link;
import sluice.model.SluiceException;
import sluice.model.UnreachableException;
import sluice.model.Visibility;
import sluice.plan.Prices;
import sluice.plan.RangeKey;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;
import sluice.servers.hbase.HBaseServers;

/** Regions of a real HBase as a plan splits and moves them, and who may do that. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HBaseRangesTest {
    private static final int ROWS = 200;
    private static final long PATIENCE_SECONDS = 200;
    private static final Switches ON = new Switches(true, true);

    @TempDir(cleanup = CleanupMode.ALWAYS)
    private static Path folder;

    private static HBaseServers servers;
    private static AsyncConnection connection;
    private static AsyncAdmin admin;

    @BeforeAll
    static void startServers() throws Exception {
        servers = HBaseServers.start(folder, HBaseServers.Shape.ONE_PROCESS);
        Configuration configuration = HBaseConfiguration.create();
        configuration.set(HConstants.ZOOKEEPER_QUORUM, servers.quorum());
        connection = ConnectionFactory.createAsyncConnection(configuration).get();
        admin = connection.getAdmin();
    }

    @AfterAll
    static void stopServers() throws IOException {
        connection.close();
        servers.close();
    }

    @Test
    void aTableThatIsNotThereHasNoRanges() throws IOException {
        try (HBaseColdStore store = open("nothing", "")) {
            assertEquals(List.of(), store.ranges().ranges());
            assertEquals(List.of(), store.ranges().places());
            assertEquals(3, new HashSet<>(store.ranges().servers()).size());
        }
    }

    /** Also where the region has data, and files that refer to its parent's are in the way. */
    @Test
    void regionsAreSplitAndMovedAndNoRowIsLost() throws IOException {
        try (HBaseColdStore store = filled("changed")) {
            RangeStore ranges = store.ranges();
            String home = ranges.ranges().getFirst().server();
            assertTrue(ranges.split(RangeKey.FIRST, RangeKey.of(100)));
            assertEquals(
                    List.of(RangeKey.FIRST, RangeKey.of(100)),
                    ranges.ranges().stream().map(TableRange::first).toList());
            assertEquals(
                    List.of(home, home), ranges.ranges().stream().map(TableRange::server).toList());
            assertFalse(ranges.split(RangeKey.of(100), RangeKey.of(150)), "it has references");
            assertFalse(ranges.split(RangeKey.of(77), RangeKey.of(80)), "there is no such range");
            String other =
                    ranges.servers().stream().filter(one -> !one.equals(home)).findFirst().get();
            ranges.move(RangeKey.of(100), "localhost:1");
            assertEquals(home, ranges.ranges().getLast().server(), "there is no such server");
            ranges.move(RangeKey.of(100), other);
            assertEquals(other, ranges.ranges().getLast().server());
            assertEquals(other, ranges.places().getLast().server());
            splitInTheEnd(ranges, RangeKey.of(100), RangeKey.of(150), List.of(home, other));
            assertEquals(3, ranges.ranges().size());
            assertEquals(ROWS, TestGraph.rows(store.reader()).size());
        }
    }

    /** A move lets go of files that were compacted. */
    private static void splitInTheEnd(
            RangeStore ranges, RangeKey first, RangeKey at, List<String> places)
            throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (int tries = 0; !ranges.split(first, at); tries++) {
            assertTrue(System.nanoTime() < end, "it is not split after " + tries + " tries");
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            if (tries % 4 == 3) {
                ranges.move(first, places.get(tries / 4 % 2));
            }
        }
    }

    /** As when others split it while a bucket is written; each cut costs HBase a second. */
    @Test
    void filesThatCrossABorderAreCountedAndNoRowIsLost() throws IOException {
        try (HBaseColdStore store = open("cut", "regions=1")) {
            store.prepare(new long[] {0, 100});
            RangeStore ranges = store.ranges();
            try (BucketStore.BucketWriter writer = store.build(1, 0, "test")) {
                for (int row = 0; row < 100; row++) {
                    writer.link(link(row));
                }
                assertTrue(ranges.split(RangeKey.FIRST, RangeKey.of(50)));
                writer.commit();
            }
            assertEquals(2, ranges.filesCut(), "of links and of points");
            write(store, 1);
            assertEquals(2, ranges.filesCut(), "a file for each region crosses no border");
            assertEquals(ROWS, TestGraph.rows(store.reader()).size());
        }
    }

    /** Files are staged below a folder whose name has no colon. */
    @Test
    void aTableInANamespaceIsSplitAndMovedAsAnyOther() throws Exception {
        IOException missing =
                assertThrows(IOException.class, () -> open("space:graph", "").prepare(new long[1]));
        assertTrue(
                String.valueOf(missing.getMessage()).contains("make the namespace space first"),
                missing::toString);
        assertFalse(missing instanceof UnreachableException, "waiting does not make it");
        admin.createNamespace(NamespaceDescriptor.create("space").build()).get();
        try (HBaseColdStore store = open("space:graph", "regions=1")) {
            store.prepare(new long[] {0, 100});
            RangeStore ranges = store.ranges();
            assertTrue(ranges.location().endsWith("/space:graph"), ranges.location());
            String home = ranges.ranges().getFirst().server();
            assertTrue(ranges.split(RangeKey.FIRST, RangeKey.of(100)));
            String other =
                    ranges.servers().stream().filter(one -> !one.equals(home)).findFirst().get();
            ranges.move(RangeKey.of(100), other);
            assertEquals(
                    List.of(home, other),
                    ranges.ranges().stream().map(TableRange::server).toList());
            write(store, 0);
            write(store, 1);
            assertEquals(0, ranges.filesCut());
            assertEquals(ROWS, TestGraph.rows(store.reader()).size());
        }
    }

    @Test
    void aServerThatIsDecommissionedIsNotPlannedFor() throws Exception {
        try (HBaseColdStore store = filled("emptied")) {
            RangeStore ranges = store.ranges();
            String home = ranges.ranges().getFirst().server();
            ServerName emptied =
                    admin.getRegionServers().get().stream()
                            .filter(server -> !HBaseRanges.name(server).equals(home))
                            .findFirst()
                            .orElseThrow();
            assertEquals(3, ranges.servers().size());
            admin.decommissionRegionServers(List.of(emptied), false).get();
            try {
                assertEquals(2, ranges.servers().size());
                assertFalse(ranges.servers().contains(HBaseRanges.name(emptied)));
            } finally {
                admin.recommissionRegionServer(emptied, List.of()).get();
            }
            assertEquals(3, ranges.servers().size());
        }
    }

    @Test
    void replicasOfARegionAreNoRangesOfTheirOwn() throws Exception {
        try (HBaseColdStore store = filled("replicas")) {
            TableName name = TableName.valueOf("replicas");
            TableDescriptor table = admin.getDescriptor(name).get();
            admin.modifyTable(
                            TableDescriptorBuilder.newBuilder(table)
                                    .setRegionReplication(2)
                                    .build())
                    .get();
            assertEquals(
                    2,
                    connection.getRegionLocator(name).getAllRegionLocations().get().size(),
                    "with its replica");
            assertEquals(1, store.ranges().ranges().size());
        }
    }

    @Test
    void aRangeBecomesAsLargeAsItsTableSaysAndElseTheCluster() throws Exception {
        try (HBaseColdStore store = open("large", "write=put&regions=1")) {
            store.prepare(new long[] {0});
            assertEquals(10L << 30, store.ranges().rangeBytesMax());
            TableDescriptor table = admin.getDescriptor(TableName.valueOf("large")).get();
            admin.modifyTable(
                            TableDescriptorBuilder.newBuilder(table)
                                    .setMaxFileSize(1L << 30)
                                    .build())
                    .get();
            assertEquals(1L << 30, store.ranges().rangeBytesMax());
        }
    }

    @Test
    void onePlanAtATimeAndTheSwitchesComeBackAsTheFirstOneFoundThem() throws Exception {
        try (HBaseColdStore one = open("one", "");
                HBaseColdStore other = open("other", "")) {
            boolean normalizer = admin.isNormalizerEnabled().get();
            Switches found = new Switches(true, normalizer);
            RangeStore first = one.ranges();
            RangeStore second = other.ranges();
            assertEquals(Optional.empty(), first.restore("first", 0));
            assertEquals(Optional.of(found), first.pause("first", 1000, 2000));
            assertFalse(admin.isBalancerEnabled().get());
            assertFalse(admin.isNormalizerEnabled().get());
            assertEquals(Optional.of(found), first.pause("first", 1500, 2500), "prolonged");
            SluiceException busy =
                    assertThrows(SluiceException.class, () -> second.pause("second", 2400, 3400));
            assertTrue(String.valueOf(busy.getMessage()).contains("a plan of first"));
            assertThrows(SluiceException.class, () -> second.restore("second", 2400));
            assertFalse(admin.isBalancerEnabled().get());
            // The first one is dead, and what the second one would find is not how it was.
            assertEquals(Optional.of(found), second.pause("second", 2600, 3600));
            assertThrows(SluiceException.class, () -> first.restore("first", 3000));
            assertEquals(Optional.of(found), second.restore("second", 3000));
            assertTrue(admin.isBalancerEnabled().get());
            assertEquals(normalizer, admin.isNormalizerEnabled().get());
            assertEquals(Optional.empty(), second.restore("second", 3000));
        }
    }

    @Test
    void switchesThatWereOffStayOffAndAnyMachineGivesThemBackOnceTheTimeIsOver() throws Exception {
        admin.balancerSwitch(false, true).get();
        try (HBaseColdStore store = open("any", "")) {
            Switches found = store.ranges().pause("dead", 1000, 2000).orElseThrow();
            assertFalse(found.balancer());
            assertEquals(Optional.of(found), store.ranges().restore("somebody", 2001));
            assertFalse(admin.isBalancerEnabled().get());
        } finally {
            admin.balancerSwitch(true, true).get();
        }
    }

    /** Switches that do something else, too, once they are set. */
    private static final class NotedSwitches implements PlanRow.Switchboard {
        private Switches now;
        private Runnable whenSet = () -> {};

        NotedSwitches(Switches now) {
            this.now = now;
        }

        @Override
        public Switches now() {
            return now;
        }

        @Override
        public void set(Switches wanted) {
            now = wanted;
            whenSet.run();
        }
    }

    /** Takes the cluster for a plan until 2000 and switches off, as a process that then dies. */
    private static NotedSwitches offByADeadPlan(PlanRow row) throws IOException {
        NotedSwitches switches = new NotedSwitches(ON);
        assertEquals(ON, row.take("dead", 1000, 2000, switches));
        switches.set(new Switches(false, false));
        return switches;
    }

    @Test
    void noPlanBeginsWhileSwitchesAreGivenBackOfOneWhoseTimeIsOver() throws Exception {
        try (Cluster cluster = cluster()) {
            PlanRow row = new PlanRow(cluster);
            NotedSwitches switches = offByADeadPlan(row);
            switches.whenSet =
                    () ->
                            assertThrows(
                                    SluiceException.class,
                                    () -> row.take("second", 2600, 3600, switches));
            assertEquals(Optional.of(ON), row.giveBack("first", 2500, switches));
            assertEquals(Optional.empty(), row.read());
            assertEquals(ON, switches.now());
        }
    }

    /** Both ways to go on: the same load again, and the plan of another one. */
    @Test
    void aProcessThatDiesOnceTheSwitchesAreBackLeavesWhatTheyWereToTheNextOne() throws Exception {
        try (Cluster cluster = cluster()) {
            PlanRow row = new PlanRow(cluster);
            for (boolean isSame : new boolean[] {true, false}) {
                NotedSwitches switches = offByADeadPlan(row);
                switches.whenSet =
                        () -> {
                            throw new IllegalStateException("killed");
                        };
                assertThrows(
                        IllegalStateException.class, () -> row.giveBack("first", 2500, switches));
                switches.whenSet = () -> {};
                String next = isSame ? "first" : "second";
                long now = isSame ? 2501 : 2501 + PlanRow.GIVING_BACK_MILLIS;
                switches.set(new Switches(false, false));
                assertEquals(ON, row.take(next, now, now + 1000, switches), "not as it is now");
                assertEquals(Optional.of(ON), row.giveBack(next, now, switches));
                assertEquals(ON, switches.now());
                assertEquals(Optional.empty(), row.read());
            }
        }
    }

    @Test
    void aPlanThatBeginsAllTheSameIsNamedAndGivesThemBack() throws Exception {
        try (Cluster cluster = cluster()) {
            PlanRow row = new PlanRow(cluster);
            NotedSwitches switches = offByADeadPlan(row);
            long late = 2501 + PlanRow.GIVING_BACK_MILLIS;
            switches.whenSet =
                    () -> {
                        switches.whenSet = () -> {};
                        try {
                            assertEquals(ON, row.take("second", late, late + 1000, switches));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    };
            SluiceException begun =
                    assertThrows(
                            SluiceException.class, () -> row.giveBack("first", 2500, switches));
            assertTrue(
                    String.valueOf(begun.getMessage()).contains("a plan of second began"),
                    begun::toString);
            assertEquals(Optional.of(ON), row.giveBack("second", late, switches));
        }
    }

    private static Cluster cluster() throws IOException {
        return Cluster.connect(HBaseAddress.parse(servers.address("row", "")));
    }

    @Test
    void aRowCostsWhatTheRateAllows() throws IOException {
        try (HBaseColdStore files = open("a", "");
                HBaseColdStore puts = open("a", "write=put");
                HBaseColdStore paced = open("a", "write=put&rate=500")) {
            Prices price = paced.ranges().prices();
            assertEquals(2000, price.insertRow());
            assertEquals(0, price.moveRow(), "a move copies nothing");
            assertEquals(1_100_000, price.movePartition());
            assertEquals(20, puts.ranges().prices().insertRow());
            assertEquals(5, files.ranges().prices().insertRow());
            assertEquals(Map.of(), paced.ranges().speeds());
        }
        String uneven = "write=put&rate=500,slow:16020=50,fast:16020=1000";
        try (HBaseColdStore store = open("a", uneven)) {
            assertEquals(2000, store.ranges().prices().insertRow());
            assertEquals(Map.of("slow:16020", 10, "fast:16020", 200), store.ranges().speeds());
        }
    }

    /** Two buckets at once, both on one server. */
    @Test
    void eachServerGetsNoMoreRowsThanItsRate() throws Exception {
        try (HBaseColdStore store = open("paced", "write=put&rate=200&regions=1")) {
            store.prepare(new long[] {0, 100});
            long begin = System.nanoTime();
            Thread other = Thread.ofPlatform().start(() -> write(store, 1));
            write(store, 0);
            other.join();
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            assertTrue(millis >= 850, "200 rows at 200 a second took " + millis + " ms");
            assertEquals(ROWS, TestGraph.rows(store.reader()).size());
        }
    }

    private static void write(BucketStore store, int bucket) {
        try (BucketStore.BucketWriter writer = store.build(1, bucket, "test")) {
            for (int row = 0; row < 100; row++) {
                writer.link(link(bucket * 100L + row));
            }
            writer.commit();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A table of one region with links of the ids from 0 to 199. */
    private static HBaseColdStore filled(String table) throws IOException {
        HBaseColdStore store = open(table, "write=put&regions=1");
        store.prepare(new long[] {0, 100});
        write(store, 0);
        write(store, 1);
        return store;
    }

    private static Link link(long id) {
        return new Link(id, 1, id + 1, Visibility.VISIBLE, 0, 5, new byte[] {1});
    }

    private static HBaseColdStore open(String table, String options) throws IOException {
        return HBaseColdStore.open(servers.address(table, options), new SplittableRandom(1));
    }
}
