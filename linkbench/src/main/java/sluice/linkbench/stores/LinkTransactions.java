package sluice.linkbench.stores;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import sluice.model.Deletion;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * The writes of LinkBench as transactions on one connection. The last statement of each and its
 * commit are sent together, which saves a round trip. The lock on a link's row, taken by the first
 * statement, puts writers of the same link in order.
 */
final class LinkTransactions implements AutoCloseable {
    private static final String INSERT =
            "INSERT INTO linktable (id1, id2, link_type, visibility, data, time, version)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?)"
                    + " ON DUPLICATE KEY UPDATE visibility = VALUES(visibility)";
    private static final String COUNT =
            "INSERT INTO counttable (id, link_type, count, time, version)"
                    + " VALUES (?, ?, ?, ?, 0)"
                    + " ON DUPLICATE KEY UPDATE count = IF(? < 0 AND count = 0, 0, count + ?),"
                    + " version = version + 1, time = VALUES(time)";
    private static final String UPDATE =
            "UPDATE linktable SET visibility = ?, data = ?, time = ?, version = ?"
                    + " WHERE id1 = ? AND id2 = ? AND link_type = ?";
    private static final String COMMIT = "; COMMIT";

    /** How many rows an insert changed that found a row: 0 where visibility was the same. */
    private static final int INSERTED = 1;

    private static final int VISIBILITY_CHANGED = 2;

    private final Connection connection;
    private final InstantSource clock;

    LinkTransactions(Connection connection, InstantSource clock) {
        this.connection = connection;
        this.clock = clock;
    }

    /** Puts the link in; says whether there was one of its key. */
    boolean put(Link link) throws SQLException {
        int changed = insert(link);
        boolean visible = link.visibility() == Visibility.VISIBLE;
        int more =
                switch (changed) {
                    case INSERTED -> visible ? 1 : 0;
                    case VISIBILITY_CHANGED -> visible ? 1 : -1;
                    default -> 0;
                };
        boolean isNew = changed == INSERTED;
        if (more != 0) {
            count(link.id1(), link.linkType(), more, isNew ? COMMIT : "");
        }
        if (!isNew) {
            update(link);
        } else if (more == 0) {
            connection.commit();
        }
        return !isNew;
    }

    private int insert(Link link) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            set(insert, 1, link.id1());
            set(insert, 2, link.id2());
            set(insert, 3, link.linkType());
            insert.setInt(4, visibility(link));
            insert.setBytes(5, link.data());
            insert.setLong(6, link.time());
            insert.setLong(7, link.version());
            return insert.executeUpdate();
        }
    }

    private void update(Link link) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(UPDATE + COMMIT)) {
            update.setInt(1, visibility(link));
            update.setBytes(2, link.data());
            update.setLong(3, link.time());
            update.setLong(4, link.version());
            set(update, 5, link.id1());
            set(update, 6, link.id2());
            set(update, 7, link.linkType());
            update.execute();
        }
    }

    private void count(long id1, long linkType, int more, String then) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement(COUNT + then)) {
            set(count, 1, id1);
            set(count, 2, linkType);
            count.setInt(3, Math.max(more, 0));
            count.setLong(4, clock.millis());
            count.setInt(5, more);
            count.setInt(6, more);
            count.execute();
        }
    }

    /** Hides the link or removes it; says whether there was one. */
    boolean delete(long id1, long linkType, long id2, Deletion deletion) throws SQLException {
        int before = visibilityOf(id1, linkType, id2);
        boolean changes = before == 1 || before == 0 && deletion == Deletion.EXPUNGE;
        if (!changes) {
            connection.commit();
            return before >= 0;
        }
        String change =
                deletion == Deletion.HIDE
                        ? "UPDATE linktable SET visibility = 0"
                        : "DELETE FROM linktable";
        try (PreparedStatement statement =
                connection.prepareStatement(
                        change + " WHERE id1 = ? AND id2 = ? AND link_type = ?")) {
            set(statement, 1, id1);
            set(statement, 2, id2);
            set(statement, 3, linkType);
            statement.executeUpdate();
        }
        if (before == 1) {
            count(id1, linkType, -1, COMMIT);
        } else {
            connection.commit();
        }
        return true;
    }

    /** 1 visible, 0 hidden, -1 where there is no such link; locks its row. */
    private int visibilityOf(long id1, long linkType, long id2) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT visibility FROM linktable"
                                + " WHERE id1 = ? AND id2 = ? AND link_type = ? FOR UPDATE")) {
            set(select, 1, id1);
            set(select, 2, id2);
            set(select, 3, linkType);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getInt(1) : -1;
            }
        }
    }

    long addNode(Node node) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO nodetable (type, version, time, data) VALUES (?, ?, ?, ?)",
                        Statement.RETURN_GENERATED_KEYS)) {
            setNode(insert, 1, node);
            insert.executeUpdate();
            long id;
            try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                id = Long.parseUnsignedLong(keys.getString(1));
            }
            connection.commit();
            return id;
        }
    }

    private static void setNode(PreparedStatement statement, int first, Node node)
            throws SQLException {
        set(statement, first, node.type());
        set(statement, first + 1, node.version());
        set(statement, first + 2, node.time());
        statement.setBytes(first + 3, node.data());
    }

    boolean updateNode(Node node) throws SQLException {
        // A row that is changed into what it was counts as well, so the row is looked for first.
        boolean found = hasNode(node.id(), node.type());
        if (found) {
            try (PreparedStatement update =
                    connection.prepareStatement(
                            "UPDATE nodetable SET version = ?, time = ?, data = ?"
                                    + " WHERE id = ? AND type = ?")) {
                set(update, 1, node.version());
                set(update, 2, node.time());
                update.setBytes(3, node.data());
                set(update, 4, node.id());
                set(update, 5, node.type());
                update.executeUpdate();
            }
        }
        connection.commit();
        return found;
    }

    private boolean hasNode(long id, long type) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "SELECT id FROM nodetable WHERE id = ? AND type = ? FOR UPDATE")) {
            set(select, 1, id);
            set(select, 2, type);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    boolean deleteNode(long id, long type) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM nodetable WHERE id = ? AND type = ?")) {
            set(delete, 1, id);
            set(delete, 2, type);
            boolean found = delete.executeUpdate() > 0;
            connection.commit();
            return found;
        }
    }

    /** Undoes what was begun; returns what went wrong, or null. */
    @Nullable SQLException rollback() {
        try {
            connection.rollback();
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    private static int visibility(Link link) {
        return link.visibility() == Visibility.VISIBLE ? 1 : 0;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** Sets a number of the tables, which are unsigned. */
    static void set(PreparedStatement statement, int index, long value) throws SQLException {
        if (value >= 0) {
            statement.setLong(index, value);
        } else {
            statement.setBigDecimal(index, new BigDecimal(Long.toUnsignedString(value)));
        }
    }
}
