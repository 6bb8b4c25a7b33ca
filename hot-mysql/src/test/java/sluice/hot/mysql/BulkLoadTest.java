package sluice.hot.mysql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sluice.model.HotHeader;
import sluice.model.HotIngest;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.servers.WaitsForServers;
import sluice.servers.mariadb.MariaDbServer;

/** Rows that come in bulk: every byte, nothing before the commit, nothing of one that died. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class BulkLoadTest {
    private static MariaDbServer server;

    @BeforeAll
    static void start() throws IOException {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static MySqlHotStore open(String name, MySqlEngine engine) throws IOException {
        String database = name + "_" + engine.sqlName();
        return MySqlHotStore.open(
                TestServer.address(server, database, "?engine=" + engine.sqlName()));
    }

    private static MySqlHotStore openAgain(String name, MySqlEngine engine) throws IOException {
        return MySqlHotStore.open(MySqlAddress.parse(server.uri(name + "_" + engine.sqlName())));
    }

    /** Pairs of all values, so that each stands before each that could mean something. */
    private static byte[] allPairs() {
        byte[] bytes = new byte[2 * 256 * 256];
        for (int pair = 0; pair < 256 * 256; pair++) {
            bytes[2 * pair] = (byte) pair;
            bytes[2 * pair + 1] = (byte) (pair >> 8);
        }
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void everyByteAndNumberArrivesAndNothingIsSeenBefore(MySqlEngine engine) throws IOException {
        try (MySqlHotStore hot = open("bytes", engine)) {
            Link first = new Link(1, -1, 0, Visibility.HIDDEN, Long.MIN_VALUE, -1, new byte[0]);
            Link last = new Link(-1, 0, -1, Visibility.VISIBLE, Long.MAX_VALUE, 1, allPairs());
            Node node = new Node(-1, -1, Long.MIN_VALUE, -5, allPairs());
            try (HotIngest ingest = hot.ingest()) {
                ingest.add(new Node(0, 0, 0, 0, new byte[0]));
                ingest.add(first);
                ingest.add(last);
                ingest.add(node);
                assertNull(hot.link(-1, 0, -1));
                ingest.commit();
            }
            assertEquals(first, hot.link(1, -1, 0).link());
            assertEquals(last, hot.link(-1, 0, -1).link());
            assertArrayEquals(allPairs(), hot.node(-1).changes().getFirst().node().data());
            assertEquals(node, hot.node(-1).changes().getFirst().node());
            assertEquals(0, hot.node(0).changes().getFirst().node().data().length);
            assertEquals(new HotHeader(1, 0, 0, HotHeader.NO_EPOCH), hot.header(1, -1));
            assertEquals(new HotHeader(1, 1, 0, HotHeader.NO_EPOCH), hot.header(-1, 0));
            TestServer.put(hot, TestServer.link(-1, 0, 5, 5));
            HotLink mark = HotLink.mark(HotLink.Kind.HIDES, -1, 0, -1, hot.nextSequence());
            TestServer.put(hot, mark);
            try (HotList list = hot.list(-1, 0)) {
                assertArrayEquals(new long[] {5, -1}, list.id2s());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anIngestThatEndsWithoutACommitLeavesNothing(MySqlEngine engine) throws Exception {
        try (MySqlHotStore hot = open("ended", engine)) {
            HotIngest dies = hot.ingest();
            fill(dies, 100, 60_000);
            try (HotIngest ingest = hot.ingest()) {
                fill(ingest, 200, 10);
            }
            assertEquals(0, links("ended", engine));
            dies.close();
            assertEquals(0, links("ended", engine));
            fillAndCommit(hot, 100, 50);
            assertEquals(50, links("ended", engine));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAServerThatDiedLeftIsRemovedOrFinished(MySqlEngine engine) throws Exception {
        MySqlHotStore hot = open("killed", engine);
        fillAndCommit(hot, 1, 20);
        HotIngest dies = hot.ingest();
        fill(dies, 100, 60_000);
        server.kill();
        server = server.startAgain();
        assertThrows(IOException.class, dies::commit);
        dies.close();
        hot.close();
        try (MySqlHotStore again = openAgain("killed", engine)) {
            assertEquals(20, again.header(1, 1).rows());
            assertEquals(HotHeader.EMPTY, again.header(100, 1));
            assertEquals(20, links("killed", engine));
            assertEquals(List.of(), leftovers("killed", engine));
            fillAndCommit(again, 100, 30);
            assertEquals(30, again.header(100, 1).visible());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCommitIsOnDiskWhereEngineAndServerDoThat(MySqlEngine engine) throws IOException {
        try (MySqlHotStore hot = open("durable", engine)) {
            assertEquals(engine == MySqlEngine.INNODB, hot.isEachCommitOnDisk());
        }
    }

    @Test
    void severalRunSideBySide() throws Exception {
        try (MySqlHotStore hot = open("parallel", MySqlEngine.INNODB);
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int id1 = i;
                tasks.add(
                        () -> {
                            fillAndCommit(hot, id1, 20_000);
                            return null;
                        });
            }
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
            for (int id1 = 0; id1 < 4; id1++) {
                assertEquals(20_000, hot.header(id1, 1).visible());
                try (HotList list = hot.list(id1, 1)) {
                    assertEquals(20_000, list.id2s().length);
                }
            }
        }
    }

    @Test
    void rowsWhoseKeysAreThereAndRowsOutOfOrderAreRefused() throws IOException {
        try (MySqlHotStore hot = open("refused", MySqlEngine.INNODB)) {
            fillAndCommit(hot, 1, 5);
            try (HotIngest ingest = hot.ingest()) {
                fill(ingest, 1, 6);
                SluiceException failure = assertThrows(SluiceException.class, ingest::commit);
                assertTrue(failure.getMessage().contains("key"), failure.getMessage());
            }
            assertEquals(5, hot.header(1, 1).rows());
            try (HotIngest ingest = hot.ingest()) {
                ingest.add(TestServer.link(2, 2, 2, 0));
                assertThrows(
                        IllegalArgumentException.class,
                        () -> ingest.add(TestServer.link(2, 2, 1, 0)));
            }
        }
    }

    private static void fill(HotIngest ingest, long id1, int links) throws IOException {
        for (int id2 = 0; id2 < links; id2++) {
            ingest.add(new Link(id1, 1, id2, Visibility.VISIBLE, 0, id2, new byte[100]));
        }
    }

    private static void fillAndCommit(MySqlHotStore hot, long id1, int links) throws IOException {
        try (HotIngest ingest = hot.ingest()) {
            fill(ingest, id1, links);
            ingest.commit();
        }
    }

    private static long links(String name, MySqlEngine engine) throws Exception {
        try (TestSql sql = TestSql.connect(server, name + "_" + engine.sqlName())) {
            return Long.parseLong(sql.rows("SELECT COUNT(*) FROM linktable").getFirst());
        }
    }

    private static List<String> leftovers(String name, MySqlEngine engine) throws Exception {
        try (TestSql sql = TestSql.connect(server, name + "_" + engine.sqlName())) {
            return sql.rows("SHOW TABLES LIKE 'sluice\\_ingest\\_%'");
        }
    }
}
