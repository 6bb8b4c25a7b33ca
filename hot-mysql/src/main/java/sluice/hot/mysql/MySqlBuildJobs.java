package sluice.hot.mysql;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.model.BuildJobs;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Who builds which bucket, in two tables: {@code bucket_index} says what each bucket is, {@code
 * job_status} what becomes of it. Both are in InnoDB, and all times are the server's.
 *
 * <p>A lease is one conditional update. An instance works on the load that it began: one of another
 * load finds no bucket of its own here.
 */
public final class MySqlBuildJobs implements BuildJobs {
    private static final String JOB_STATUS =
            """
            CREATE TABLE IF NOT EXISTS job_status (
              bucket int NOT NULL,
              load_name varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
              state varchar(16) NOT NULL DEFAULT 'STAGED',
              since datetime(3) NOT NULL,
              builder varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
              lease_until datetime(3) NULL,
              PRIMARY KEY (bucket)
            ) ENGINE=InnoDB""";

    /** Whoever begins a load holds this row. */
    private static final String MUTEX =
            "INSERT INTO sluice_state (name, value) VALUES ('build_jobs', 1)"
                    + " ON DUPLICATE KEY UPDATE value = value + 1";

    private static final String BUCKETS =
            "SELECT load_name, first_id1, first_id2, row_count, byte_count, location"
                    + " FROM bucket_index WHERE bucket >= 0 ORDER BY bucket";
    private static final String LOAD = "SELECT load_name FROM job_status LIMIT 1";
    private static final String UNFINISHED =
            "SELECT COUNT(*) FROM job_status WHERE state <> 'BUILT'";
    private static final String ADD_BUCKET =
            "INSERT INTO bucket_index (bucket, load_name, first_id1, first_id2, row_count,"
                    + " byte_count, location) VALUES (?, ?, ?, ?, ?, ?, NULLIF(?, ''))";
    private static final String ADD_JOB =
            "INSERT INTO job_status (bucket, load_name, state, since)"
                    + " VALUES (?, ?, ?, UTC_TIMESTAMP(3))";
    private static final String JOBS =
            "SELECT IF(j.state = 'BUILDING' AND j.lease_until <= UTC_TIMESTAMP(3), 'STAGED',"
                    + " j.state) AS state, j.builder, b.byte_count"
                    + " FROM job_status j JOIN bucket_index b ON b.bucket = j.bucket"
                    + " WHERE j.load_name = ? OR ? = '' ORDER BY j.bucket";

    /** Assignments are made from left to right: the state and builder in the first are the old. */
    private static final String LEASE =
            "UPDATE job_status SET"
                    + " since = IF(state = 'BUILDING' AND builder = ? AND"
                    + " lease_until > UTC_TIMESTAMP(3), since, UTC_TIMESTAMP(3)),"
                    + " state = 'BUILDING', builder = ?,"
                    + " lease_until = UTC_TIMESTAMP(3) + INTERVAL ? * 1000 MICROSECOND"
                    + " WHERE bucket = ? AND load_name = ? AND (state = 'STAGED' OR"
                    + " state = 'BUILDING' AND (builder = ? OR lease_until <= UTC_TIMESTAMP(3)))";

    private static final String GIVE_BACK =
            "UPDATE job_status SET state = 'STAGED', builder = NULL, lease_until = NULL,"
                    + " since = UTC_TIMESTAMP(3)"
                    + " WHERE bucket = ? AND load_name = ? AND state = 'BUILDING' AND builder = ?";
    private static final String BUILT =
            "START TRANSACTION;"
                    + " UPDATE bucket_index b JOIN job_status j ON j.bucket = b.bucket"
                    + " SET b.byte_count = b.byte_count + ?, b.location = ?"
                    + " WHERE b.bucket = ? AND b.load_name = ? AND j.state <> 'BUILT';"
                    + " UPDATE job_status SET state = 'BUILT', builder = ?, lease_until = NULL,"
                    + " since = UTC_TIMESTAMP(3)"
                    + " WHERE bucket = ? AND load_name = ? AND state <> 'BUILT'";

    private static final String FORGET_JOBS = "DELETE FROM job_status";
    private static final String FORGET_BUCKETS = "DELETE FROM bucket_index WHERE bucket >= 0";
    private static final String FORGET = FORGET_JOBS + "; " + FORGET_BUCKETS;

    private final Database database;

    /** The load that was begun; null before. */
    private volatile @Nullable String load;

    private MySqlBuildJobs(Database database) {
        this.database = database;
    }

    /** Opens the tables at {@code address}, which are made where there are none. */
    public static MySqlBuildJobs open(MySqlAddress address) throws IOException {
        return open(address, MySqlPassword.of(address, System.getenv()));
    }

    static MySqlBuildJobs open(MySqlAddress address, String password) throws IOException {
        Database database = new Database(address, new ConnectionPool(address, password));
        try {
            return database.read(
                    "the tables of build jobs were not made",
                    session -> {
                        ForeignTables.refuse(
                                address,
                                session,
                                List.of(Tables.STATE, SpecialBucket.TABLE, JOB_STATUS));
                        session.execute(Tables.STATE);
                        SpecialBucket.makeTable(session);
                        session.execute(JOB_STATUS);
                        return new MySqlBuildJobs(database);
                    });
        } catch (Throwable failure) {
            database.close();
            throw failure;
        }
    }

