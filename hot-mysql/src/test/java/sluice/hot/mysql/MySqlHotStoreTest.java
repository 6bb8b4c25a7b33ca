package sluice.hot.mysql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.ErrorCode;
import sluice.model.HotHeader;
import sluice.model.HotIngest;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotNode;
import sluice.model.HotPut;
import sluice.model.HotScan;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.servers.mariadb.MariaDbServer;

/** Rows, headers and nodes in a real server, in InnoDB; see {@link OtherEnginesTest} for others. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@ExtendWith(OneServer.class)
class MySqlHotStoreTest {
    private static final Comparator<Link> NEWEST_FIRST =
            Comparator.comparingLong(Link::time)
                    .reversed()
                    .thenComparing(Link::id2, Long::compareUnsigned);
    private static MariaDbServer server;

    @TempDir private Path directory;

    @BeforeAll
    static void take(MariaDbServer one) {
        server = one;
    }

    private static MySqlHotStore open(String database) throws IOException {
        return MySqlHotStore.open(TestServer.address(server, database, ""));
    }

    private static MySqlHotStore openAgain(String database, String options) throws IOException {
        return MySqlHotStore.open(MySqlAddress.parse(server.uri(database) + options));
    }

    @Test
    void aLinkBecomesAMarkAndALinkAgain() throws IOException {
        try (MySqlHotStore hot = open("kinds")) {
            Link link = new Link(-1, -2, -3, Visibility.VISIBLE, -4, -5, new byte[] {0, 9, 10});
            HotLink row = TestServer.put(hot, link);
            assertEquals(row, hot.link(-1, -2, -3));
            assertEquals(new HotHeader(1, 1, 0, 1), hot.header(-1, -2));
            for (HotLink.Kind kind : List.of(HotLink.Kind.HIDES, HotLink.Kind.EXPUNGED)) {
                HotLink mark = HotLink.mark(kind, -1, -2, -3, hot.nextSequence());
                TestServer.put(hot, mark);
                assertEquals(mark, hot.link(-1, -2, -3));
                assertEquals(new HotHeader(1, 0, 0, 1), hot.header(-1, -2));
            }
            assertEquals(row.link(), TestServer.put(hot, link).link());
            assertEquals(List.of(-2L), hot.types(-1));
            hot.removeLinks(-1, -2, List.of(hot.link(-1, -2, -3)), HotHeader.EMPTY);
            assertNull(hot.link(-1, -2, -3));
            assertEquals(HotHeader.EMPTY, hot.header(-1, -2));
            assertEquals(List.of(), hot.types(-1));
        }
    }

    @Test
    void aWriteThatFollowsSomethingElseIsRefusedWhole() throws IOException {
        try (MySqlHotStore hot = open("guards");
                MySqlHotStore other = openAgain("guards", "")) {
            HotLink first = TestServer.put(hot, TestServer.link(1, 2, 3, 4));
            HotLink second = TestServer.put(other, TestServer.link(1, 2, 3, 5));
            assertTrue(second.sequence() != first.sequence());
            HotLink late = new HotLink(HotLink.Kind.LINK, first.link(), hot.nextSequence());
            HotHeader header = hot.header(1, 2);
            assertThrows(SluiceException.class, () -> hot.putLink(first, late, header));
            assertThrows(SluiceException.class, () -> hot.putLink(null, late, header));
            HotLink next = new HotLink(late.kind(), TestServer.link(1, 2, 9, 4), late.sequence());
            HotHeader wrong = new HotHeader(7, 7, 0, 1);
            assertThrows(SluiceException.class, () -> hot.putLink(null, next, wrong));
            assertEquals(second, hot.link(1, 2, 3));
            assertNull(hot.link(1, 2, 9));
            assertEquals(header, hot.header(1, 2));
        }
    }

    @Test
    void rowsOfTwoListsAreWrittenTogetherOrNotAtAll() throws IOException {
        try (MySqlHotStore hot = open("both")) {
            HotHeader one = new HotHeader(1, 1, 0, 1);
            HotLink first = row(hot, TestServer.link(1, 2, 3, 4));
            HotLink second = row(hot, TestServer.link(3, 9, 1, 4));
            hot.putBoth(new HotPut(null, first, one), new HotPut(null, second, one));
            assertEquals(first, hot.link(1, 2, 3));
            assertEquals(second, hot.link(3, 9, 1));
            assertEquals(one, hot.header(1, 2));
            assertEquals(one, hot.header(3, 9));
            HotLink changed = row(hot, TestServer.link(1, 2, 3, 7));
            HotLink wrong = row(hot, TestServer.link(3, 9, 1, 7));
            // The second one follows a row that is not there.
            HotPut late = new HotPut(wrong, row(hot, wrong.link()), one);
            assertThrows(
                    SluiceException.class,
                    () -> hot.putBoth(new HotPut(first, changed, one), late));
            assertEquals(first, hot.link(1, 2, 3));
            assertEquals(second, hot.link(3, 9, 1));
            HotPut next = new HotPut(second, row(hot, wrong.link()), one);
            hot.putBoth(new HotPut(first, changed, one), next);
            assertEquals(changed, hot.link(1, 2, 3));
            assertEquals(next.row(), hot.link(3, 9, 1));
        }
    }

    private static HotLink row(MySqlHotStore hot, Link link) throws IOException {
        return new HotLink(HotLink.Kind.LINK, link, hot.nextSequence());
    }

    @Test
    void aListIsOfOneMomentAndInOrderHoweverLongItIs() throws IOException {
        SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));
        try (MySqlHotStore hot = open("lists")) {
            int[] sizes = {LinkTable.SMALL_LIST_ROWS_MAX, LinkTable.SMALL_LIST_ROWS_MAX + 1, 300};
            for (int type = 0; type < sizes.length; type++) {
                List<Link> links = new ArrayList<>();
                for (int i = 0; i < sizes[type]; i++) {
                    links.add(TestServer.link(5, type, random.nextLong(), random.nextInt(-6, 6)));
                }
                ingest(hot, links);
                try (HotList list = hot.list(5, type)) {
                    TestServer.put(hot, TestServer.link(5, type, 7, 9));
                    check(list, links, random);
                }
            }
        }
    }

    private static void ingest(MySqlHotStore hot, List<Link> links) throws IOException {
        List<Link> sorted = new ArrayList<>(links);
        sorted.sort(
                Comparator.comparing(Link::linkType, Long::compareUnsigned)
                        .thenComparing(Link::id2, Long::compareUnsigned));
        try (HotIngest ingest = hot.ingest()) {
            for (Link link : sorted) {
                ingest.add(link);
            }
            ingest.commit();
        }
    }

    private static void check(HotList list, List<Link> links, SplittableRandom random)
            throws IOException {
        assertEquals(links.size(), list.header().visible());
        assertNull(list.link(7));
        assertEquals(links.getFirst(), list.link(links.getFirst().id2()).link());
        assertArrayEquals(
                links.stream()
                        .map(Link::id2)
                        .sorted(Long::compareUnsigned)
                        .mapToLong(Long::longValue)
                        .toArray(),
                list.id2s());
        for (int i = 0; i < 40; i++) {
            long from = i % 4 == 0 ? Long.MIN_VALUE : random.nextInt(-7, 7);
            long to = i % 5 == 0 ? Long.MAX_VALUE : random.nextInt(-7, 7);
            int limit = i == 0 ? Integer.MAX_VALUE : random.nextInt(links.size() + 2);
            LinkList part = list.visible(from, to, limit);
            List<Link> expected =
                    links.stream()
                            .filter(link -> link.time() >= from && link.time() <= to)
                            .sorted(NEWEST_FIRST)
                            .limit(limit)
                            .toList();
            assertEquals(expected, part.links(), "from %d to %d".formatted(from, to));
        }
    }

    @Test
    void aPartOfALongListIsReadAlongTheIndexAndNotSorted() throws Exception {
        try (MySqlHotStore hot = open("plans");
                Session session =
                        new ConnectionPool(MySqlAddress.parse(server.uri("plans")), "")
                                .connectForBulk()) {
            List<Link> links = new ArrayList<>();
            for (int id2 = 0; id2 < 3000; id2++) {
                links.add(TestServer.link(1, 2, id2, id2 / 3));
            }
            ingest(hot, links);
            Query query = session.query("EXPLAIN " + LinkSql.NEWEST_FROM);
            checkPlan(query.id(1).id(2).number(900).number(100).number(10), "id1_type");
            checkPlan(
                    session.query("EXPLAIN " + LinkSql.OF_TIME).id(1).id(2).number(5).number(1),
                    "id1_type");
            Query link = session.query("EXPLAIN " + LinkSql.LINK);
            checkPlan(link.id(2).id(1).id(3).id(2).id(1).id(3), "PRIMARY");
        }
    }

    private static void checkPlan(Query query, String key) throws Exception {
        try (ResultSet row = query.rows()) {
            assertTrue(row.next());
            assertEquals(key, row.getString("key"));
            assertTrue(!row.getString("Extra").contains("filesort"), row.getString("Extra"));
        }
    }

    @Test
    void aScanShowsAllRowsInOrderAlsoOfListsThatAreReadInParts() throws IOException {
        try (MySqlHotStore hot = open("scans")) {
            List<Link> links = new ArrayList<>();
            for (int id2 = 0; id2 < 10_000; id2++) {
                links.add(TestServer.link(3, 1, 2L * id2, 5));
            }
            for (int type = 2; type < 600; type++) {
                for (int id2 = 0; id2 < 10; id2++) {
                    links.add(TestServer.link(3, type, id2, 5));
                }
            }
            try (HotIngest ingest = hot.ingest()) {
                for (Link link : links) {
                    ingest.add(link);
                }
                for (int id = 0; id < 3000; id++) {
                    ingest.add(new Node(2L * id, 1, 2, 3, new byte[] {1}));
                }
                ingest.commit();
            }
            HotLink mark = HotLink.mark(HotLink.Kind.EXPUNGED, 3, 1, 9999, hot.nextSequence());
            TestServer.put(hot, mark);
            HotNode removed = HotNode.removed(-1, hot.nextSequence());
            hot.putNode(removed);
            try (HotScan scan = hot.scan()) {
                TestServer.put(hot, TestServer.link(4, 4, 4, 4));
                for (Link link : links) {
                    HotLink row = scan.nextLink();
                    if (row.kind() == HotLink.Kind.EXPUNGED) {
                        assertEquals(mark, row);
                        row = scan.nextLink();
                    }
                    assertEquals(link, row.link());
                }
                assertNull(scan.nextLink());
                for (int id = 0; id < 3000; id++) {
                    assertEquals(2L * id, scan.nextNode().id());
                }
                assertEquals(removed, scan.nextNode());
                assertNull(scan.nextNode());
            }
        }
    }

    @Test
    void nodesAndWhatWaitsForThem() throws IOException {
        try (MySqlHotStore hot = open("nodes")) {
            Node node = new Node(0, -1, -2, -3, new byte[] {0, '\\', '\'', -1});
            assertEquals(OptionalLong.empty(), hot.nextNodeId());
            hot.addNode(HotNode.of(node, 1), 1);
            assertEquals(HotNode.of(node, 1), hot.node(0));
            assertEquals(OptionalLong.of(1), hot.nextNodeId());
            HotNode pending = HotNode.pending(0, null, new HotNode.Change(-1, node), 2);
            HotNode both = HotNode.pending(0, pending, new HotNode.Change(4, null), 3);
            hot.putNode(both);
            assertEquals(both, hot.node(0));
            hot.putNode(HotNode.removed(0, 4));
            assertEquals(HotNode.removed(0, 4), hot.node(0));
            hot.putNode(HotNode.of(node, 5));
            assertEquals(HotNode.of(node, 5), hot.node(0));
            hot.removeNode(0);
            assertNull(hot.node(0));
        }
    }

    @Test
    void numbersOfWritesDoNotComeAgain() throws IOException {
        long first;
        try (MySqlHotStore hot = open("numbers")) {
            first = hot.nextSequence();
            assertEquals(first + 1, hot.nextSequence());
        }
        try (MySqlHotStore hot = openAgain("numbers", "");
                MySqlHotStore other = openAgain("numbers", "")) {
            long again = hot.nextSequence();
            assertTrue(again > first + 1);
            assertTrue(Math.abs(other.nextSequence() - again) > 1000);
        }
    }

    @Test
    void rowsAreRemovedTogetherAndOnlyThoseThatWereRead() throws IOException {
        try (MySqlHotStore hot = open("removed")) {
            List<HotLink> rows = new ArrayList<>();
            for (int id2 = 0; id2 < 150; id2++) {
                rows.add(TestServer.put(hot, TestServer.link(1, 2, id2, 5)));
            }
            for (int id2 = 150; id2 < 160; id2++) {
                rows.add(HotLink.mark(HotLink.Kind.HIDES, 1, 2, id2, hot.nextSequence()));
                TestServer.put(hot, rows.getLast());
            }
            HotLink stays = TestServer.put(hot, TestServer.link(1, 2, 999, 5));
            HotHeader left = new HotHeader(1, 1, 0, HotHeader.NO_EPOCH);
            HotLink newer = TestServer.put(hot, TestServer.link(1, 2, 70, 6));
            assertThrows(SluiceException.class, () -> hot.removeLinks(1, 2, rows, left));
            assertEquals(new HotHeader(161, 151, 0, 1), hot.header(1, 2));
            rows.set(70, newer);
            hot.removeLinks(1, 2, rows, left);
            assertEquals(left, hot.header(1, 2));
            try (HotList list = hot.list(1, 2)) {
                assertArrayEquals(new long[] {999}, list.id2s());
                assertEquals(stays, list.link(999));
            }
        }
    }

    @Test
    void aConnectionIsEncryptedWhereTheAddressSaysSo() throws Exception {
        open("encrypted").close();
        for (String tls : List.of("off", "trust")) {
            MySqlAddress address = MySqlAddress.parse(server.uri("encrypted") + "?tls=" + tls);
            try (Session session = new ConnectionPool(address, "").connectForBulk();
                    ResultSet row = session.query("SHOW STATUS LIKE 'Ssl_cipher'").rows()) {
                assertTrue(row.next());
                assertEquals(tls.equals("off"), row.getString(2).isEmpty());
            }
        }
    }

    @Test
    void aCertificateThatIsWrongIsNamedAndIsNoServerThatIsAway() throws Exception {
        open("believed").close();
        TrustManagerFactory java = TrustManagerFactory.getInstance("PKIX");
        java.init((KeyStore) null);
        X509Certificate other =
                ((X509TrustManager) java.getTrustManagers()[0]).getAcceptedIssuers()[0];
        String text = Base64.getMimeEncoder().encodeToString(other.getEncoded());
        Path good = directory.resolve("other.pem");
        Files.writeString(
                good, "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n");
        assertRefused(good, "certificate is not believed");
        Path empty = Files.createFile(directory.resolve("empty.pem"));
        assertRefused(empty, "empty.pem has no certificate");
        assertRefused(directory.resolve("nowhere.pem"), "nowhere.pem has no certificate");
    }

    private static void assertRefused(Path certificate, String reason) {
        String options = "?tls=verify&certificate=" + certificate;
        SluiceException refusal =
                assertThrows(SluiceException.class, () -> openAgain("believed", options).close());
        assertEquals(ErrorCode.CONFIG, refusal.code());
        assertTrue(String.valueOf(refusal.getMessage()).contains(reason), refusal::toString);
    }

    @Test
    void aLostConnectionIsMadeAgainAndAServerThatIsGoneIsNamed() throws Exception {
        MySqlAddress address = TestServer.address(server, "lost", "");
        try (MySqlHotStore hot = MySqlHotStore.open(address)) {
            HotLink first = TestServer.put(hot, TestServer.link(1, 2, 3, 4));
            killConnections();
            assertEquals(first, hot.link(1, 2, 3));
            killConnections();
            TestServer.put(hot, TestServer.link(1, 2, 4, 4));
            killConnections();
            HotLink row =
                    new HotLink(HotLink.Kind.LINK, TestServer.link(1, 2, 5, 4), hot.nextSequence());
            hot.putLink(null, row, new HotHeader(3, 3, 0, 1));
            assertEquals(new HotHeader(3, 3, 0, 1), hot.header(1, 2));
            assertFalse(hot.isEachCommitOnDisk());
        }
        MySqlAddress nowhere = MySqlAddress.parse("mysql://ann@127.0.0.1:1/graph");
        IOException failure =
                assertThrows(IOException.class, () -> MySqlHotStore.open(nowhere, "geheim"));
        assertTrue(failure.getMessage().startsWith(nowhere.toString()), failure.getMessage());
        assertTrue(!failure.getMessage().contains("geheim"), failure.getMessage());
    }

    private static void killConnections() throws Exception {
        try (TestSql sql = TestSql.connect(server, "lost")) {
            for (String id :
                    sql.rows(
                            "SELECT id FROM information_schema.processlist"
                                    + " WHERE db = 'lost' AND id <> CONNECTION_ID()")) {
                sql.execute("KILL " + id);
            }
        }
    }

    @Test
    void aThreadThatHoldsAListIsNotKeptWaitingByOthers() throws Exception {
        try (MySqlHotStore hot = open("pool")) {
            List<Link> links = new ArrayList<>();
            for (int id2 = 0; id2 < 200; id2++) {
                links.add(TestServer.link(1, 2, id2, 5));
            }
            ingest(hot, links);
        }
        try (MySqlHotStore hot = openAgain("pool", "?connections=2")) {
            List<Thread> threads = new ArrayList<>();
            List<String> results = java.util.Collections.synchronizedList(new ArrayList<>());
            for (int i = 0; i < 8; i++) {
                threads.add(
                        Thread.startVirtualThread(
                                () -> {
                                    try (HotList list = hot.list(1, 2);
                                            HotList again = hot.list(1, 2)) {
                                        results.add(list.id2s().length + " " + again.header());
                                        hot.putHeader(1, 2, hot.header(1, 2));
                                    } catch (IOException e) {
                                        results.add(e.toString());
                                    }
                                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(8, results.size());
            results.forEach(result -> assertTrue(result.startsWith("200 "), result));
        }
    }
}
