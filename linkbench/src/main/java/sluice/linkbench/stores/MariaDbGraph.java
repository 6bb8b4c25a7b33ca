package sluice.linkbench.stores;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.model.TypeCount;
import sluice.model.Visibility;
import sluice.servers.mariadb.MariaDbAddress;

/**
 * LinkBench's graph in MariaDB, for one thread: one connection for reads, each its own transaction,
 * and one for writes, whose transactions are those of the original.
 *
 * <p>A deadlock or a lock timeout is tried again. Link data ends at 255 bytes, times and versions
 * are not negative: limits of the benchmark's tables.
 */
public final class MariaDbGraph implements GraphStore {
    private static final int DEADLOCK = 1213;
    private static final int LOCK_TIMEOUT = 1205;
    private static final String LINK_COLUMNS =
            "id2, visibility, version, time, CAST(data AS BINARY)";

    private final Connection reads;
    private final LinkTransactions writes;

    private MariaDbGraph(Connection reads, LinkTransactions writes) {
        this.reads = reads;
        this.writes = writes;
    }

    /** Connects twice to a server whose tables are there; counts are dated by {@code clock}. */
    public static MariaDbGraph connect(MariaDbAddress address, InstantSource clock) {
        try {
            Connection reads = open(address);
            try {
                Connection writes = open(address);
                writes.setAutoCommit(false);
                return new MariaDbGraph(reads, new LinkTransactions(writes, clock));
            } catch (SQLException failure) {
                reads.close();
                throw failure;
            }
        } catch (SQLException e) {
            throw failure("no connection to " + address, e);
        }
    }

    private static Connection open(MariaDbAddress address) throws SQLException {
        return DriverManager.getConnection(address.url(), address.user(), address.password());
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        return complete(
                query(
                                "SELECT type, version, time, CAST(data AS BINARY) FROM nodetable"
                                        + " WHERE id = ?",
                                row ->
                                        new Node(
                                                id,
                                                unsigned(row, 1),
                                                unsigned(row, 2),
                                                unsigned(row, 3),
                                                row.getBytes(4)),
                                id)
                        .stream()
                        .findFirst());
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        return complete(links(id1, linkType, new long[] {id2}).value().stream().findFirst());
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        if (id2s.length == 0) {
            return complete(List.of());
        }
        String marks = ", ?".repeat(id2s.length).substring(2);
        long[] values = new long[id2s.length + 2];
        values[0] = id1;
        values[1] = linkType;
        System.arraycopy(id2s, 0, values, 2, id2s.length);
        List<Link> found =
                query(
                        "SELECT %s FROM linktable WHERE id1 = ? AND link_type = ? AND id2 IN (%s)"
                                .formatted(LINK_COLUMNS, marks),
                        row -> link(id1, linkType, row),
                        values);
        return complete(inOrder(found, id2s));
    }

