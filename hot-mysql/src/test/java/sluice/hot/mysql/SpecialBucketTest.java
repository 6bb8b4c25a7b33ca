package sluice.hot.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import sluice.model.BuildJobs.Bucket;
import sluice.model.HotHeader;
import sluice.model.HotIngest;
import sluice.model.HotLink;
import sluice.model.Link;
import sluice.model.Visibility;
import sluice.servers.mariadb.MariaDbServer;

/** The special bucket's range has all links in it, before they are there. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@ExtendWith(OneServer.class)
class SpecialBucketTest {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Where it has not become wider by then, it does not before the write. */
    private static final int LOOKS_MAX = 500;

    private static MariaDbServer server;

    @BeforeAll
    static void take(MariaDbServer one) {
        server = one;
    }

    private static MySqlHotStore open(String database) throws IOException {
        return MySqlHotStore.open(MySqlAddress.parse(server.uri(database)));
    }

    private static MySqlHotStore openNew(String database) throws IOException {
        server.createDatabase(database);
        return open(database);
    }

    private static void put(MySqlHotStore hot, long id1) throws IOException {
        TestServer.put(hot, TestServer.link(id1, 2, 3, 4));
    }

    private static List<String> range(TestSql sql) throws SQLException {
        return sql.rows("SELECT first_id1, last_id1 FROM bucket_index WHERE bucket = -1");
    }

    @Test
    void writesOfTwoProcessesWidenIt() throws Exception {
        try (MySqlHotStore one = openNew("special_two");
                MySqlHotStore other = open("special_two");
                TestSql sql = TestSql.connect(server, "special_two")) {
            assertEquals(List.of(), range(sql));
            put(one, 70_000);
            assertEquals(List.of("65536 131071"), range(sql));
            put(other, 3);
            assertEquals(List.of("0 131071"), range(sql));
            put(one, 200_000);
            assertEquals(List.of("0 262143"), range(sql));
            put(other, -1);
            assertEquals(List.of("0 18446744073709551615"), range(sql));
            put(one, 7);
            assertEquals(List.of("0 18446744073709551615"), range(sql));
        }
    }

    @Test
    void aMarkWidensIt() throws Exception {
        try (MySqlHotStore hot = openNew("special_mark");
                TestSql sql = TestSql.connect(server, "special_mark")) {
            Link link = TestServer.link(70_000, 2, 3, 4);
            TestServer.put(
                    hot, new HotLink(HotLink.Kind.EXPUNGED, hidden(link), hot.nextSequence()));
            assertEquals(List.of("65536 131071"), range(sql));
            sql.execute("DELETE FROM bucket_index");
        }
        try (MySqlHotStore _ = open("special_mark");
                TestSql sql = TestSql.connect(server, "special_mark")) {
            assertEquals(List.of("70000 70000"), range(sql));
        }
    }

    private static Link hidden(Link key) {
        return new Link(key.id1(), key.linkType(), key.id2(), Visibility.HIDDEN, 0, 0, new byte[0]);
    }

    @Test
    void itIsWiderBeforeTheWriteIsDone() throws Exception {
        try (MySqlHotStore hot = openNew("special_before");
                TestSql sql = TestSql.connect(server, "special_before");
                TestSql other = TestSql.connect(server, "special_before")) {
            other.execute("START TRANSACTION");
            other.execute("INSERT INTO counttable (id, link_type) VALUES (70000, 2)");
            CompletableFuture<Void> written =
                    CompletableFuture.runAsync(
                            () -> {
                                try {
                                    put(hot, 70_000);
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            List<String> meanwhile = range(sql);
            for (int look = 0; look < LOOKS_MAX && meanwhile.isEmpty(); look++) {
                LockSupport.parkNanos(LOOK_NANOS);
                meanwhile = range(sql);
            }
            other.execute("ROLLBACK");
            written.get();
            assertEquals(List.of("65536 131071"), meanwhile);
        }
    }

    @Test
    void aWriteInsideTheKnownRangeCostsNothingMore() throws Exception {
        try (MySqlHotStore hot = openNew("special_cost");
                TestSql sql = TestSql.connect(server, "special_cost")) {
            hot.nextSequence();
            assertEquals(2, transactionsOf(hot, 70_000, sql), "the range and the write");
            assertEquals(1, transactionsOf(hot, 70_001, sql));
            long before = queries(sql);
            HotLink row =
                    new HotLink(
                            HotLink.Kind.LINK,
                            TestServer.link(99_999, 2, 3, 4),
                            hot.nextSequence());
            hot.putLink(null, row, HotHeader.EMPTY.adding(row, false, 1));
            // Begin, the row, its header, commit, and this question.
            assertEquals(before + 5, queries(sql));
            assertEquals(2, transactionsOf(hot, 200_000, sql), "a wider range and the write");
            assertEquals(1, transactionsOf(hot, 131_072, sql), "lies between");
        }
    }

    private static long transactionsOf(MySqlHotStore hot, long id1, TestSql sql)
            throws IOException, SQLException {
        long before = status(sql, "Com_commit");
        put(hot, id1);
        return status(sql, "Com_commit") - before;
    }

    private static long queries(TestSql sql) throws SQLException {
        return status(sql, "Questions");
    }

    private static long status(TestSql sql, String name) throws SQLException {
        String row = sql.rows("SHOW GLOBAL STATUS LIKE '%s'".formatted(name)).getFirst();
        return Long.parseLong(row.substring(row.indexOf(' ') + 1));
    }

    @Test
    void aBulkLoadWidensItAndStopsNobodyWhoDoes() throws Exception {
        try (MySqlHotStore hot = openNew("special_bulk");
                TestSql sql = TestSql.connect(server, "special_bulk")) {
            put(hot, 300_000);
            try (HotIngest ingest = hot.ingest()) {
                for (long id = 70_000; id < 70_150; id++) {
                    ingest.add(new Link(id, 2, 3, Visibility.VISIBLE, 1, 4, new byte[64 << 10]));
                }
                put(hot, 3);
                put(hot, 500_000);
                assertEquals(List.of("0 524287"), range(sql));
                ingest.add(TestServer.link(1_000_000, 2, 3, 4));
                ingest.commit();
            }
            assertEquals(List.of("0 1048575"), range(sql));
            assertEquals(
                    List.of("1 1 linktable"),
                    sql.rows("SELECT row_count > 0, byte_count > 0, location FROM bucket_index"));
        }
    }

    @Test
    void aRowThatSomebodyDeletedComesBackWithAllThatIsThere() throws Exception {
        try (MySqlHotStore hot = openNew("special_deleted");
                TestSql sql = TestSql.connect(server, "special_deleted")) {
            put(hot, 3);
            put(hot, 200_000);
            sql.execute("DELETE FROM bucket_index");
        }
        try (MySqlHotStore hot = open("special_deleted");
                TestSql sql = TestSql.connect(server, "special_deleted")) {
            assertEquals(List.of("3 200000"), range(sql));
            sql.execute("DELETE FROM bucket_index");
            put(hot, 70_000);
            assertEquals(List.of("3 200000"), range(sql));
            put(hot, 200_001);
            assertEquals(List.of("3 262143"), range(sql));
        }
    }

    @Test
    void loadsLeaveItAlone() throws Exception {
        MySqlAddress address = TestServer.address(server, "special_load", "");
        try (MySqlBuildJobs jobs = MySqlBuildJobs.open(address)) {
            assertEquals(Optional.empty(), jobs.hotRange());
            try (MySqlHotStore hot = MySqlHotStore.open(address)) {
                put(hot, 70_000);
            }
            jobs.begin("load", List.of(new Bucket(0, 0, 10)));
            HotRange range = jobs.hotRange().orElseThrow();
            assertEquals(65_536, range.firstId1());
            assertEquals(131_071, range.lastId1());
            assertEquals(1, jobs.jobs().size());
            jobs.begin("load", List.of(new Bucket(0, 0, 10)));
            assertTrue(jobs.lease(0, "ann", 1000));
        }
    }

    @Test
    void aTableWithoutTheColumnGetsIt() throws Exception {
        try (MySqlBuildJobs jobs =
                        MySqlBuildJobs.open(TestServer.address(server, "special_old", ""));
                TestSql sql = TestSql.connect(server, "special_old")) {
            jobs.begin("load", List.of(new Bucket(5, 0, 10)));
            sql.execute("ALTER TABLE bucket_index DROP COLUMN last_id1");
            try (MySqlHotStore hot = open("special_old")) {
                put(hot, 1);
            }
            assertEquals(
                    List.of("-1 0 65535", "0 5 null"),
                    sql.rows("SELECT bucket, first_id1, last_id1 FROM bucket_index ORDER BY 1"));
            assertEquals(
                    List.of("1"),
                    sql.rows("SELECT value FROM sluice_state" + " WHERE name = 'format'"));
        }
    }
}
