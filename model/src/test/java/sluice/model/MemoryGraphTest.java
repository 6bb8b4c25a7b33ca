package sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The reference does what every graph store does. */
class MemoryGraphTest extends GraphStoreConformance {

    @Override
    protected GraphStore open(long firstNodeId) {
        return new MemoryGraph(firstNodeId);
    }

    @Test
    void aScanHoldsUpNoWriterAndTellsOfOneMoment() throws IOException {
        MemoryGraph graph = new MemoryGraph(1);
        graph.addLink(newLink(1));
        graph.addLink(newLink(2));
        List<Long> found = new ArrayList<>();
        graph.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {}

                    @Override
                    public void link(Link link) {
                        long id2 = link.id2();
                        found.add(id2);
                        CompletableFuture.runAsync(() -> graph.addLink(newLink(id2 + 10)))
                                .orTimeout(20, TimeUnit.SECONDS)
                                .join();
                    }
                });
        assertEquals(List.of(2L, 1L), found);
        assertEquals(4, graph.count(7, 1).value());
    }

    private static Link newLink(long id2) {
        return new Link(7, 1, id2, Visibility.VISIBLE, 0, id2, new byte[0]);
    }
}
