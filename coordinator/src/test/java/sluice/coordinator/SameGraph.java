package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;

/** Asks two graphs everything on some ids and compares the answers. */
final class SameGraph {
    private final GraphReader graph;
    private final MemoryGraph model;
    private final boolean complete;
    private final RandomGenerator random;

    /** {@code complete} says whether lists and counts of {@code graph} must be. */
    SameGraph(GraphReader graph, MemoryGraph model, boolean complete, RandomGenerator random) {
        this.graph = graph;
        this.model = model;
        this.complete = complete;
        this.random = random;
    }

    void check(long[] ids, long[] types, long[] times) throws IOException {
        for (long id : ids) {
            assertEquals(model.node(id).value(), graph.node(id).value(), "node " + id);
            same(model.types(id), graph.types(id), "types of " + id);
            for (long type : types) {
                checkList(id, type, ids, times);
            }
        }
        checkScan();
    }

    void checkList(long id1, long type, long[] id2s, long[] times) throws IOException {
        String where = " of (%d, %d)".formatted(id1, type);
        same(model.count(id1, type), graph.count(id1, type), "count" + where);
        for (long id2 : id2s) {
            assertEquals(
                    model.link(id1, type, id2).value(),
                    graph.link(id1, type, id2).value(),
                    "link to %d".formatted(id2) + where);
        }
        assertEquals(
                model.links(id1, type, id2s).value(),
                graph.links(id1, type, id2s).value(),
                "links" + where);
        checkQuery(LinkQuery.newest(id1, type, Integer.MAX_VALUE));
        checkQuery(LinkQuery.newest(id1, type, 1 + random.nextInt(5)));
        for (int i = 0; i < 3; i++) {
            long from = times[random.nextInt(times.length)];
            long to = times[random.nextInt(times.length)];
            int limit = random.nextInt(20);
            checkQuery(new LinkQuery(id1, type, from, to, random.nextInt(5), limit));
        }
    }

    private void checkQuery(LinkQuery query) throws IOException {
        Answer<LinkList> answer = graph.linkList(query);
        assertEquals(
                model.linkList(query).value().links(), answer.value().links(), query.toString());
        assertEquals(complete, answer.complete(), query.toString());
    }

    /** Links of an id with buckets of its own come in another order, so that they are sorted. */
    private void checkScan() throws IOException {
        Rows expected = new Rows();
        model.scan(expected);
        Rows rows = new Rows();
        assertEquals(complete, graph.scan(rows));
        assertEquals(expected.nodes, rows.nodes, "nodes of a scan");
        rows.links.sort(ReferenceOrder.OF_LINKS);
        expected.links.sort(ReferenceOrder.OF_LINKS);
        assertEquals(expected.links, rows.links, "links of a scan");
        assertEquals(expected.ids, rows.ids, "order of a scan");
    }

    private <T> void same(Answer<T> expected, Answer<T> answer, String question) {
        assertEquals(expected.value(), answer.value(), question);
        assertEquals(complete, answer.complete(), question);
    }

    private static final class Rows implements GraphReader.Visitor {
        final List<Node> nodes = new ArrayList<>();
        final List<Link> links = new ArrayList<>();

        /** The ids in the order of their rows, nodes and links apart. */
        final List<String> ids = new ArrayList<>();

        @Override
        public void node(Node node) {
            nodes.add(node);
            ids.add("node " + node.id());
        }

        @Override
        public void link(Link link) {
            links.add(link);
            String id = "links of " + link.id1();
            if (ids.isEmpty() || !ids.getLast().equals(id)) {
                ids.add(id);
            }
        }
    }
}
