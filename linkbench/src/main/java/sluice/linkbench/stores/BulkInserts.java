package sluice.linkbench.stores;

import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;
import sluice.servers.mariadb.MariaDbAddress;

/**
 * Fills the benchmark's tables as its loader does: many rows a statement, a commit after each, and
 * counts as rows of their own. Links must come list by list; of those of one key the last one
 * stays. Belongs to one thread.
 */
public final class BulkInserts implements Closeable {
    private static final int ROWS_MAX = 1024;

    private final Connection connection;
    private final InstantSource clock;
    private final List<Link> links = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Count> counts = new ArrayList<>();
    private Count count = new Count(0, 0, 0);

    /** Of the present list: an id2 that comes again is not one more. */
    private Set<Long> id2s = new HashSet<>();

    private record Count(long id1, long linkType, long links) {}

    /** Connects to a server whose tables are there; counts are dated by {@code clock}. */
    public BulkInserts(MariaDbAddress address, InstantSource clock) {
        this.clock = clock;
        try {
            connection =
                    DriverManager.getConnection(address.url(), address.user(), address.password());
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw MariaDbGraph.failure("no connection to " + address, e);
        }
    }

    /** Adds a visible link. */
    public void add(Link link) {
        if (link.id1() != count.id1 || link.linkType() != count.linkType) {
            endList();
        }
        int more = id2s.add(link.id2()) ? 1 : 0;
        count = new Count(link.id1(), link.linkType(), count.links + more);
        links.add(link);
        if (links.size() == ROWS_MAX) {
            flushLinks();
        }
    }

    /** Adds a node under its own id. */
    public void add(Node node) {
        nodes.add(node);
        if (nodes.size() == ROWS_MAX) {
            flushNodes();
        }
    }

    /** Writes what is still held back. */
    public void flush() {
        endList();
        flushLinks();
        flushNodes();
        flushCounts();
    }

    private void endList() {
        if (count.links > 0) {
            counts.add(count);
            if (counts.size() == ROWS_MAX) {
                flushCounts();
            }
        }
        count = new Count(0, 0, 0);
        id2s = new HashSet<>();
    }

    private interface Setter<T> {
        /** Sets the row's values, of which the first has number {@code first}. */
        void set(PreparedStatement statement, int first, T row) throws SQLException;
    }

    private void flushLinks() {
        insert(
                "INSERT INTO linktable (id1, id2, link_type, visibility, data, time, version)"
                        + " VALUES",
                7,
                " ON DUPLICATE KEY UPDATE visibility = VALUES(visibility), data = VALUES(data),"
                        + " time = VALUES(time), version = VALUES(version)",
                links,
                (statement, first, link) -> {
                    LinkTransactions.set(statement, first, link.id1());
                    LinkTransactions.set(statement, first + 1, link.id2());
                    LinkTransactions.set(statement, first + 2, link.linkType());
                    statement.setInt(first + 3, link.visibility() == Visibility.VISIBLE ? 1 : 0);
                    statement.setBytes(first + 4, link.data());
                    statement.setLong(first + 5, link.time());
                    statement.setLong(first + 6, link.version());
                });
    }

    private void flushNodes() {
        insert(
                "INSERT INTO nodetable (id, type, version, time, data) VALUES",
                5,
                "",
                nodes,
                (statement, first, node) -> {
                    LinkTransactions.set(statement, first, node.id());
                    LinkTransactions.set(statement, first + 1, node.type());
                    LinkTransactions.set(statement, first + 2, node.version());
                    LinkTransactions.set(statement, first + 3, node.time());
                    statement.setBytes(first + 4, node.data());
                });
    }

    private void flushCounts() {
        long now = clock.millis();
        insert(
                "REPLACE INTO counttable (id, link_type, count, time, version) VALUES",
                5,
                "",
                counts,
                (statement, first, row) -> {
                    LinkTransactions.set(statement, first, row.id1);
                    LinkTransactions.set(statement, first + 1, row.linkType);
                    statement.setLong(first + 2, row.links);
                    statement.setLong(first + 3, now);
                    statement.setLong(first + 4, 0);
                });
    }

    private <T> void insert(String sql, int columns, String end, List<T> rows, Setter<T> setter) {
        if (rows.isEmpty()) {
            return;
        }
        String row = " (" + "?, ".repeat(columns - 1) + "?)";
        String all = sql + (row + ",").repeat(rows.size() - 1) + row + end;
        try (PreparedStatement statement = connection.prepareStatement(all)) {
            for (int index = 0; index < rows.size(); index++) {
                setter.set(statement, 1 + index * columns, rows.get(index));
            }
            statement.executeUpdate();
            connection.commit();
        } catch (SQLException e) {
            throw MariaDbGraph.failure("rows could not be loaded", e);
        }
        rows.clear();
    }

    /** Ends the connection; rows that were not flushed are lost. */
    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
