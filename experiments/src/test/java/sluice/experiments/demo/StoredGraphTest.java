package sluice.experiments.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.Answer;

class StoredGraphTest {
    private final MapGraph store = new MapGraph();

    @Test
    void theSumDoesNotDependOnTheOrder() throws IOException {
        store.links.add(MapGraph.link(1, 2, 7, "a"));
        store.links.add(MapGraph.link(3, 4, 8, "b"));
        long sum = StoredGraph.scan(store).hashSum();
        assertEquals(sum, StoredGraph.scan(reversed()).hashSum());
    }

    @Test
    void everyFieldCounts() throws IOException {
        store.links.add(MapGraph.link(1, 2, 7, "a"));
        long sum = StoredGraph.scan(store).hashSum();
        for (var other :
                List.of(
                        MapGraph.link(9, 2, 7, "a"),
                        MapGraph.link(1, 9, 7, "a"),
                        MapGraph.link(1, 2, 9, "a"),
                        MapGraph.link(1, 2, 7, "b"))) {
            store.links.set(0, other);
            assertNotEquals(sum, StoredGraph.scan(store).hashSum());
        }
    }

    @Test
    void countsAreComparedWithTheScan() throws IOException {
        store.links.add(MapGraph.link(1, 2, 7, "a"));
        store.links.add(MapGraph.link(1, 3, 6, "b"));
        store.links.add(MapGraph.link(2, 3, 6, "c"));
        StoredGraph right = StoredGraph.scan(store);
        assertEquals(2, right.lists());
        assertEquals(3, right.countSum());
        assertEquals(0, right.wrongCounts());
        StoredGraph wrong = StoredGraph.scan(new MiscountingGraph(store));
        assertEquals(1, wrong.wrongCounts());
    }

    private MapGraph reversed() {
        MapGraph other = new MapGraph();
        other.links.addAll(store.links.reversed());
        return other;
    }

    /** Counts one link of id 2 too many. */
    private static final class MiscountingGraph extends MapGraph {
        MiscountingGraph(MapGraph graph) {
            links.addAll(graph.links);
        }

        @Override
        public Answer<Long> count(long id1, long linkType) {
            long right = super.count(id1, linkType).value();
            return new Answer<>(id1 == 2 ? right + 1 : right, true);
        }
    }
}
