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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.Answer;
import sluice.model.BucketStore;
import sluice.model.BucketStoreProvider;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.TypeCount;
import sluice.model.UnreachableException;
import sluice.model.Visibility;
import sluice.servers.hbase.HBaseServers;

/** The cold store on a real HBase, which the last test kills. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HBaseColdStoreTest {
    private static final byte[] NO_DATA = {};

    @TempDir(cleanup = CleanupMode.ALWAYS)
    private static Path folder;

    private static HBaseServers servers;

    private final SplittableRandom random = new SplittableRandom(1);

    @BeforeAll
    static void startServers() throws IOException {
        servers = HBaseServers.start(folder, HBaseServers.Shape.ONE_PROCESS);
    }

    @AfterAll
    static void stopServers() {
        servers.close();
    }

    @Test
    void answersAsTheGraphInMemoryDoes() throws IOException {
        for (long seed = 1; seed <= 2; seed++) {
            TestGraph graph = new TestGraph(seed);
            String options = seed == 1 ? "regions=3" : "compression=gz&encoding=none&block=4096";
            try (BucketStore store = open("random-" + seed, options)) {
                store.prepare(TestGraph.firstIds());
                for (int bucket = TestGraph.firstIds().length - 1; bucket >= 0; bucket--) {
                    graph.build(store, bucket);
                }
                compare("seed " + seed, graph, store.reader());
            }
        }
    }

    @Test
    void sameBucketTwiceChangesNothing() throws IOException {
        TestGraph graph = new TestGraph(3);
        try (BucketStore store = open("twice", "regions=2")) {
            store.prepare(TestGraph.firstIds());
            store.prepare(TestGraph.firstIds());
            assertTrue(store.isEmpty());
            for (int bucket : new int[] {3, 4, 5, 4, 3}) {
                assertTrue(graph.build(store, bucket) > 0);
                assertFalse(store.isEmpty());
            }
            compareSuperNode("twice", graph, store.reader());
        }
    }

    @Test
    void whatWasNotCommittedIsNotSeenAndIsRemovedByTheNextBuild() throws IOException {
        TestGraph graph = new TestGraph(4);
        try (BucketStore store = open("killed", "")) {
            store.prepare(TestGraph.firstIds());
            BucketStore.BucketWriter killed = store.build(1, 3, "test");
            graph.write(3, killed);
            Path left = Path.of(URI.create(servers.files()).getPath(), "staging/killed");
            List<Path> leftovers = files(left);
            assertFalse(leftovers.isEmpty());
            assertEquals(List.of(), TestGraph.rows(store.reader()));
            try (BucketStore.BucketWriter next = store.build(1, 3, "test")) {
                for (Path leftover : leftovers) {
                    assertFalse(Files.exists(leftover), leftover::toString);
                }
                next.link(link(TestGraph.SUPER, 5, 6, Visibility.VISIBLE));
            }
            assertEquals(List.of(), files(left), "given up");
            assertEquals(List.of(), TestGraph.rows(store.reader()));
            graph.build(store, 3);
            assertEquals(List.of(), files(left), "committed");
            assertFalse(TestGraph.rows(store.reader()).isEmpty());
        }
    }

    @Test
    void whoWasTakenForDeadHandsOverItsOwnFiles() throws IOException {
        TestGraph graph = new TestGraph(6);
        try (BucketStore store = open("slept", "regions=2")) {
            store.prepare(TestGraph.firstIds());
            Path left = Path.of(URI.create(servers.files()).getPath(), "staging/slept");
            for (int bucket = 3; bucket <= 5; bucket++) {
                try (BucketStore.BucketWriter slept = store.build(1, bucket, "slept")) {
                    graph.write(bucket, slept);
                    try (BucketStore.BucketWriter begun = store.build(1, bucket, "other")) {
                        graph.write(bucket, begun);
                        slept.commit();
                    }
                }
            }
            compareSuperNode("slept", graph, store.reader());
            assertEquals(List.of(), files(left), "both are at their end");
        }
    }

    @Test
    void tableIsClaimedOnceAndTheClaimIsNoRow() throws Exception {
        TestGraph graph = new TestGraph(8);
        try (BucketStore store = open("claimed", "regions=3");
                BucketStore second = open("claimed", "")) {
            store.prepare(TestGraph.firstIds());
            assertEquals(Optional.empty(), store.owner());
            BucketStore.Owner owner = new BucketStore.Owner(-7, "/été/first");
            assertEquals(owner, store.claim(owner));
            assertEquals(owner, second.claim(new BucketStore.Owner(8, "/second")));
            assertEquals(owner, store.claim(owner));
            assertTrue(second.isEmpty());
            Path left = Path.of(URI.create(servers.files()).getPath(), "staging/claimed");
            for (int bucket = 0; bucket < TestGraph.firstIds().length; bucket++) {
                try (BucketStore.BucketWriter writer = store.build(1, bucket, "test")) {
                    graph.write(bucket, writer);
                    Path own = left.resolve("store-fffffffffffffff9");
                    assertEquals(files(left), files(own));
                    writer.commit();
                }
            }
            compare("claimed", graph, second.reader());
            tidyUp("claimed");
            compare("tidied up", graph, second.reader());
            assertEquals(Optional.of(owner), second.owner());
        }
    }

    @Test
    void regionThatWasSplitMeanwhileIsNoTrouble() throws Exception {
        TestGraph graph = new TestGraph(5);
        try (BucketStore store = open("split", "regions=1")) {
            store.prepare(TestGraph.firstIds());
            for (int bucket = 3; bucket <= 5; bucket++) {
                if (bucket == 4) {
                    try (BucketStore.BucketWriter writer = store.build(1, bucket, "test")) {
                        graph.write(bucket, writer);
                        // In the middle of a list: no border that a file could have been cut at.
                        split("split", Rows.link(TestGraph.SUPER, 1, 25, 0));
                        writer.commit();
                    }
                } else {
                    graph.build(store, bucket);
                }
            }
            compareSuperNode("split", graph, store.reader());
        }
    }

    @Test
    void laterLoadsHandOverWhatTheyChange() throws Exception {
        for (String write : List.of("write=files", "write=put")) {
            String table = "loads-" + write.substring(6);
            try (BucketStore store = open(table, "regions=3&" + write)) {
                store.prepare(TestGraph.firstIds());
                TestGraph before = new TestGraph(7);
                for (int bucket = 0; bucket < TestGraph.firstIds().length; bucket++) {
                    before.build(store, bucket);
                }
                for (int load = 2; load <= 3; load++) {
                    TestGraph now = new TestGraph(7 + load);
                    for (int bucket = TestGraph.firstIds().length - 1; bucket >= 0; bucket--) {
                        // One twice, as after a crash.
                        for (int time = bucket == 4 ? 0 : 1; time < 2; time++) {
                            try (BucketStore.BucketWriter writer =
                                    store.build(load, bucket, "test")) {
                                GraphChange.of(before, now, bucket).show(writer);
                                writer.commit();
                            }
                        }
                    }
                    compare(write + " load " + load, now, store.reader());
                    if (load == 2) {
                        tidyUp(table);
                        compare(write + " tidied up", now, store.reader());
                    }
                    before = now;
                }
            }
        }
    }

    @Test
    void tableOfAnEarlierSluiceIsReadAndNotBuilt() throws Exception {
        try (BucketStore store = open("old", "")) {
            store.prepare(new long[] {0});
            build(store, link(1, 10, 100, Visibility.VISIBLE));
            try (Connection connection = connect();
                    Admin admin = connection.getAdmin()) {
                TableName name = TableName.valueOf("old");
                admin.modifyTable(
                        org.apache.hadoop.hbase.client.TableDescriptorBuilder.newBuilder(
                                        admin.getDescriptor(name))
                                .setValue("SLUICE_LAYOUT", "1")
                                .build());
            }
            SluiceException failure =
                    assertThrows(SluiceException.class, () -> store.build(2, 0, "test"));
            assertEquals(ErrorCode.STORE, failure.code());
            assertTrue(store.reader().link(1, 0, 10).value().isPresent());
        }
    }

    @Test
    void tableThatIsMadeAnewIsAnotherOne() throws Exception {
        try (BucketStore store = open("anew", "")) {
            assertEquals(Optional.empty(), store.identity());
            store.prepare(new long[] {0});
            Optional<String> first = store.identity();
            assertTrue(first.isPresent());
            store.prepare(new long[] {0});
            assertEquals(first, store.identity());
            try (Connection connection = connect();
                    Admin admin = connection.getAdmin()) {
                admin.disableTable(TableName.valueOf("anew"));
                admin.deleteTable(TableName.valueOf("anew"));
            }
            assertEquals(Optional.empty(), store.identity());
            store.prepare(new long[] {0});
            assertNotEquals(first, store.identity());
        }
    }

    @Test
    void compressionThatServersDoNotHaveIsRefused() throws IOException {
        try (BucketStore store = open("no-codec", "compression=lz4")) {
            SluiceException failure =
                    assertThrows(SluiceException.class, () -> store.prepare(new long[] {0}));
            assertEquals(ErrorCode.CONFIG, failure.code());
            assertTrue(failure.getMessage().contains("=lz4"), failure::getMessage);
        }
    }

    @Test
    void thousandsMayWaitAtOnce() throws Exception {
        TestGraph graph = new TestGraph(6);
        try (BucketStore store = open("waiting", "");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            store.prepare(TestGraph.firstIds());
            for (int bucket = 3; bucket <= 5; bucket++) {
                graph.build(store, bucket);
            }
            LinkQuery query = LinkQuery.newest(TestGraph.SUPER, 1, 10);
            List<Link> expected = graph.memory.linkList(query).value().links();
            List<Future<List<Link>>> answers = new ArrayList<>();
            for (int index = 0; index < 3000; index++) {
                answers.add(threads.submit(() -> store.reader().linkList(query).value().links()));
            }
            for (Future<List<Link>> answer : answers) {
                assertEquals(expected, answer.get());
            }
        }
    }

    @Test
    void tableOfSomeoneElseIsLeftAlone() throws Exception {
        try (Connection connection = connect();
                Admin admin = connection.getAdmin()) {
            admin.createTable(
                    org.apache.hadoop.hbase.client.TableDescriptorBuilder.newBuilder(
                                    TableName.valueOf("foreign"))
                            .setColumnFamily(
                                    org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder.of(
                                            "x"))
                            .build());
        }
        try (BucketStore store = open("foreign", "")) {
            SluiceException failure =
                    assertThrows(SluiceException.class, () -> store.prepare(new long[] {0}));
            assertEquals(ErrorCode.STORE, failure.code());
        }
    }

    @Test
    void missingTableAndStagingAreSaid() throws IOException {
        String address = servers.address("missing", "");
        try (BucketStore store = HBaseColdStore.open(address, random)) {
            IOException failure = assertThrows(IOException.class, () -> store.reader().count(1, 1));
            assertFalse(failure instanceof UnreachableException, failure::getMessage);
            assertTrue(
                    failure.getMessage().contains("TableNotFoundException"), failure::getMessage);
        }
        String toRead = address.substring(0, address.indexOf('?'));
        try (BucketStore store = HBaseColdStore.open(toRead, random)) {
            SluiceException failure =
                    assertThrows(SluiceException.class, () -> store.build(1, 0, "test"));
            assertTrue(failure.getMessage().contains("staging="), failure::getMessage);
        }
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void deadServerFailsAndSaysWhere() throws IOException {
        try (BucketStore store = open("dead", "timeout=2")) {
            store.prepare(new long[] {0});
            Link link = link(1, 10, 100, Visibility.VISIBLE);
            build(store, link);
            assertEquals(Optional.of(link), store.reader().link(1, 0, 10).value());
            BucketStore.BucketWriter writer = store.build(1, 0, "test");
            writer.link(link);
            servers.killAll();
            GraphReader reader = store.reader();
            for (var question :
                    List.<org.junit.jupiter.api.function.Executable>of(
                            () -> reader.link(1, 0, 10),
                            () -> reader.linkList(LinkQuery.newest(1, 0, 10)),
                            () -> reader.node(1),
                            () -> TestGraph.rows(reader),
                            () -> open("dead", "timeout=2"),
                            () -> store.build(1, 0, "test"),
                            store::identity)) {
                // Builders wait for one that is away.
                IOException failure = assertThrows(UnreachableException.class, question);
                assertTrue(failure.getMessage().contains(store.location()), failure::getMessage);
            }
        }
    }

    private static BucketStore open(String table, String options) throws IOException {
        return BucketStoreProvider.open(
                servers.address(table, options), HBaseColdStoreTest.class.getClassLoader());
    }

    private static void build(BucketStore store, Link... links) throws IOException {
        try (BucketStore.BucketWriter writer = store.build(1, 0, "test")) {
            for (Link link : links) {
                writer.link(link);
            }
            writer.count(links[0].id1(), links[0].linkType(), 0, links.length);
            writer.commit();
        }
    }

    private static Link link(long id1, long id2, long time, Visibility visibility) {
        return new Link(id1, 0, id2, visibility, 1, time, NO_DATA);
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static Connection connect() throws IOException {
        Configuration configuration = HBaseConfiguration.create();
        configuration.set("hbase.zookeeper.quorum", servers.quorum());
        return ConnectionFactory.createConnection(configuration);
    }

    /** Has HBase write all files anew, where what was deleted is left out. */
    private static void tidyUp(String table) throws Exception {
        try (Connection connection = connect();
                Admin admin = connection.getAdmin()) {
            TableName name = TableName.valueOf(table);
            admin.flush(name);
            long before = admin.getLastMajorCompactionTimestamp(name);
            admin.majorCompact(name);
            while (admin.getCompactionState(name) != CompactionState.NONE
                    || admin.getLastMajorCompactionTimestamp(name) == before) {
                LockSupport.parkNanos(50_000_000);
            }
        }
    }

    private static void split(String table, byte[] key) throws Exception {
        try (Connection connection = connect();
                Admin admin = connection.getAdmin()) {
            byte[] region = admin.getRegions(TableName.valueOf(table)).getFirst().getRegionName();
            admin.splitRegionAsync(region, key).get(1, TimeUnit.MINUTES);
        }
    }

    /** Compares all answers of both, those without rows too. */
    private static void compare(String what, TestGraph graph, GraphReader reader)
            throws IOException {
        GraphReader expected = graph.memory;
        assertEquals(TestGraph.rows(expected), TestGraph.rows(reader), what);
        for (long id : TestGraph.ids()) {
            compareId(what, graph, reader, id);
        }
    }

    /** As {@link #compare}, of what the three buckets of the super node hold. */
    private static void compareSuperNode(String what, TestGraph graph, GraphReader reader)
            throws IOException {
        List<Object> expected = new ArrayList<>(TestGraph.rows(graph.memory));
        expected.removeIf(
                row ->
                        switch (row) {
                            case Link link -> link.id1() != TestGraph.SUPER;
                            case Node node -> node.id() != TestGraph.SUPER;
                            default -> true;
                        });
        assertEquals(expected, TestGraph.rows(reader), what);
        compareId(what, graph, reader, TestGraph.SUPER);
    }

    private static void compareId(String what, TestGraph graph, GraphReader reader, long id)
            throws IOException {
        GraphReader expected = graph.memory;
        Answer<Optional<Node>> node = reader.node(id);
        assertTrue(node.complete());
        assertEquals(expected.node(id).value(), node.value(), what);
        List<TypeCount> types = reader.types(id).value();
        assertEquals(expected.types(id).value(), types, what);
        for (long type : TestGraph.types()) {
            assertEquals(expected.count(id, type).value(), reader.count(id, type).value(), what);
            compareList(what, graph, reader, id, type);
        }
    }

    private static void compareList(
            String what, TestGraph graph, GraphReader reader, long id, long type)
            throws IOException {
        GraphReader expected = graph.memory;
        List<LinkQuery> queries = new ArrayList<>();
        queries.add(LinkQuery.newest(id, type, Integer.MAX_VALUE));
        queries.add(LinkQuery.newest(id, type, 0));
        for (int index = 0; index < 4; index++) {
            queries.add(
                    new LinkQuery(
                            id,
                            type,
                            graph.time(),
                            graph.time(),
                            graph.number(5),
                            1 + graph.number(20)));
        }
        for (LinkQuery query : queries) {
            assertEquals(
                    expected.linkList(query).value().links(),
                    reader.linkList(query).value().links(),
                    () -> what + " " + query);
        }
        long[] id2s = new long[10];
        for (int index = 0; index < id2s.length; index++) {
            id2s[index] = graph.id2();
        }
        assertEquals(
                expected.links(id, type, id2s).value(), reader.links(id, type, id2s).value(), what);
        assertEquals(
                expected.link(id, type, id2s[0]).value(),
                reader.link(id, type, id2s[0]).value(),
                what);
    }
}