    private static List<Link> inOrder(List<Link> found, long[] id2s) {
        List<Link> ordered = new ArrayList<>();
        for (long id2 : id2s) {
            for (Link link : found) {
                if (link.id2() == id2) {
                    ordered.add(link);
                }
            }
        }
        return ordered;
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        if (query.maxTime() < 0) {
            return complete(LinkList.of(query.id1(), query.linkType(), List.of()));
        }
        List<Link> links =
                query(
                        "SELECT "
                                + LINK_COLUMNS
                                + " FROM linktable FORCE INDEX (id1_type)"
                                + " WHERE id1 = ? AND link_type = ? AND time >= ? AND time <= ?"
                                + " AND visibility = 1 ORDER BY time DESC LIMIT ?, ?",
                        row -> link(query.id1(), query.linkType(), row),
                        query.id1(),
                        query.linkType(),
                        Math.max(0, query.minTime()),
                        query.maxTime(),
                        query.offset(),
                        query.limit());
        return complete(LinkList.of(query.id1(), query.linkType(), links));
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        return complete(
                query(
                                "SELECT count FROM counttable WHERE id = ? AND link_type = ?",
                                row -> row.getLong(1),
                                id1,
                                linkType)
                        .stream()
                        .findFirst()
                        .orElse(0L));
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        return complete(
                query(
                        "SELECT link_type, count FROM counttable WHERE id = ? AND count > 0 ORDER"
                                + " BY link_type",
                        row -> new TypeCount(unsigned(row, 1), row.getLong(2)),
                        id1));
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        try (PreparedStatement nodes =
                        reads.prepareStatement(
                                "SELECT type, version, time, CAST(data AS BINARY), id FROM"
                                        + " nodetable ORDER BY id");
                PreparedStatement links =
                        reads.prepareStatement(
                                "SELECT "
                                        + LINK_COLUMNS
                                        + ", id1, link_type FROM linktable"
                                        + " ORDER BY id1, link_type, time DESC, id2");
                ResultSet node = nodes.executeQuery();
                ResultSet link = links.executeQuery()) {
            boolean moreNodes = node.next();
            boolean moreLinks = link.next();
            while (moreNodes || moreLinks) {
                boolean nodeFirst =
                        !moreLinks
                                || moreNodes
                                        && Long.compareUnsigned(
                                                        unsigned(node, 5), unsigned(link, 6))
                                                <= 0;
                if (nodeFirst) {
                    visitor.node(
                            new Node(
                                    unsigned(node, 5),
                                    unsigned(node, 1),
                                    unsigned(node, 2),
                                    unsigned(node, 3),
                                    node.getBytes(4)));
                    moreNodes = node.next();
                } else {
                    visitor.link(link(unsigned(link, 6), unsigned(link, 7), link));
                    moreLinks = link.next();
                }
            }
            return true;
        } catch (SQLException e) {
            throw failure("a scan failed", e);
        }
    }

    @Override
    public Answer<Boolean> addLink(Link link) throws IOException {
        return complete(!transaction(() -> writes.put(link)));
    }

    @Override
    public Answer<Boolean> updateLink(Link link) throws IOException {
        return complete(transaction(() -> writes.put(link)));
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        return complete(transaction(() -> writes.delete(id1, linkType, id2, deletion)));
    }

    @Override
    public long addNode(Node node) throws IOException {
        return transaction(() -> writes.addNode(node));
    }

    @Override
    public Answer<Boolean> updateNode(Node node) throws IOException {
        return complete(transaction(() -> writes.updateNode(node)));
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) throws IOException {
        return complete(transaction(() -> writes.deleteNode(id, type)));
    }

    @Override
    public GraphReader with(Patience patience) {
        return this;
    }

    @Override
    public void close() throws IOException {
        try {
            reads.close();
            writes.close();
        } catch (SQLException e) {
            throw failure("a connection could not be closed", e);
        }
    }

    private interface Read<T> {
        T of(ResultSet row) throws SQLException;
    }

    private <T> List<T> query(String sql, Read<T> read, long... values) {
        try (PreparedStatement statement = reads.prepareStatement(sql)) {
            for (int index = 0; index < values.length; index++) {
                LinkTransactions.set(statement, index + 1, values[index]);
            }
            List<T> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(read.of(result));
                }
            }
            return rows;
        } catch (SQLException e) {
            throw failure("a read failed", e);
        }
    }

    private interface Write<T> {
        T run() throws SQLException;
    }

    private <T> T transaction(Write<T> write) {
        while (true) {
            try {
                return write.run();
            } catch (SQLException e) {
                @Nullable SQLException rollback = writes.rollback();
                if (rollback != null) {
                    e.addSuppressed(rollback);
                }
                if (rollback != null
                        || e.getErrorCode() != DEADLOCK && e.getErrorCode() != LOCK_TIMEOUT) {
                    throw failure("a write failed", e);
                }
            }
        }
    }

    private static Link link(long id1, long linkType, ResultSet row) throws SQLException {
        return new Link(
                id1,
                linkType,
                unsigned(row, 1),
                row.getInt(2) == 0 ? Visibility.HIDDEN : Visibility.VISIBLE,
                row.getLong(3),
                row.getLong(4),
                row.getBytes(5));
    }

    private static long unsigned(ResultSet row, int column) throws SQLException {
        return Long.parseUnsignedLong(row.getString(column));
    }

    private static <T> Answer<T> complete(T value) {
        return new Answer<>(value, true);
    }

    static SluiceException failure(String what, SQLException cause) {
        return new SluiceException(
                ErrorCode.STORE, "MariaDB: %s: %s".formatted(what, cause.getMessage()), cause);
    }
}
