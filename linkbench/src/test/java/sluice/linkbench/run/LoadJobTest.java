package sluice.linkbench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.generate.InitialLinks;
import sluice.generate.LinkBenchGraph;
import sluice.generate.LinkBenchOptions;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.generate.PayloadShape;
import sluice.linkbench.run.WatchedStore.Call;
import sluice.linkbench.stores.LoadJob;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.TypeCount;
import sluice.model.Visibility;

class LoadJobTest {
    /** Ids from 7 on with no link up to four. */
    private static LinkBenchGraph graph() {
        LinkBenchOptions options =
                new LinkBenchOptions(
                        20_000,
                        7,
                        Profile.CORRECTED,
                        2,
                        0,
                        8,
                        128,
                        3,
                        LinkBenchOptions.NOW_MILLIS,
                        null);
        return LinkBenchGraph.of(
                options,
                new LinkBenchGraph.Shapes(
                        new InitialLinks(id -> id % 5, Profile.CORRECTED, 2),
                        PayloadShape.ofLinks(Profile.CORRECTED),
                        PayloadShape.ofNodes(),
                        100));
    }

    private static List<String> rows(GraphReader reader) throws IOException {
        List<String> rows = new ArrayList<>();
        reader.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        rows.add(node.toString());
                    }

                    @Override
                    public void link(Link link) {
                        rows.add(link.toString());
                    }
                });
        return rows;
    }

    @Test
    void theGraphIsTheSameForAnyNumberOfLoaders() throws IOException {
        WatchedStore one = new WatchedStore(7);
        WatchedStore four = new WatchedStore(7);
        new LoadJob(graph(), true, 1, () -> false).writeTo(one::connect);
        LoadJob job = new LoadJob(graph(), true, 4, () -> false);
        job.writeTo(four::connect);
        assertEquals(rows(one), rows(four));
        assertEquals(20_000, job.nodes());
        assertEquals(20_000, four.count(Call.ADD_NODE));
        assertEquals(job.links(), four.count(Call.ADD_LINK));
        assertEquals(40_000, job.links());
        assertEquals(0, four.handles);
    }

    @Test
    void aStoreThatHoldsNodesAlreadyIsRefused() {
        WatchedStore store = new WatchedStore(1);
        LinkBenchGraph graph = graph();
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> new LoadJob(graph, true, 2, () -> false).writeTo(store::connect));
        assertEquals(
                "node 7 got the id 1; the store must be empty and number nodes from 7 on",
                failure.getMessage());
    }

    @Test
    void aStopEndsTheLoad() {
        WatchedStore store = new WatchedStore(7);
        LinkBenchGraph graph = graph();
        assertThrows(
                SluiceException.class,
                () ->
                        new LoadJob(graph, true, 2, () -> store.count(Call.ADD_LINK) > 100)
                                .writeTo(store::connect));
    }

    /** Counts one list wrong, and one that has no links at all. */
    @Test
    void wrongCountsAreFound() throws IOException {
        MemoryGraph counted = new MemoryGraph(1);
        for (long id2 = 1; id2 <= 3; id2++) {
            counted.addLink(new Link(5, 9, id2, Visibility.VISIBLE, 0, 0, new byte[0]));
        }
        counted.addLink(new Link(6, 9, 1, Visibility.HIDDEN, 0, 0, new byte[0]));
        counted.addLink(new Link(7, 8, 1, Visibility.VISIBLE, 0, 0, new byte[0]));
        Verification right = CountVerifier.verify(counted, new long[] {9});
        assertEquals(new Verification(4, 0, List.of()), right);
        WatchedStore wrong =
                new WatchedStore(1) {
                    @Override
                    public Answer<Long> count(long id1, long linkType) {
                        boolean isMiscounted = linkType == 9 && id1 >= 6;
                        long count = counted.count(id1, linkType).value();
                        return new Answer<>(isMiscounted ? count + 1 : count, true);
                    }

                    @Override
                    public boolean scan(GraphReader.Visitor visitor) throws IOException {
                        return counted.scan(visitor);
                    }

                    @Override
                    public Answer<List<TypeCount>> types(long id1) {
                        return counted.types(id1);
                    }
                };
        Verification found = CountVerifier.verify(wrong, new long[] {9});
        assertEquals(2, found.wrong());
        assertEquals(
                List.of(
                        "list (6, 9) has 0 visible links, and its count is 1",
                        "list (7, 9) has 0 visible links, and its count is 1"),
                found.problems());
    }
}
