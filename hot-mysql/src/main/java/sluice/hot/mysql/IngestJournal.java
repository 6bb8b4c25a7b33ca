package sluice.hot.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The ingests into tables of an engine without transactions: each has tables of its own until it is
 * committed, and a row here that says how far it is. One whose process died is finished where it
 * was committing, else removed, when the store is opened next. Its connection holds a lock of the
 * server's, by which others know that it is alive.
 */
final class IngestJournal {
    static final String TABLE =
            """
            CREATE TABLE IF NOT EXISTS sluice_ingest (
              id bigint unsigned NOT NULL AUTO_INCREMENT,
              state tinyint NOT NULL,
              PRIMARY KEY (id)
            ) ENGINE=InnoDB DEFAULT CHARSET=latin1""";

    static final String LINK_COLUMNS =
            "link_type, id1, id2, visibility, version, time, sequence, data";
    static final String NODE_COLUMNS = "id, type, version, time, sequence, data";
    static final String COUNT_COLUMNS = "id, link_type, count, sluice_rows";

    private static final int LOADING = 0;
    private static final int COMMITTING = 1;
    private static final int DONE = 2;

    private final Session session;
    private final long id;

    private IngestJournal(Session session, long id) {
        this.session = session;
        this.id = id;
    }

    /** Begins an ingest on a connection that belongs to it. */
    static IngestJournal begin(Session session, MySqlEngine engine) throws SQLException {
        session.execute("INSERT INTO sluice_ingest (state) VALUES (" + LOADING + ")");
        IngestJournal journal = new IngestJournal(session, number(session, "LAST_INSERT_ID()"));
        session.execute("DO " + "GET_LOCK(" + lock(journal.id) + ", 0)");
        journal.makeTable("linktable", LINK_COLUMNS, engine);
        journal.makeTable("nodetable", NODE_COLUMNS, engine);
        journal.makeTable("counttable", COUNT_COLUMNS, engine);
        return journal;
    }

    private void makeTable(String of, String columns, MySqlEngine engine) throws SQLException {
        // Without keys: they are made when all rows are there.
        session.execute(
                "CREATE TABLE %s ENGINE=%s AS SELECT %s FROM %s WHERE 1 = 0"
                        .formatted(table(of), engine.sqlName(), columns, of));
    }

    /** The table in which the rows for another one are until the commit. */
    String table(String of) {
        return "sluice_ingest_%d_%s".formatted(id, of);
    }

    void commit() throws SQLException {
        setState(COMMITTING);
        apply();
        remove();
    }

    /** Can be done again from its beginning. A list is seen once its header is there. */
    private void apply() throws SQLException {
        session.execute(insert("INSERT IGNORE", "linktable", LINK_COLUMNS));
        session.execute(insert("INSERT IGNORE", "nodetable", NODE_COLUMNS));
        session.execute(insert("REPLACE", "counttable", COUNT_COLUMNS));
    }

    private String insert(String how, String into, String columns) {
        return "%s INTO %s (%s) SELECT %s FROM %s"
                .formatted(how, into, columns, columns, table(into));
    }

    void remove() throws SQLException {
        setState(DONE);
        for (String of : List.of("linktable", "nodetable", "counttable")) {
            session.execute("DROP TABLE IF EXISTS " + table(of));
        }
        session.execute("DELETE FROM sluice_ingest WHERE id = " + id);
        session.execute("DO RELEASE_LOCK(" + lock(id) + ")");
    }

    private void setState(int state) throws SQLException {
        session.execute("UPDATE sluice_ingest SET state = %d WHERE id = %d".formatted(state, id));
    }

    private static String lock(long id) {
        return "CONCAT('sluice_ingest_', LEFT(SHA1(DATABASE()), 16), '_%d')".formatted(id);
    }

    private static long number(Session session, String expression) throws SQLException {
        try (ResultSet row = session.query("SELECT " + expression).rows()) {
            row.next();
            return Query.bits(row, 1);
        }
    }

    /** To be called while nobody begins one. */
    static void finishOrRemoveLeftovers(Session session) throws SQLException {
        List<long[]> rows = new ArrayList<>();
        try (ResultSet row = session.query("SELECT id, state FROM sluice_ingest").rows()) {
            while (row.next()) {
                rows.add(new long[] {row.getLong(1), row.getLong(2)});
            }
        }
        for (long[] row : rows) {
            if (number(session, "GET_LOCK(" + lock(row[0]) + ", 0)") == 1) {
                IngestJournal left = new IngestJournal(session, row[0]);
                if (row[1] == COMMITTING) {
                    left.apply();
                }
                left.remove();
            }
        }
    }
}
