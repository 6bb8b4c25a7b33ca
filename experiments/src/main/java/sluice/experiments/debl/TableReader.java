package sluice.experiments.debl;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.model.Visibility;
import sluice.servers.mariadb.MariaDbAddress;

/** Link lists out of MySQL's table, along its second key. */
final class TableReader {
    /**
     * The server leaves links of one time in any order. So many more than asked for are read, that
     * those of the last time can be put in order; more of one time than these do not come.
     */
    private static final int OF_LAST_TIME = 8;

    private static final String LIST =
            "SELECT id2, version, time, data FROM linktable FORCE INDEX (id1_type)"
                    + " WHERE id1 = ? AND link_type = ? AND time >= ? AND time <= ?"
                    + " AND visibility = 1 ORDER BY time DESC LIMIT ?";
    private static final Comparator<Link> NEWEST_FIRST =
            Comparator.comparingLong(Link::time).reversed().thenComparingLong(Link::id2);

    private TableReader() {}

    /** Connects, for one thread, which closes it. */
    static GraphStore connect(MariaDbAddress address) throws IOException {
        try {
            return ReadOnlyGraph.owning(new Lists(connection(address)));
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    static Connection connection(MariaDbAddress address) throws SQLException {
        return DriverManager.getConnection(
                address.url() + "&allowLocalInfile=true", address.user(), address.password());
    }

    private static IOException failed(SQLException e) {
        return new IOException("MySQL: " + e.getMessage(), e);
    }

    /** What the experiment asks for; nothing else. */
    record Lists(Connection connection) implements GraphReader {
        @Override
        public Answer<LinkList> linkList(LinkQuery query) throws IOException {
            int wanted = Math.toIntExact(query.offset() + query.limit());
            List<Link> links = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(LIST)) {
                statement.setLong(1, query.id1());
                statement.setLong(2, query.linkType());
                statement.setLong(3, Math.max(0, query.minTime()));
                statement.setLong(4, query.maxTime());
                statement.setInt(5, wanted + OF_LAST_TIME);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        links.add(link(query, row));
                    }
                }
            } catch (SQLException e) {
                throw failed(e);
            }
            links.sort(NEWEST_FIRST);
            int from = (int) Math.min(query.offset(), links.size());
            return new Answer<>(
                    LinkList.of(
                            query.id1(),
                            query.linkType(),
                            links.subList(from, Math.clamp(wanted, from, links.size()))),
                    true);
        }

        private static Link link(LinkQuery query, ResultSet row) throws SQLException {
            return new Link(
                    query.id1(),
                    query.linkType(),
                    row.getLong(1),
                    Visibility.VISIBLE,
                    row.getLong(2),
                    row.getLong(3),
                    row.getBytes(4));
        }

        private static UnsupportedOperationException listsOnly() {
            return new UnsupportedOperationException("the experiment asks for link lists only");
        }

        @Override
        public Answer<Optional<Node>> node(long id) {
            throw listsOnly();
        }

        @Override
        public Answer<Optional<Link>> link(long id1, long linkType, long id2) {
            throw listsOnly();
        }

        @Override
        public Answer<List<Link>> links(long id1, long linkType, long[] id2s) {
            throw listsOnly();
        }

        @Override
        public Answer<Long> count(long id1, long linkType) {
            throw listsOnly();
        }

        @Override
        public Answer<List<TypeCount>> types(long id1) {
            throw listsOnly();
        }

        @Override
        public boolean scan(Visitor visitor) {
            throw listsOnly();
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (SQLException e) {
                throw failed(e);
            }
        }
    }
}
