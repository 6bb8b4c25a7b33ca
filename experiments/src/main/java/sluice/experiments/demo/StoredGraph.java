package sluice.experiments.demo;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import sluice.generate.GeneratedGraph;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;

/**
 * What a full scan of a store finds: its links, the sum of their hashes, and whether the counts
 * that it answers are those of the scan. One pass over the store, one count for each link list.
 */
final class StoredGraph implements GraphReader.Visitor {
    private final GraphReader store;
    private final Map<Long, Long> listsOfId = new HashMap<>();
    private long id1;
    private long links;
    private long hashSum;
    private long lists;
    private long countSum;
    private long wrongCounts;

    private StoredGraph(GraphReader store) {
        this.store = store;
    }

    static StoredGraph scan(GraphReader store) throws IOException {
        StoredGraph graph = new StoredGraph(store);
        store.scan(graph);
        graph.endOfId();
        return graph;
    }

    /** The sum of the hashes of all links of a graph, which does not depend on their order. */
    static long hashSum(GeneratedGraph graph) {
        long[] sum = {0};
        graph.forEachLink(
                (id1, linkType, id2, time, data, lengthBytes) ->
                        sum[0] +=
                                Found.hash(
                                        id1,
                                        linkType,
                                        id2,
                                        time,
                                        Arrays.copyOf(data, lengthBytes)));
        return sum[0];
    }

    long links() {
        return links;
    }

    long hashSum() {
        return hashSum;
    }

    long lists() {
        return lists;
    }

    /** The sum of what the store answers as the counts of all lists. */
    long countSum() {
        return countSum;
    }

    /** How many lists the store counts otherwise than the scan. */
    long wrongCounts() {
        return wrongCounts;
    }

    @Override
    public void node(Node node) {}

    @Override
    public void link(Link link) throws IOException {
        if (link.id1() != id1) {
            endOfId();
            id1 = link.id1();
        }
        links++;
        hashSum += Found.hash(link);
        listsOfId.merge(link.linkType(), 1L, Long::sum);
    }

    private void endOfId() throws IOException {
        for (Map.Entry<Long, Long> list : listsOfId.entrySet()) {
            long answered = store.count(id1, list.getKey()).value();
            lists++;
            countSum += answered;
            wrongCounts += answered == list.getValue() ? 0 : 1;
        }
        listsOfId.clear();
    }
}