    @Override
    public void begin(String name, List<Bucket> buckets) throws IOException {
        database.write(
                "the beginning of a load",
                true,
                session -> {
                    session.execute("START TRANSACTION");
                    session.execute(MUTEX);
                    begin(session, name, buckets);
                    return name;
                });
        load = name;
    }

    private void begin(Session session, String name, List<Bucket> buckets) throws SQLException {
        String there = null;
        List<Known> known = new ArrayList<>();
        try (ResultSet row = session.query(BUCKETS).rows()) {
            while (row.next()) {
                there = row.getString(1);
                Bucket bucket =
                        new Bucket(Query.bits(row, 2), Query.bits(row, 3), Query.bits(row, 4));
                known.add(new Known(bucket, Query.bits(row, 5), row.getString(6)));
            }
        }
        if (name.equals(there)) {
            if (!Known.areSame(known, buckets)) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s: the load \"%s\" has been begun with other buckets: %d, not %d; all who share a load have the same source and options"
                                .formatted(database.address(), name, known.size(), buckets.size()));
            }
            return;
        }
        if (there != null && unfinished(session) > 0) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s: the load \"%s\" has not ended: %d of its %d buckets are not built; end it first, or give it up with: %s"
                            .formatted(
                                    database.address(),
                                    there,
                                    unfinished(session),
                                    known.size(),
                                    FORGET));
        }
        session.execute(FORGET_JOBS);
        session.execute(FORGET_BUCKETS);
        int next = 0;
        for (int index = 0; index < buckets.size(); index++) {
            Bucket bucket = buckets.get(index);
            // Borders are added from load to load, and none is taken away.
            Known before = Known.NONE;
            if (next < known.size() && known.get(next).bucket().isSame(bucket)) {
                before = known.get(next++);
            }
            String where = before.where();
            Query add = session.query(ADD_BUCKET).number(index).text(name);
            add.id(bucket.firstId1()).id(bucket.firstId2()).id(bucket.rows());
            add.id(before.bytes()).text(where == null ? "" : where).changed();
            State state = bucket.staged() ? State.STAGED : State.BUILT;
            session.query(ADD_JOB).number(index).text(name).text(state.name()).changed();
        }
    }

    /** What the table has of a bucket. */
    private record Known(Bucket bucket, long bytes, @Nullable String where) {
        static final Known NONE = new Known(new Bucket(0, 0, 0), 0, null);

        /** Rows are not compared: their runs may have become segments since. */
        static boolean areSame(List<Known> known, List<Bucket> buckets) {
            if (known.size() != buckets.size()) {
                return false;
            }
            for (int i = 0; i < known.size(); i++) {
                if (!known.get(i).bucket().isSame(buckets.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    private static long unfinished(Session session) throws SQLException {
        try (ResultSet row = session.query(UNFINISHED).rows()) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public String howToForget() {
        return "run in %s: %s".formatted(database.address(), FORGET);
    }

    @Override
    public String load() throws IOException {
        return database.read(
                "the name of the load was not read",
                session -> {
                    try (ResultSet row = session.query(LOAD).rows()) {
                        return row.next() ? row.getString(1) : "";
                    }
                });
    }

    @Override
    public List<Job> jobs() throws IOException {
        return database.read(
                "jobs were not read",
                session -> {
                    List<Job> jobs = new ArrayList<>();
                    // Who has begun none looks at whichever there is.
                    String begun = load;
                    String name = begun == null ? "" : begun;
                    try (ResultSet row = session.query(JOBS).text(name).text(name).rows()) {
                        while (row.next()) {
                            State state = State.valueOf(row.getString(1));
                            Optional<String> builder =
                                    state == State.STAGED
                                            ? Optional.empty()
                                            : Optional.ofNullable(row.getString(2));
                            jobs.add(new Job(state, builder, row.getLong(3)));
                        }
                    }
                    return List.copyOf(jobs);
                });
    }

    @Override
    public boolean lease(int bucket, String builder, long millis) throws IOException {
        // Once more after a lost connection does no harm: the builder then holds on to it.
        return database.read(
                "a bucket was not leased",
                session ->
                        session.query(LEASE)
                                        .text(builder)
                                        .text(builder)
                                        .number(millis)
                                        .number(bucket)
                                        .text(begun())
                                        .text(builder)
                                        .changed()
                                > 0);
    }

    @Override
    public void giveBack(int bucket, String builder) throws IOException {
        database.read(
                "a bucket was not given back",
                session ->
                        session.query(GIVE_BACK)
                                .number(bucket)
                                .text(begun())
                                .text(builder)
                                .changed());
    }

    @Override
    public void built(int bucket, String builder, long bytes, String where) throws IOException {
        database.write(
                "the end of a build",
                true,
                session ->
                        session.query(BUILT)
                                .number(bytes)
                                .text(where)
                                .number(bucket)
                                .text(begun())
                                .text(builder)
                                .number(bucket)
                                .text(begun())
                                .changedByEach());
    }

    private String begun() {
        String name = load;
        if (name == null) {
            throw new IllegalStateException("no load was begun");
        }
        return name;
    }

    /**
     * Between which ids links are in this database, for who looks: about the first and the last id,
     * as the special bucket has them. Empty where there never was one.
     */
    public Optional<HotRange> hotRange() throws IOException {
        return database.read("the special bucket was not read", SpecialBucket::read);
    }

    @Override
    public void close() {
        database.close();
    }
}
