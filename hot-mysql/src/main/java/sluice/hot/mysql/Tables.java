package sluice.hot.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The tables of a hot store, and how those of LinkBench become them. docs/hot-mysql.md has them
 * column by column.
 *
 * <p>Tables that are made hold every value of the model; those that were there keep their columns,
 * and get those that are added. Who opens the store holds a lock of the server's while this runs.
 */
final class Tables {
    private static final long FORMAT = 1;
    private static final long LOCK_SECONDS_MAX = 600;

    private static final String LINKS =
            """
            CREATE TABLE IF NOT EXISTS linktable (
              id1 bigint unsigned NOT NULL DEFAULT 0,
              id2 bigint unsigned NOT NULL DEFAULT 0,
              link_type bigint unsigned NOT NULL DEFAULT 0,
              visibility tinyint NOT NULL DEFAULT 0,
              data mediumblob NOT NULL,
              time bigint NOT NULL DEFAULT 0,
              version bigint NOT NULL DEFAULT 0,
              sequence bigint unsigned NOT NULL DEFAULT 0,
              PRIMARY KEY (link_type, id1, id2),
              KEY id1_type (id1, link_type, visibility, time, id2, version)
            ) ENGINE=%s DEFAULT CHARSET=latin1""";
    private static final String COUNTS =
            """
            CREATE TABLE IF NOT EXISTS counttable (
              id bigint unsigned NOT NULL DEFAULT 0,
              link_type bigint unsigned NOT NULL DEFAULT 0,
              count bigint unsigned NOT NULL DEFAULT 0,
              time bigint unsigned NOT NULL DEFAULT 0,
              version bigint unsigned NOT NULL DEFAULT 0,
              sluice_rows bigint unsigned NOT NULL DEFAULT 0,
              sluice_shadowed bigint unsigned NOT NULL DEFAULT 0,
              sluice_epoch bigint NOT NULL DEFAULT -1,
              PRIMARY KEY (id, link_type)
            ) ENGINE=%s DEFAULT CHARSET=latin1""";
    private static final String NODES =
            """
            CREATE TABLE IF NOT EXISTS nodetable (
              id bigint unsigned NOT NULL,
              type bigint unsigned NOT NULL,
              version bigint NOT NULL,
              time bigint NOT NULL,
              data mediumblob NOT NULL,
              sequence bigint unsigned NOT NULL DEFAULT 0,
              PRIMARY KEY (id)
            ) ENGINE=%s DEFAULT CHARSET=latin1""";
    private static final String LINK_MARKS =
            """
            CREATE TABLE IF NOT EXISTS sluice_mark (
              id1 bigint unsigned NOT NULL,
              link_type bigint unsigned NOT NULL,
              id2 bigint unsigned NOT NULL,
              kind tinyint NOT NULL,
              sequence bigint unsigned NOT NULL,
              PRIMARY KEY (id1, link_type, id2)
            ) ENGINE=%s DEFAULT CHARSET=latin1""";
    private static final String NODE_MARKS =
            """
            CREATE TABLE IF NOT EXISTS sluice_node_mark (
              id bigint unsigned NOT NULL,
              position int NOT NULL,
              kind tinyint NOT NULL,
              type bigint unsigned NOT NULL,
              version bigint NOT NULL,
              time bigint NOT NULL,
              data mediumblob NOT NULL,
              sequence bigint unsigned NOT NULL,
              PRIMARY KEY (id, position)
            ) ENGINE=%s DEFAULT CHARSET=latin1""";

    /** In InnoDB whatever the others are in: its numbers must not come again after a crash. */
    static final String STATE =
            """
            CREATE TABLE IF NOT EXISTS sluice_state (
              name varchar(64) NOT NULL,
              value bigint unsigned NOT NULL,
              PRIMARY KEY (name)
            ) ENGINE=InnoDB DEFAULT CHARSET=latin1""";

    private static final List<String> IN_ENGINE =
            List.of(LINKS, COUNTS, NODES, LINK_MARKS, NODE_MARKS);
    private static final List<String> ALL =
            Stream.concat(
                            IN_ENGINE.stream(),
                            Stream.of(
                                    STATE,
                                    IngestJournal.TABLE,
                                    HeldTable.TABLE,
                                    SpecialBucket.TABLE))
                    .toList();

    private static final String SEQUENCE_COLUMN =
            "ALTER TABLE %s ADD COLUMN sequence bigint unsigned NOT NULL DEFAULT 0";
    private static final String HEADER_COLUMNS =
            "ALTER TABLE counttable"
                    + " ADD COLUMN sluice_rows bigint unsigned NOT NULL DEFAULT 0,"
                    + " ADD COLUMN sluice_shadowed bigint unsigned NOT NULL DEFAULT 0,"
                    + " ADD COLUMN sluice_epoch bigint NOT NULL DEFAULT -1";

