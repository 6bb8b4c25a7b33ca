package sluice.hot.mysql;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.HotLink;
import sluice.model.HotNode;
import sluice.model.HotScan;

/**
 * All rows, read on a connection of its own at the moment at which it was made, some thousands at a
 * time. Headers, which come in the order of a scan, say how many lists are read at once and which
 * list alone, part by part; what was read is sorted here.
 */
final class SnapshotScan implements HotScan {
    private static final int ROWS_AT_ONCE = 4096;
    private static final int NODES_AT_ONCE = 1024;

    private static final Comparator<HotLink> IN_ORDER =
            Comparator.comparing((HotLink row) -> row.link().id1(), Long::compareUnsigned)
                    .thenComparing(row -> row.link().linkType(), Long::compareUnsigned)
                    .thenComparing(row -> row.link().id2(), Long::compareUnsigned);

    private static final String HEADERS =
            "SELECT id, link_type, sluice_rows FROM counttable WHERE (id > ? OR id = ? AND"
                    + " link_type >= ?) AND sluice_rows > 0 ORDER BY id, link_type LIMIT ?";
    private static final String BETWEEN =
            " WHERE id1 BETWEEN ? AND ? AND (id1 > ? OR link_type >= ?)"
                    + " AND (id1 < ? OR link_type <= ?)";
    private static final String LISTS =
            "SELECT "
                    + LinkSql.LINK_COLUMNS
                    + " FROM linktable FORCE INDEX (id1_type)"
                    + BETWEEN
                    + " UNION ALL SELECT "
                    + LinkSql.MARK_COLUMNS
                    + " FROM sluice_mark"
                    + BETWEEN;
    private static final String PART =
            " WHERE id1 = ? AND link_type = ? AND id2 >= ? ORDER BY id2 LIMIT ?";
    private static final String PART_OF_LINKS =
            "SELECT " + LinkSql.LINK_COLUMNS + " FROM linktable FORCE INDEX (PRIMARY)" + PART;
    private static final String PART_OF_MARKS =
            "SELECT " + LinkSql.MARK_COLUMNS + " FROM sluice_mark" + PART;

    private record ListKey(long id1, long linkType, long rows) {}

    private final ConsistentReads snapshot;
    private final ArrayDeque<ListKey> lists = new ArrayDeque<>();
    private final ArrayDeque<HotLink> links = new ArrayDeque<>();
    private final ArrayDeque<HotNode> nodes = new ArrayDeque<>();

    /** Where the next headers begin; null after the last one. */
    private @Nullable ListKey nextHeader = new ListKey(0, 0, 0);

    /** A list that is being read part by part, and the id2 at which it goes on. */
    private @Nullable ListKey longList;

    private long nextId2;
    private long nextNodeId;
    private boolean nodesEnded;

    private SnapshotScan(ConsistentReads snapshot) {
        this.snapshot = snapshot;
    }

    static SnapshotScan open(Database database) throws IOException {
        return new SnapshotScan(ConsistentReads.open(database));
    }

    @Override
    public @Nullable HotLink nextLink() throws IOException {
        while (links.isEmpty()) {
            ListKey inParts = longList;
            if (inParts != null) {
                readPart(inParts);
            } else if (!lists.isEmpty()) {
                readLists();
            } else if (nextHeader != null) {
                readHeaders(nextHeader);
            } else {
                return null;
            }
        }
        return links.poll();
    }

    private void readHeaders(ListKey from) throws IOException {
        List<ListKey> read =
                snapshot.read(
                        session -> {
                            List<ListKey> found = new ArrayList<>();
                            Query query = session.query(HEADERS);
                            query.id(from.id1).id(from.id1).id(from.linkType);
                            try (ResultSet row = query.number(ROWS_AT_ONCE).rows()) {
                                while (row.next()) {
                                    found.add(
                                            new ListKey(
                                                    Query.bits(row, 1),
                                                    Query.bits(row, 2),
                                                    Query.bits(row, 3)));
                                }
                            }
                            return found;
                        });
        lists.addAll(read);
        nextHeader = read.size() < ROWS_AT_ONCE ? null : after(read.getLast());
    }

