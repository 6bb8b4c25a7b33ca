package sluice.hot.mysql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import sluice.model.ErrorCode;
import sluice.model.HotHeader;
import sluice.model.HotIngest;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotScan;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.servers.mariadb.MariaDbServer;

/** A database of LinkBench's becomes a hot store as it is, and stays readable to its clients. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@ExtendWith(OneServer.class)
class TakeOverTest {
    private static final List<String> TABLES =
            List.of(
                    """
                    CREATE TABLE linktable (
                      id1 bigint unsigned NOT NULL DEFAULT 0,
                      id2 bigint unsigned NOT NULL DEFAULT 0,
                      link_type bigint unsigned NOT NULL DEFAULT 0,
                      visibility tinyint NOT NULL DEFAULT 0,
                      data varchar(255) NOT NULL DEFAULT '',
                      time bigint unsigned NOT NULL DEFAULT 0,
                      version int unsigned NOT NULL DEFAULT 0,
                      PRIMARY KEY (link_type, id1, id2),
                      KEY id1_type (id1, link_type, visibility, time, id2, version, data)
                    ) ENGINE=InnoDB DEFAULT CHARSET=latin1 PARTITION BY KEY (id1) PARTITIONS 16\
                    """,
                    """
                    CREATE TABLE counttable (
                      id bigint unsigned NOT NULL DEFAULT 0,
                      link_type bigint unsigned NOT NULL DEFAULT 0,
                      count int unsigned NOT NULL DEFAULT 0,
                      time bigint unsigned NOT NULL DEFAULT 0,
                      version bigint unsigned NOT NULL DEFAULT 0,
                      PRIMARY KEY (id, link_type)
                    ) ENGINE=InnoDB DEFAULT CHARSET=latin1\
                    """,
                    """
                    CREATE TABLE nodetable (
                      id bigint unsigned NOT NULL AUTO_INCREMENT,
                      type int unsigned NOT NULL,
                      version bigint unsigned NOT NULL,
                      time int unsigned NOT NULL,
                      data mediumtext NOT NULL,
                      PRIMARY KEY (id)
                    ) ENGINE=InnoDB DEFAULT CHARSET=latin1\
                    """,
                    "INSERT INTO linktable (id1, id2, link_type, visibility, data, time, version)"
                            + " VALUES (1, 2, 3, 1, 'seen', 10, 1), (1, 5, 3, 0, 'hidden', 11, 0),"
                            + " (9, 2, 3, 0, 'hidden', 12, 0)",
                    "INSERT INTO counttable VALUES (1, 3, 1, 10, 0), (7, 3, 0, 10, 4)",
                    "INSERT INTO nodetable (type, version, time, data) VALUES (4, 1, 8, 'node')");

    private static MariaDbServer server;

    @BeforeAll
    static void take(MariaDbServer one) {
        server = one;
    }

    private static MySqlAddress linkBench(String database) throws Exception {
        MySqlAddress address = TestServer.address(server, database, "");
        try (TestSql sql = TestSql.connect(server, database)) {
            for (String statement : TABLES) {
                sql.execute(statement);
            }
        }
        return address;
    }

    @Test
    void whatIsThereIsRowsOfTheHotStore() throws Exception {
        MySqlAddress address = linkBench("rows");
        for (int times = 0; times < 2; times++) {
            try (MySqlHotStore hot = MySqlHotStore.open(address)) {
                assertEquals(new HotHeader(2, 1, 0, HotHeader.NO_EPOCH), hot.header(1, 3));
                assertEquals(new HotHeader(1, 0, 0, HotHeader.NO_EPOCH), hot.header(9, 3));
                assertEquals(HotHeader.EMPTY, hot.header(7, 3));
                Link link =
                        new Link(
                                1,
                                3,
                                2,
                                Visibility.VISIBLE,
                                1,
                                10,
                                "seen".getBytes(StandardCharsets.US_ASCII));
                assertEquals(new HotLink(HotLink.Kind.LINK, link, 0), hot.link(1, 3, 2));
                assertEquals(OptionalLong.of(2), hot.nextNodeId());
                assertEquals(4, hot.node(1).changes().getFirst().type());
                try (HotScan scan = hot.scan()) {
                    assertEquals(2, scan.nextLink().link().id2());
                    assertEquals(5, scan.nextLink().link().id2());
                    assertEquals(9, scan.nextLink().link().id1());
                    assertNull(scan.nextLink());
                }
            }
        }
    }

    @Test
    void clientsOfLinkBenchSeeNoRowThatIsNone() throws Exception {
        MySqlAddress address = linkBench("clients");
        try (MySqlHotStore hot = MySqlHotStore.open(address);
                TestSql sql = TestSql.connect(server, "clients")) {
            TestServer.put(hot, HotLink.mark(HotLink.Kind.EXPUNGED, 1, 3, 2, hot.nextSequence()));
            TestServer.put(hot, HotLink.mark(HotLink.Kind.HIDES, 1, 3, 99, hot.nextSequence()));
            assertEquals(
                    List.of("5 0 hidden"),
                    sql.rows("SELECT id2, visibility, data FROM linktable WHERE id1 = 1"));
            assertEquals(
                    List.of("0"),
                    sql.rows("SELECT count FROM counttable WHERE id = 1 AND link_type = 3"));
            byte[] bytes = new byte[255];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (i + 1);
            }
            Link link = new Link(1, 3, 2, Visibility.VISIBLE, 2, 5, bytes);
            TestServer.put(hot, new HotLink(HotLink.Kind.LINK, link, hot.nextSequence()));
            assertEquals(link, hot.link(1, 3, 2).link());
            assertEquals(
                    List.of("1 255"),
                    sql.rows(
                            "SELECT visibility, LENGTH(data) FROM linktable"
                                    + " WHERE id1 = 1 AND id2 = 2"));
        }
    }

    @Test
    void listsOfPartitionedTablesAreReadInOrderToo() throws Exception {
        try (MySqlHotStore hot = MySqlHotStore.open(linkBench("partitions"))) {
            List<Link> links = new ArrayList<>();
            try (HotIngest ingest = hot.ingest()) {
                for (int id2 = 0; id2 < 200; id2++) {
                    links.addFirst(TestServer.link(77, 1, id2, id2));
                    ingest.add(links.getFirst());
                }
                ingest.commit();
            }
            try (HotList list = hot.list(77, 1)) {
                assertEquals(links.subList(0, 9), list.visible(-5, 999, 9).links());
                assertEquals(
                        links.subList(0, 9),
                        list.visible(Long.MIN_VALUE, Long.MAX_VALUE, 9).links());
                assertEquals(200, list.id2s().length);
            }
        }
    }

    @Test
    void aValueThatTheirColumnsDoNotHoldIsRefusedAndNotCut() throws Exception {
        try (MySqlHotStore hot = MySqlHotStore.open(linkBench("narrow"))) {
            for (Link link :
                    List.of(
                            new Link(1, 3, 8, Visibility.VISIBLE, -1, 0, new byte[0]),
                            new Link(1, 3, 8, Visibility.VISIBLE, 1, -1, new byte[0]),
                            new Link(1, 3, 8, Visibility.VISIBLE, 1, 1, new byte[256]))) {
                SluiceException failure =
                        assertThrows(SluiceException.class, () -> TestServer.put(hot, link));
                assertEquals(ErrorCode.STORE, failure.code());
                Link ofNewList =
                        new Link(
                                50,
                                3,
                                8,
                                link.visibility(),
                                link.version(),
                                link.time(),
                                link.data());
                try (HotIngest ingest = hot.ingest()) {
                    ingest.add(new Node(60, 1, 1, 1, new byte[0]));
                    ingest.add(ofNewList);
                    failure = assertThrows(SluiceException.class, ingest::commit);
                    assertEquals(ErrorCode.STORE, failure.code());
                }
                assertNull(hot.node(60));
                assertNull(hot.link(50, 3, 8));
            }
            assertNull(hot.link(1, 3, 8));
            assertEquals(2, hot.header(1, 3).rows());
        }
    }

    @Test
    void aStoreThatCannotBeReadAsOneIsRefused() throws Exception {
        MySqlAddress address = linkBench("refused");
        try (TestSql sql = TestSql.connect(server, "refused")) {
            sql.execute("ALTER TABLE linktable DROP KEY id1_type");
            assertRefused(address, "ADD KEY id1_type");
            sql.execute(
                    "ALTER TABLE linktable ADD KEY id1_type"
                            + " (id1, link_type, visibility, time, id2, version)");
            MySqlHotStore.open(address).close();
            sql.execute("UPDATE sluice_state SET value = 2 WHERE name = 'format'");
            assertRefused(address, "format 2");
        }
        assertRefused(MySqlAddress.parse(server.uri("refused") + "?engine=aria"), "InnoDB");
        assertRefused(MySqlAddress.parse(server.uri("nowhere")), "CREATE DATABASE");
    }

    @Test
    void aWrongPasswordIsNeverShown() throws IOException {
        try (TestSql sql = TestSql.connect(server, "")) {
            sql.execute("CREATE USER ann IDENTIFIED BY 'geheim'");
        } catch (SQLException e) {
            throw new IOException(e);
        }
        MySqlAddress address = MySqlAddress.parse(server.uri("mysql").replace("root@", "ann@"));
        SluiceException failure =
                assertThrows(SluiceException.class, () -> MySqlHotStore.open(address, "geheimnis"));
        assertEquals(ErrorCode.CONFIG, failure.code());
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            assertTrue(!cause.toString().contains("geheim"), cause.toString());
        }
    }

    private static void assertRefused(MySqlAddress address, String why) {
        SluiceException failure =
                assertThrows(SluiceException.class, () -> MySqlHotStore.open(address));
        assertTrue(failure.getMessage().contains(why), failure.getMessage());
        assertArrayEquals(new Throwable[0], failure.getSuppressed());
    }

    @Test
    void tablesOfAnotherProgramAreRefusedAndStayAsTheyAre() throws Exception {
        List<String> tables =
                List.of(
                        "CREATE TABLE linktable (src bigint, dst bigint)",
                        "CREATE TABLE counttable (x int)",
                        "CREATE TABLE nodetable (host varchar(20) PRIMARY KEY, ip varchar(20))",
                        "CREATE TABLE sluice_mark (x int)",
                        "CREATE TABLE bucket_index (x int)");
        List<String> lacks =
                List.of(
                        "linktable is another program's: it lacks the columns id1, id2, link_type,"
                                + " visibility, data, time, version;",
                        "counttable is another program's: it lacks the columns id, link_type,"
                                + " count, time, version;",
                        "nodetable is another program's: it lacks the columns id, type, version,"
                                + " time, data;",
                        "sluice_mark is another program's: it lacks the columns id1, link_type,"
                                + " id2, kind, sequence;",
                        "bucket_index is another program's: it lacks the columns bucket,"
                                + " load_name,");
        for (int i = 0; i < tables.size(); i++) {
            String database = "foreign_" + i;
            MySqlAddress address = TestServer.address(server, database, "");
            try (TestSql sql = TestSql.connect(server, database)) {
                sql.execute(tables.get(i));
                String all =
                        "SELECT table_name, column_name FROM information_schema.columns"
                                + " WHERE table_schema = DATABASE()";
                List<String> before = sql.rows(all);
                SluiceException refused =
                        assertThrows(SluiceException.class, () -> MySqlHotStore.open(address));
                assertEquals(ErrorCode.STORE, refused.code());
                String message = refused.getMessage();
                assertTrue(message.contains(lacks.get(i)), message);
                assertTrue(message.endsWith("; name another database"), message);
                assertEquals(before, sql.rows(all));
            }
        }
    }

    @Test
    void columnsInCapitalLettersAreTheSame() throws Exception {
        MySqlAddress address = linkBench("capitals");
        try (TestSql sql = TestSql.connect(server, "capitals")) {
            sql.execute("ALTER TABLE nodetable CHANGE time TIME int unsigned NOT NULL");
        }
        try (MySqlHotStore hot = MySqlHotStore.open(address)) {
            assertEquals(8, hot.node(1).changes().getFirst().node().time());
        }
    }
}
