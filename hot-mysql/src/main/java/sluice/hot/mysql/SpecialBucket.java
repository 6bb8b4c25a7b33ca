package sluice.hot.mysql;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The row of {@code bucket_index} that says, to whoever looks, between which ids links are in this
 * database: a bucket of its own beside those of the cold store, as in the paper.
 *
 * <p>Never narrower than what there is: a write that lies outside makes it wider first, in steps of
 * 65,536 ids so that rising ids seldom do. It does not get narrower. No read relies on it, as
 * another process may write beyond it a moment after it was read. Who deletes the row gets it back
 * with the next wider range or opening. Safe for any number of threads and processes.
 */
final class SpecialBucket {
    /** Its number in {@code bucket_index}; those of a load begin at 0. */
    static final int NUMBER = -1;

    static final String TABLE =
            """
            CREATE TABLE IF NOT EXISTS bucket_index (
              bucket int NOT NULL,
              load_name varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
              first_id1 bigint unsigned NOT NULL,
              first_id2 bigint unsigned NOT NULL,
              row_count bigint unsigned NOT NULL,
              byte_count bigint unsigned NOT NULL DEFAULT 0,
              location varchar(1024) CHARACTER SET utf8mb4 NULL,
              last_id1 bigint unsigned NULL,
              PRIMARY KEY (bucket)
            ) ENGINE=InnoDB""";
    private static final String HAS_LAST =
            "SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE()"
                    + " AND table_name = 'bucket_index' AND column_name = 'last_id1'";
    private static final String ADD_LAST =
            "ALTER TABLE bucket_index ADD COLUMN last_id1 bigint unsigned NULL";
    private static final String READ =
            "SELECT first_id1, last_id1, row_count FROM bucket_index WHERE bucket = " + NUMBER;

    private static final int COLUMN_IS_THERE = 1060;

    private static final long STEP = 0xFFFF;

    private static final String FIRST =
            "LEAST(COALESCE((SELECT MIN(id1) FROM linktable), %1$s),"
                    + " COALESCE((SELECT MIN(id1) FROM sluice_mark), %1$s), %1$s)";
    private static final String LAST =
            "GREATEST(COALESCE((SELECT MAX(id1) FROM linktable), %1$s),"
                    + " COALESCE((SELECT MAX(id1) FROM sluice_mark), %1$s), %1$s)";
    private static final String ADD =
            "INSERT INTO bucket_index (bucket, load_name, first_id1, first_id2, row_count, location,"
                    + " last_id1) SELECT "
                    + NUMBER
                    + ", '', %s, 0, 0, 'linktable', %s FROM DUAL WHERE %s"
                    + " ON DUPLICATE KEY UPDATE first_id1 = LEAST(first_id1, VALUES(first_id1)),"
                    + " last_id1 = GREATEST(last_id1, VALUES(last_id1))";

    private static final String LARGEST_ID = "18446744073709551615";

    /** What is there, where there is something. */
    private static final String ADD_ALL =
            ADD.formatted(
                    FIRST.formatted(LARGEST_ID),
                    LAST.formatted("0"),
                    "EXISTS (SELECT 1 FROM linktable) OR EXISTS (SELECT 1 FROM sluice_mark)");

    /**
     * What is there, too, in case that somebody deleted the row. As sessions are READ COMMITTED,
     * the links are read without locks, so that this waits for no bulk load.
     */
    private static final String WIDEN =
            "START TRANSACTION; "
                    + ADD.formatted(
                            FIRST.formatted("CAST(? AS UNSIGNED)"),
                            LAST.formatted("CAST(? AS UNSIGNED)"),
                            "1 = 1");

    private static final String COUNT =
            "SELECT COALESCE(SUM(table_rows), 0), COALESCE(SUM(data_length + index_length), 0)"
                    + " FROM information_schema.tables WHERE table_schema = DATABASE()"
                    + " AND table_name IN ('linktable', 'sluice_mark')";
    private static final String SET_COUNT =
            "UPDATE bucket_index SET row_count = ?, byte_count = ? WHERE bucket = " + NUMBER;

    private final Database database;
    private final ReentrantLock lock = new ReentrantLock();

    /** What this process knows to be in the row; null: nothing. Replaced under the lock. */
    private volatile @Nullable Range known;

    private record Range(long first, long last) {
        boolean contains(long id1) {
            return Long.compareUnsigned(first, id1) <= 0 && Long.compareUnsigned(id1, last) <= 0;
        }
    }

    SpecialBucket(Database database) {
        this.database = database;
    }

    /** Makes the table of all buckets, or has it have the column that this one needs. */
    static void makeTable(Session session) throws SQLException {
        session.execute(TABLE);
        try (ResultSet row = session.query(HAS_LAST).rows()) {
            if (row.next()) {
                return;
            }
        }
        try {
            session.execute(ADD_LAST);
        } catch (SQLException e) {
            if (e.getErrorCode() != COLUMN_IS_THERE) {
                throw e;
            }
            // Somebody else has added it meanwhile.
        }
    }

    static Optional<HotRange> read(Session session) throws SQLException {
        try (ResultSet row = session.query(READ).rows()) {
            return row.next()
                    ? Optional.of(
                            new HotRange(
                                    Query.bits(row, 1), Query.bits(row, 2), Query.bits(row, 3)))
                    : Optional.empty();
        }
    }

    /** Has the row say what there is when a store is opened. */
    static void prepare(Session session) throws SQLException {
        session.execute(ADD_ALL);
        count(session);
    }

    /** Returns once the row has {@code id1} in it. To be called before a link of it is written. */
    void cover(long id1) throws IOException {
        cover(id1, id1);
    }

    /** As above, for all from {@code first} to {@code last}. */
    void cover(long first, long last) throws IOException {
        if (isKnown(first, last)) {
            return;
        }
        lock.lock();
        try {
            if (!isKnown(first, last)) {
                widen(first & ~STEP, last | STEP);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isKnown(long first, long last) {
        Range range = known;
        return range != null && range.contains(first) && range.contains(last);
    }

    private void widen(long first, long last) throws IOException {
        Range before = known;
        Range wider =
                before == null
                        ? new Range(first, last)
                        : new Range(lower(before.first, first), higher(before.last, last));
        database.write(
                "the range of the links",
                true,
                session -> {
                    Query query = session.query(WIDEN);
                    query.id(wider.first).id(wider.first).id(wider.first);
                    return query.id(wider.last).id(wider.last).id(wider.last).changedByEach();
                });
        known = wider;
    }

    private static long lower(long one, long other) {
        return Long.compareUnsigned(one, other) <= 0 ? one : other;
    }

    private static long higher(long one, long other) {
        return lower(one, other) == one ? other : one;
    }

    /** Writes down how many rows and bytes there are, as the server's statistics have it. */
    void count() throws IOException {
        database.read("the rows of the links were not counted", SpecialBucket::count);
    }

    private static int count(Session session) throws SQLException {
        long rows;
        long bytes;
        try (ResultSet row = session.query(COUNT).rows()) {
            row.next();
            rows = row.getLong(1);
            bytes = row.getLong(2);
        }
        return session.query(SET_COUNT).number(rows).number(bytes).changed();
    }
}