    private static @Nullable ListKey after(ListKey key) {
        if (key.linkType != -1) {
            return new ListKey(key.id1, key.linkType + 1, 0);
        }
        return key.id1 == -1 ? null : new ListKey(key.id1 + 1, 0, 0);
    }

    /** Reads the next lists that are few enough rows together, or begins a long one. */
    private void readLists() throws IOException {
        ListKey first = lists.remove();
        if (first.rows > ROWS_AT_ONCE) {
            longList = first;
            nextId2 = 0;
            return;
        }
        ListKey last = first;
        long rows = first.rows;
        while (!lists.isEmpty() && rows + lists.element().rows <= ROWS_AT_ONCE) {
            last = lists.remove();
            rows += last.rows;
        }
        ListKey end = last;
        take(
                snapshot.read(
                        session -> {
                            Query query = session.query(LISTS);
                            for (int table = 0; table < 2; table++) {
                                query.id(first.id1).id(end.id1);
                                query.id(first.id1).id(first.linkType);
                                query.id(end.id1).id(end.linkType);
                            }
                            return rows(query);
                        }));
    }

    private void readPart(ListKey list) throws IOException {
        List<HotLink> ofLinks = part(PART_OF_LINKS, list);
        List<HotLink> ofMarks = part(PART_OF_MARKS, list);
        long end = -1;
        for (List<HotLink> part : List.of(ofLinks, ofMarks)) {
            if (part.size() == ROWS_AT_ONCE) {
                long last = part.getLast().link().id2();
                end = Long.compareUnsigned(last, end) < 0 ? last : end;
            }
        }
        List<HotLink> upToEnd = new ArrayList<>();
        for (List<HotLink> part : List.of(ofLinks, ofMarks)) {
            for (HotLink row : part) {
                if (Long.compareUnsigned(row.link().id2(), end) <= 0) {
                    upToEnd.add(row);
                }
            }
        }
        take(upToEnd);
        nextId2 = end + 1;
        longList = end == -1 ? null : list;
    }

    private List<HotLink> part(String sql, ListKey list) throws IOException {
        return snapshot.read(
                session -> {
                    Query query = session.query(sql).id(list.id1).id(list.linkType);
                    return rows(query.id(nextId2).number(ROWS_AT_ONCE));
                });
    }

    private static List<HotLink> rows(Query query) throws SQLException {
        List<HotLink> rows = new ArrayList<>();
        try (ResultSet row = query.rows()) {
            while (row.next()) {
                rows.add(LinkSql.row(row));
            }
        }
        return rows;
    }

    private void take(List<HotLink> rows) {
        rows.sort(IN_ORDER);
        links.addAll(rows);
    }

    @Override
    public @Nullable HotNode nextNode() throws IOException {
        while (nodes.isEmpty() && !nodesEnded) {
            readNodes();
        }
        return nodes.poll();
    }

    private void readNodes() throws IOException {
        List<HotNode> whole = nodes(NodeTable.NODES_FROM);
        List<HotNode> marks = nodes(NodeTable.MARKS_FROM);
        long end = -1;
        if (whole.size() == NODES_AT_ONCE) {
            end = whole.getLast().id();
        }
        long rows = marks.stream().mapToLong(node -> Math.max(1, node.changes().size())).sum();
        if (rows == NODES_AT_ONCE && marks.getLast().id() != nextNodeId) {
            // The last one may go on.
            long last = marks.getLast().id() - 1;
            end = Long.compareUnsigned(last, end) < 0 ? last : end;
        }
        List<HotNode> upToEnd = new ArrayList<>(whole);
        upToEnd.addAll(marks);
        long bound = end;
        upToEnd.removeIf(node -> Long.compareUnsigned(node.id(), bound) > 0);
        upToEnd.sort(Comparator.comparing(HotNode::id, Long::compareUnsigned));
        nodes.addAll(upToEnd);
        nextNodeId = end + 1;
        nodesEnded = end == -1;
    }

    private List<HotNode> nodes(String sql) throws IOException {
        return snapshot.read(
                session -> {
                    Query query = session.query(sql).id(nextNodeId).number(NODES_AT_ONCE);
                    try (ResultSet row = query.rows()) {
                        return NodeTable.nodes(row);
                    }
                });
    }

    @Override
    public void close() {
        snapshot.close();
    }
}
