package sluice.hot.mysql;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.HotNode;
import sluice.model.Node;

/**
 * Nodes, and what is known of ids that have none here: removed ones and changes that wait for a
 * load. An id is in {@code nodetable} or in {@code sluice_node_mark}, never in both. A read is one
 * round trip, a write a transaction of two.
 */
final class NodeTable {
    /** No node has this id, whatever the cold store has. */
    private static final int REMOVED = 1;

    /** The node of this type becomes this one. */
    private static final int CHANGED = 2;

    /** The node of this type is no more. */
    private static final int TYPE_REMOVED = 3;

    /** The kind of a row of {@code nodetable}. */
    private static final int NODE = 0;

    private static final byte[] NO_DATA = {};

    private static final String NODE_COLUMNS =
            "id, 0 AS kind, type, version, time, sequence, CAST(data AS BINARY) AS data,"
                    + " 0 AS position";
    private static final String MARK_COLUMNS =
            "id, kind, type, version, time, sequence, CAST(data AS BINARY) AS data, position";

    private static final String READ =
            "SELECT "
                    + NODE_COLUMNS
                    + " FROM nodetable WHERE id = ? UNION ALL SELECT "
                    + MARK_COLUMNS
                    + " FROM sluice_node_mark WHERE id = ? ORDER BY position";
    static final String NODES_FROM =
            "SELECT " + NODE_COLUMNS + " FROM nodetable WHERE id >= ? ORDER BY id LIMIT ?";
    static final String MARKS_FROM =
            "SELECT "
                    + MARK_COLUMNS
                    + " FROM sluice_node_mark WHERE id >= ? ORDER BY id, position LIMIT ?";

    private static final String BEGIN = "START TRANSACTION; ";
    private static final String PUT_NODE =
            "REPLACE INTO nodetable (id, type, version, time, sequence, data)"
                    + " VALUES (?, ?, ?, ?, ?, ?); ";
    private static final String DELETE_NODE = "DELETE FROM nodetable WHERE id = ?; ";
    private static final String DELETE_MARKS = "DELETE FROM sluice_node_mark WHERE id = ?; ";
    private static final String PUT_MARK =
            "INSERT INTO sluice_node_mark"
                    + " (id, position, kind, type, version, time, sequence, data)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?); ";
    private static final String PUT_NEXT_ID =
            "REPLACE INTO sluice_state (name, value) VALUES ('next_node_id', ?); ";
    private static final String NEXT_ID =
            "SELECT value FROM sluice_state WHERE name = 'next_node_id'";

    private final Database database;
    private final boolean transactional;

    NodeTable(Database database, boolean transactional) {
        this.database = database;
        this.transactional = transactional;
    }

    @Nullable HotNode node(long id) throws IOException {
        List<HotNode> found =
                database.read(
                        "a node was not read",
                        session -> {
                            try (ResultSet rows = session.query(READ).id(id).id(id).rows()) {
                                return nodes(rows);
                            }
                        });
        return found.isEmpty() ? null : found.getFirst();
    }

    /** What rows in order of ids and positions say. */
    static List<HotNode> nodes(ResultSet row) throws SQLException {
        List<HotNode> nodes = new ArrayList<>();
        while (row.next()) {
            long id = Query.bits(row, 1);
            int kind = row.getInt(2);
            long type = Query.bits(row, 3);
            long sequence = Query.bits(row, 6);
            boolean holdsNode = kind == NODE || kind == CHANGED;
            Node node =
                    holdsNode
                            ? new Node(
                                    id,
                                    type,
                                    Query.bits(row, 4),
                                    Query.bits(row, 5),
                                    row.getBytes(7))
                            : null;
            if (node != null && kind == NODE) {
                nodes.add(HotNode.of(node, sequence));
            } else if (kind == REMOVED) {
                nodes.add(HotNode.removed(id, sequence));
            } else {
                HotNode.Change change = new HotNode.Change(type, node);
                boolean goesOn = !nodes.isEmpty() && nodes.getLast().id() == id;
                HotNode before = goesOn ? nodes.removeLast() : null;
                nodes.add(HotNode.pending(id, before, change, sequence));
            }
        }
        return nodes;
    }

    void put(HotNode row) throws IOException {
        put(row, OptionalLong.empty());
    }

    void add(HotNode row, long nextNodeId) throws IOException {
        put(row, OptionalLong.of(nextNodeId));
    }

    private void put(HotNode row, OptionalLong nextNodeId) throws IOException {
        boolean isNode = row.whole() && !row.changes().isEmpty();
        int marks = isNode ? 0 : Math.max(1, row.changes().size());
        String sql =
                BEGIN
                        + DELETE_MARKS
                        + (isNode ? PUT_NODE : DELETE_NODE)
                        + PUT_MARK.repeat(marks)
                        + (nextNodeId.isPresent() ? PUT_NEXT_ID : "");
        write(
                session -> {
                    Query query = session.query(sql).id(row.id());
                    if (isNode) {
                        setNode(query, row);
                    } else {
                        query.id(row.id());
                        setMarks(query, row);
                    }
                    if (nextNodeId.isPresent()) {
                        query.id(nextNodeId.getAsLong());
                    }
                    return query.changedByEach();
                });
    }

    private static void setNode(Query query, HotNode row) throws SQLException {
        HotNode.Change change = row.changes().getFirst();
        Node node = change.node();
        if (node == null) {
            throw new IllegalArgumentException("a removed node of one type that stands for its id");
        }
        query.id(row.id()).id(node.type()).number(node.version()).number(node.time());
        query.id(row.sequence()).bytes(node.data());
    }

    private static void setMarks(Query query, HotNode row) throws SQLException {
        if (row.whole()) {
            setMark(query, row, 0, REMOVED, 0, null);
        }
        int position = 0;
        for (HotNode.Change change : row.changes()) {
            int kind = change.node() == null ? TYPE_REMOVED : CHANGED;
            setMark(query, row, position++, kind, change.type(), change.node());
        }
    }

    private static void setMark(
            Query query, HotNode row, int position, int kind, long type, @Nullable Node node)
            throws SQLException {
        query.id(row.id()).number(position).number(kind).id(type);
        query.number(node == null ? 0 : node.version()).number(node == null ? 0 : node.time());
        query.id(row.sequence()).bytes(node == null ? NO_DATA : node.data());
    }

    void remove(long id) throws IOException {
        write(
                session ->
                        session.query(BEGIN + DELETE_MARKS + DELETE_NODE)
                                .id(id)
                                .id(id)
                                .changedByEach());
    }

    private void write(Database.Work<List<Integer>> work) throws IOException {
        database.write("a write to a node", transactional, work);
    }

    OptionalLong nextNodeId() throws IOException {
        return database.read(
                "the next node's id was not read",
                session -> {
                    try (ResultSet row = session.query(NEXT_ID).rows()) {
                        return row.next()
                                ? OptionalLong.of(Query.bits(row, 1))
                                : OptionalLong.empty();
                    }
                });
    }
}
