package sluice.load;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.RowKind;
import sluice.model.Visibility;

/** What a store must hold: sorted maps, row after row, without a thought of speed. */
final class GraphModel {
    record LinkKey(long id1, long type, long id2) implements Comparable<LinkKey> {
        @Override
        public int compareTo(LinkKey other) {
            int byId1 = Long.compareUnsigned(id1, other.id1);
            int byType = Long.compareUnsigned(type, other.type);
            int byId2 = Long.compareUnsigned(id2, other.id2);
            return byId1 != 0 ? byId1 : byType != 0 ? byType : byId2;
        }
    }

    private final TreeMap<LinkKey, TestRow> links = new TreeMap<>();
    private final TreeMap<Long, TestRow> nodes = new TreeMap<>(Long::compareUnsigned);

    static GraphModel of(GraphModel before, List<TestRow> rows) {
        GraphModel model = new GraphModel();
        model.links.putAll(before.links);
        model.nodes.putAll(before.nodes);
        rows.forEach(model::add);
        return model;
    }

    /** After {@code rows} were absorbed: each wins whatever was there. */
    static GraphModel absorbed(GraphModel before, List<TestRow> rows) {
        GraphModel model = of(before, List.of());
        for (TestRow row : rows) {
            if (row.kind() == RowKind.NODE) {
                model.nodes.put(row.id1(), row);
            } else {
                model.links.put(new LinkKey(row.id1(), row.type(), row.id2()), row);
            }
        }
        return model;
    }

    private void add(TestRow row) {
        if (row.kind() == RowKind.NODE) {
            nodes.merge(row.id1(), row, GraphModel::winner);
        } else {
            LinkKey key = new LinkKey(row.id1(), row.type(), row.id2());
            links.merge(key, row, GraphModel::winner);
        }
    }

    private static TestRow winner(TestRow old, TestRow row) {
        if (row.version() != old.version()) {
            return row.version() > old.version() ? row : old;
        }
        return row.time() >= old.time() ? row : old;
    }

    /** The graph after a load: deletions have done what they do and are gone. */
    GraphModel loaded() {
        GraphModel model = new GraphModel();
        model.links.putAll(links);
        model.nodes.putAll(nodes);
        model.links.values().removeIf(TestRow::deleted);
        model.nodes.values().removeIf(TestRow::deleted);
        return model;
    }

    List<Node> nodes() {
        return loaded().nodes.values().stream().map(GraphModel::node).toList();
    }

    /** All links, by id1, type and id2. */
    List<Link> links() {
        return loaded().links.values().stream().map(GraphModel::link).toList();
    }

    /** All links of a list, hidden ones too, newest first. */
    List<Link> list(long id1, long type) {
        return links
                .subMap(new LinkKey(id1, type, 0), true, new LinkKey(id1, type, -1), true)
                .values()
                .stream()
                .filter(row -> !row.deleted())
                .map(GraphModel::link)
                .sorted(
                        Comparator.comparingLong(Link::time)
                                .reversed()
                                .thenComparing(Link::id2, Long::compareUnsigned))
                .toList();
    }

    /** What {@code query} gets out of the list that it asks for. */
    static List<Link> answer(List<Link> list, LinkQuery query) {
        return list.stream()
                .filter(link -> link.visibility() == Visibility.VISIBLE)
                .filter(link -> link.time() >= query.minTime() && link.time() <= query.maxTime())
                .skip(query.offset())
                .limit(query.limit())
                .toList();
    }

    private static Link link(TestRow row) {
        return new Link(
                row.id1(),
                row.type(),
                row.id2(),
                row.hidden() ? Visibility.HIDDEN : Visibility.VISIBLE,
                row.version(),
                row.time(),
                row.data().getBytes(StandardCharsets.UTF_8));
    }

    private static Node node(TestRow row) {
        return new Node(
                row.id1(),
                row.type(),
                row.version(),
                row.time(),
                row.data().getBytes(StandardCharsets.UTF_8));
    }
}
