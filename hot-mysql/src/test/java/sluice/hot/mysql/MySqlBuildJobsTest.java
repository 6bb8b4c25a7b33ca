package sluice.hot.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import sluice.model.BuildJobs;
import sluice.model.BuildJobs.Bucket;
import sluice.model.BuildJobs.Job;
import sluice.model.BuildJobs.State;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.servers.mariadb.MariaDbServer;

/** Two coordinators share the buckets of a load through the tables. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@ExtendWith(OneServer.class)
class MySqlBuildJobsTest {
    private static final long LONG_MILLIS = 3600_000;
    private static final List<Bucket> BUCKETS =
            List.of(new Bucket(0, 0, 10), new Bucket(5, 0, 20), new Bucket(5, -1, 30));
    private static MariaDbServer server;
    private BuildJobs one;
    private BuildJobs other;

    @BeforeAll
    static void take(MariaDbServer one) {
        server = one;
    }

    @BeforeEach
    void open() throws IOException {
        MySqlAddress address = TestServer.address(server, "jobs", "?connections=2");
        one = MySqlBuildJobs.open(address);
        other = MySqlBuildJobs.open(address);
    }

    @AfterEach
    void close() throws IOException {
        one.close();
        other.close();
    }

    @Test
    void aBucketIsStagedThenBuildingThenBuilt() throws IOException {
        one.begin("load-1", BUCKETS);
        other.begin("load-1", BUCKETS);
        Job staged = new Job(State.STAGED, Optional.empty(), 0);
        assertEquals(List.of(staged, staged, staged), other.jobs());
        assertTrue(one.lease(1, "ann", LONG_MILLIS));
        assertTrue(one.lease(1, "ann", LONG_MILLIS));
        assertFalse(other.lease(1, "bob", LONG_MILLIS));
        Job building = new Job(State.BUILDING, Optional.of("ann"), 0);
        assertEquals(List.of(staged, building, staged), other.jobs());
        other.giveBack(1, "bob");
        assertEquals(building, other.jobs().get(1));
        one.giveBack(1, "ann");
        assertTrue(other.lease(1, "bob", LONG_MILLIS));
        other.built(1, "bob", 77, "hbase://there");
        assertEquals(new Job(State.BUILT, Optional.of("bob"), 77), one.jobs().get(1));
        assertFalse(one.lease(1, "ann", LONG_MILLIS));
        assertFalse(other.lease(1, "bob", LONG_MILLIS));
        other.giveBack(1, "bob");
        assertEquals(State.BUILT, one.jobs().get(1).state());
    }

    @Test
    void aLeaseThatRanOutIsTakenOverAndItsBuilderMayStillEnd() throws Exception {
        one.begin("load-1", BUCKETS);
        other.begin("load-1", BUCKETS);
        assertTrue(one.lease(0, "ann", 1));
        try (TestSql sql = TestSql.connect(server, "jobs")) {
            // The server's clock is waited for, nothing else.
            sql.rows("SELECT SLEEP(0.01)");
        }
        assertEquals(new Job(State.STAGED, Optional.empty(), 0), other.jobs().get(0));
        assertTrue(other.lease(0, "bob", LONG_MILLIS));
        assertFalse(one.lease(0, "ann", LONG_MILLIS));
        one.giveBack(0, "ann");
        assertEquals(Optional.of("bob"), one.jobs().get(0).builder());
        one.built(0, "ann", 5, "there");
        assertEquals(new Job(State.BUILT, Optional.of("ann"), 5), other.jobs().get(0));
        other.built(0, "bob", 5, "there");
        assertEquals(new Job(State.BUILT, Optional.of("ann"), 5), other.jobs().get(0));
    }

    @Test
    void ofManyWhoRaceForABucketOneGetsIt() throws Exception {
        List<Bucket> buckets = new ArrayList<>();
        for (int bucket = 0; bucket < 20; bucket++) {
            buckets.add(new Bucket(bucket, 0, 1));
        }
        List<Callable<Integer>> builders = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            BuildJobs jobs = i % 2 == 0 ? one : other;
            String name = "builder-" + i;
            builders.add(
                    () -> {
                        jobs.begin("load-1", buckets);
                        int got = 0;
                        for (int bucket = 0; bucket < buckets.size(); bucket++) {
                            got += jobs.lease(bucket, name, LONG_MILLIS) ? 1 : 0;
                        }
                        return got;
                    });
        }
        int got = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(builders.size())) {
            for (Future<Integer> builder : threads.invokeAll(builders)) {
                got += builder.get();
            }
        }
        assertEquals(buckets.size(), got);
    }

    @Test
    void anotherLoadBeginsWhenTheFirstHasEnded() throws IOException {
        one.begin("load-1", BUCKETS);
        assertThrows(SluiceException.class, () -> other.begin("load-1", BUCKETS.subList(0, 2)));
        assertThrows(SluiceException.class, () -> other.begin("load-2", BUCKETS));
        assertThrows(IllegalStateException.class, () -> other.lease(0, "bob", LONG_MILLIS));
        for (int bucket = 0; bucket < BUCKETS.size(); bucket++) {
            assertTrue(one.lease(bucket, "ann", LONG_MILLIS));
            one.built(bucket, "ann", 1, "there");
        }
        one.begin("load-1", BUCKETS);
        assertEquals(State.BUILT, one.jobs().get(2).state());
        other.begin("load-2", BUCKETS.subList(0, 1));
        assertEquals(List.of(), one.jobs());
        assertEquals(1, other.jobs().size());
        assertFalse(one.lease(0, "ann", LONG_MILLIS));
        assertTrue(other.lease(0, "ann", LONG_MILLIS));
    }

    @Test
    void whatALaterLoadDoesNotTouchIsBuiltAtOnce() throws IOException {
        one.begin("load-1", BUCKETS);
        for (int bucket = 0; bucket < BUCKETS.size(); bucket++) {
            one.built(bucket, "ann", 100, "there");
        }
        List<Bucket> more =
                List.of(
                        new Bucket(0, 0, 0, false),
                        new Bucket(3, 0, 1, true),
                        new Bucket(5, 0, 2, true),
                        new Bucket(5, -1, 0, false));
        other.begin("load-2", more);
        assertEquals(
                List.of(State.BUILT, State.STAGED, State.STAGED, State.BUILT),
                other.jobs().stream().map(Job::state).toList());
        assertFalse(other.lease(0, "bob", LONG_MILLIS));
        assertTrue(other.lease(1, "bob", LONG_MILLIS));
        other.built(1, "bob", 7, "there");
        other.built(1, "bob", 7, "there");
        other.built(2, "bob", 7, "there");
        assertEquals(List.of(100L, 7L, 107L, 100L), other.jobs().stream().map(Job::bytes).toList());
        // The rows of its runs are in segments since.
        one.begin("load-2", more.stream().map(this::withoutRows).toList());
        assertEquals(other.jobs(), one.jobs());
    }

    private Bucket withoutRows(Bucket bucket) {
        return new Bucket(bucket.firstId1(), bucket.firstId2(), 0, false);
    }

    @Test
    void theTablesSayWhatIsDocumented() throws Exception {
        one.begin("load-1", BUCKETS);
        one.lease(2, "ann", LONG_MILLIS);
        one.built(2, "ann", 9, "hbase://there");
        try (TestSql sql = TestSql.connect(server, "jobs")) {
            assertEquals(
                    List.of("2 load-1 5 18446744073709551615 30 9 hbase://there BUILT ann"),
                    sql.rows(
                            "SELECT b.bucket, b.load_name, first_id1, first_id2, row_count,"
                                    + " byte_count, location, state, builder FROM bucket_index b"
                                    + " JOIN job_status USING (bucket) WHERE bucket = 2"));
        }
    }

    @Test
    void tablesOfAnotherProgramAreRefusedAndStayAsTheyAre() throws Exception {
        for (String table : List.of("job_status", "bucket_index")) {
            String database = "foreign_" + table;
            MySqlAddress address = TestServer.address(server, database, "");
            try (TestSql sql = TestSql.connect(server, database)) {
                sql.execute("CREATE TABLE %s (state int)".formatted(table));
                SluiceException refused =
                        assertThrows(SluiceException.class, () -> MySqlBuildJobs.open(address));
                assertEquals(ErrorCode.STORE, refused.code());
                assertTrue(
                        refused.getMessage().contains(table + " is another program's"),
                        refused.getMessage());
                assertEquals(
                        List.of(table + " state"),
                        sql.rows(
                                "SELECT table_name, column_name FROM information_schema.columns"
                                        + " WHERE table_schema = DATABASE()"));
            }
        }
    }
}
