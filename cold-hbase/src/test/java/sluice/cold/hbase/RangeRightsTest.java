package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import sluice.plan.RangeKey;
import sluice.plan.run.DeniedException;
import sluice.plan.run.RangeStore;
import sluice.plan.run.TableRange;
import sluice.servers.hbase.HBaseServers;

/** A user that has all rights to one table, and none to the switches of the cluster. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("reliability")
@EnabledIfSystemProperty(named = "reliability", matches = "long")
class RangeRightsTest {
    private static final String CONTROLLER = AccessController.class.getName();

    @TempDir(cleanup = CleanupMode.ALWAYS)
    private Path folder;

    @Test
    void withoutTheRightToTheSwitchesRangesAreSplitAndMovedAndNothingIsSwitched() throws Exception {
        Map<String, String> settings =
                Map.of(
                        "hbase.security.authorization", "true",
                        "hbase.superuser", UserGroupInformation.getCurrentUser().getUserName(),
                        "hbase.coprocessor.master.classes", CONTROLLER,
                        "hbase.coprocessor.region.classes", CONTROLLER,
                        "hbase.coprocessor.regionserver.classes", CONTROLLER);
        try (HBaseServers servers =
                HBaseServers.start(folder, HBaseServers.Shape.ONE_PROCESS, 3, settings)) {
            String address = servers.address("own", "write=put&regions=1");
            Configuration configuration = HBaseConfiguration.create();
            configuration.set(HConstants.ZOOKEEPER_QUORUM, servers.quorum());
            try (HBaseColdStore owner = open(address);
                    AsyncConnection connection =
                            ConnectionFactory.createAsyncConnection(configuration).get()) {
                owner.prepare(new long[] {0});
                Permission all =
                        Permission.newBuilder(TableName.valueOf("own"))
                                .withActions(Permission.Action.values())
                                .build();
                connection.getAdmin().grant(new UserPermission("guest", all), false).get();
                UserGroupInformation.createRemoteUser("guest")
                        .doAs((PrivilegedExceptionAction<Object>) () -> asGuest(address));
                Permission writing =
                        Permission.newBuilder(TableName.valueOf("own"))
                                .withActions(
                                        Permission.Action.READ,
                                        Permission.Action.WRITE,
                                        Permission.Action.CREATE)
                                .build();
                connection.getAdmin().grant(new UserPermission("writer", writing), false).get();
                UserGroupInformation.createRemoteUser("writer")
                        .doAs((PrivilegedExceptionAction<Object>) () -> asWriter(address));
                assertTrue(connection.getAdmin().isBalancerEnabled().get());
                assertEquals(Optional.empty(), owner.ranges().restore("guest", 1000));
                assertTrue(owner.ranges().pause("owner", 1000, 2000).isPresent());
                IOException refused =
                        assertThrows(
                                IOException.class,
                                () ->
                                        UserGroupInformation.createRemoteUser("guest")
                                                .doAs(
                                                        (PrivilegedExceptionAction<Object>)
                                                                () -> restored(address)));
                assertTrue(
                        String.valueOf(refused.getMessage()).contains("as a user that HBase gives"),
                        refused::toString);
                assertTrue(owner.ranges().restore("owner", 1500).isPresent());
            }
        }
    }

    private static Object asGuest(String address) throws IOException {
        try (HBaseColdStore store = open(address)) {
            RangeStore ranges = store.ranges();
            assertEquals(Optional.empty(), ranges.pause("guest", 1000, 2000));
            String home = ranges.ranges().getFirst().server();
            assertTrue(ranges.split(RangeKey.FIRST, RangeKey.of(100)));
            String other =
                    ranges.servers().stream().filter(one -> !one.equals(home)).findFirst().get();
            ranges.move(RangeKey.of(100), other);
            assertEquals(
                    List.of(home, other),
                    ranges.ranges().stream().map(range -> range.server()).toList());
            return ranges;
        }
    }

    /** One who may write, and make tables, and change no region. */
    private static Object asWriter(String address) throws IOException {
        try (HBaseColdStore store = open(address)) {
            RangeStore ranges = store.ranges();
            assertEquals(Optional.empty(), ranges.pause("writer", 1000, 2000));
            List<TableRange> before = ranges.ranges();
            String last = before.getLast().server();
            String other =
                    ranges.servers().stream().filter(one -> !one.equals(last)).findFirst().get();
            assertThrows(
                    DeniedException.class, () -> ranges.split(RangeKey.FIRST, RangeKey.of(50)));
            assertThrows(DeniedException.class, () -> ranges.move(RangeKey.of(100), other));
            assertTrue(ranges.rangeBytesMax() > 0);
            assertEquals(
                    before.stream().map(TableRange::server).toList(),
                    ranges.ranges().stream().map(TableRange::server).toList());
            return ranges;
        }
    }

    private static Object restored(String address) throws IOException {
        try (HBaseColdStore store = open(address)) {
            return store.ranges().restore("guest", 3000);
        }
    }

    private static HBaseColdStore open(String address) throws IOException {
        return HBaseColdStore.open(address, new SplittableRandom(1));
    }
}