    /** Every list's header anew, from its rows. */
    private static final List<String> COUNT_ALL =
            List.of(
                    "START TRANSACTION",
                    "UPDATE counttable SET count = 0, sluice_rows = 0, sluice_shadowed = 0,"
                            + " sluice_epoch = -1",
                    "INSERT INTO counttable (id, link_type, count, time, version, sluice_rows)"
                            + " SELECT id1, link_type, SUM(visibility = 1), "
                            + LinkSql.NOW_MILLIS
                            + ", 0, COUNT(*) FROM linktable GROUP BY id1, link_type"
                            + " ON DUPLICATE KEY UPDATE count = VALUES(count),"
                            + " sluice_rows = VALUES(sluice_rows)",
                    "INSERT INTO counttable (id, link_type, count, time, version, sluice_rows)"
                            + " SELECT id1, link_type, 0, "
                            + LinkSql.NOW_MILLIS
                            + ", 0, COUNT(*) FROM sluice_mark GROUP BY id1, link_type"
                            + " ON DUPLICATE KEY UPDATE sluice_rows = sluice_rows + VALUES(sluice_rows)",
                    "INSERT IGNORE INTO sluice_state (name, value)"
                            + " SELECT 'next_node_id', MAX(id) + 1 FROM nodetable"
                            + " HAVING MAX(id) < 18446744073709551615",
                    "REPLACE INTO sluice_state (name, value) VALUES ('format', " + FORMAT + ")",
                    "COMMIT");

    private final MySqlAddress address;
    private final Session session;

    private Tables(MySqlAddress address, Session session) {
        this.address = address;
        this.session = session;
    }

    /** Makes, fixes and checks the tables; returns the engine that the links are in. */
    static MySqlEngine prepare(MySqlAddress address, Session session) throws SQLException {
        return new Tables(address, session).prepare();
    }

    private MySqlEngine prepare() throws SQLException {
        lock();
        try {
            MySqlEngine engine = makeTables();
            session.execute("INSERT IGNORE INTO sluice_state VALUES ('next_sequence', 1)");
            String format = text("SELECT value FROM sluice_state WHERE name = 'format'");
            if (format != null && Long.parseLong(format) > FORMAT) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s: the tables are of format %s, this program knows up to %d; use a newer one"
                                .formatted(address, format, FORMAT));
            }
            IngestJournal.finishOrRemoveLeftovers(session);
            if (format == null || !engine.isTransactional()) {
                for (String statement : COUNT_ALL) {
                    session.execute(statement);
                }
            }
            SpecialBucket.prepare(session);
            return engine;
        } finally {
            session.execute("DO RELEASE_LOCK(CONCAT('sluice_', LEFT(SHA1(DATABASE()), 32)))");
        }
    }

    private void lock() throws SQLException {
        String got =
                text(
                        "SELECT GET_LOCK(CONCAT('sluice_', LEFT(SHA1(DATABASE()), 32)), %d)"
                                .formatted(LOCK_SECONDS_MAX));
        if (!"1".equals(got)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s: another process has been opening the store for %d s; try again"
                            .formatted(address, LOCK_SECONDS_MAX));
        }
    }

    private MySqlEngine makeTables() throws SQLException {
        ForeignTables.refuse(address, session, ALL);
        String there = engineOfLinks();
        if (there != null) {
            requireIndex();
        }
        MySqlEngine wanted = address.engine();
        MySqlEngine engine =
                there != null
                        ? MySqlEngine.of(there)
                        : wanted != null ? wanted : MySqlEngine.INNODB;
        if (wanted != null && wanted != engine) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: the links are in %s, not in %s as the option engine has it; leave it out"
                            .formatted(address, engine.sqlName(), wanted.sqlName()));
        }
        for (String table : IN_ENGINE) {
            session.execute(table.formatted(engine.sqlName()));
        }
        session.execute(STATE);
        session.execute(IngestJournal.TABLE);
        session.execute(HeldTable.TABLE);
        SpecialBucket.makeTable(session);
        for (String table : List.of("linktable", "nodetable")) {
            if (!has(table, "sequence")) {
                session.execute(SEQUENCE_COLUMN.formatted(table));
            }
        }
        if (!has("counttable", "sluice_epoch")) {
            session.execute(HEADER_COLUMNS);
        }
        return engine;
    }

    private @Nullable String engineOfLinks() throws SQLException {
        return text(
                "SELECT engine FROM information_schema.tables"
                        + " WHERE table_schema = DATABASE() AND table_name = 'linktable'");
    }

    private boolean has(String table, String column) throws SQLException {
        return text(
                        "SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE()"
                                + " AND table_name = '%s' AND column_name = '%s'"
                                        .formatted(table, column))
                != null;
    }

    /** Lists are read along LinkBench's index, whatever columns it has behind these. */
    private void requireIndex() throws SQLException {
        List<String> wanted = List.of("id1", "link_type", "visibility", "time", "id2");
        List<String> columns = new ArrayList<>();
        try (ResultSet rows =
                session.query(
                                "SELECT column_name FROM information_schema.statistics"
                                        + " WHERE table_schema = DATABASE() AND table_name = 'linktable'"
                                        + " AND index_name = 'id1_type' ORDER BY seq_in_index")
                        .rows()) {
            while (rows.next()) {
                columns.add(rows.getString(1));
            }
        }
        if (columns.size() < wanted.size() || !columns.subList(0, wanted.size()).equals(wanted)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s: linktable lacks the index that lists are read from; run: ALTER TABLE linktable ADD KEY id1_type (id1, link_type, visibility, time, id2, version)"
                            .formatted(address));
        }
    }

    private @Nullable String text(String sql) throws SQLException {
        try (ResultSet rows = session.query(sql).rows()) {
            return rows.next() ? rows.getString(1) : null;
        }
    }
}
