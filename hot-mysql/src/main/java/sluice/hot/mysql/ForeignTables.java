package sluice.hot.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Refuses a database in which tables of our names, or LinkBench's, are another program's: before
 * anything is made or altered there. One is taken for ours if it has our columns, whatever else.
 */
final class ForeignTables {
    private static final Pattern NAME = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+)");
    private static final Pattern COLUMN = Pattern.compile("(?m)^ +([a-z]\\w*) ");

    /** Columns that LinkBench, or a table of an earlier version, has not: they are added. */
    private static final Set<String> ADDED =
            Set.of(
                    "linktable.sequence",
                    "nodetable.sequence",
                    "counttable.sluice_rows",
                    "counttable.sluice_shadowed",
                    "counttable.sluice_epoch",
                    "bucket_index.last_id1");

    private static final String COLUMNS =
            "SELECT table_name, column_name FROM information_schema.columns"
                    + " WHERE table_schema = DATABASE()";

    private ForeignTables() {}

    /** Compares with what is there the tables that {@code statements} make. */
    static void refuse(MySqlAddress address, Session session, List<String> statements)
            throws SQLException {
        Map<String, Set<String>> there = columns(session);
        for (String statement : statements) {
            Matcher name = NAME.matcher(statement);
            if (!name.find()) {
                throw new IllegalArgumentException(statement);
            }
            String table = name.group(1);
            Set<String> has = there.get(table);
            if (has == null) {
                continue;
            }
            List<String> lacks =
                    COLUMN.matcher(statement)
                            .results()
                            .map((MatchResult column) -> column.group(1))
                            .filter(column -> !ADDED.contains(table + "." + column))
                            .filter(column -> !has.contains(column))
                            .toList();
            if (!lacks.isEmpty()) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s: the table %s is another program's: it lacks the columns %s; name another database"
                                .formatted(address, table, String.join(", ", lacks)));
            }
        }
    }

    /** The columns of each table, whose names are the same in any case. */
    private static Map<String, Set<String>> columns(Session session) throws SQLException {
        Map<String, Set<String>> columns = new HashMap<>();
        try (ResultSet row = session.query(COLUMNS).rows()) {
            while (row.next()) {
                columns.computeIfAbsent(row.getString(1), _ -> new HashSet<>())
                        .add(row.getString(2).toLowerCase(Locale.ROOT));
            }
        }
        return columns;
    }
}
