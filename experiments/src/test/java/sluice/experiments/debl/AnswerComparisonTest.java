package sluice.experiments.debl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Visibility;

/** Differences that were planted are found, whatever part of a row they are in. */
class AnswerComparisonTest {
    private static final int IDS = 300;
    private static final Link CHANGED = link(17, 3);

    private final MemoryGraph right = new MemoryGraph(IDS);
    private final List<LinkQuery> queries = new ArrayList<>();

    @BeforeEach
    void aGraph() {
        for (int id1 = 1; id1 < IDS; id1++) {
            queries.add(new LinkQuery(id1, 1, 0, Long.MAX_VALUE, 0, 10));
            for (int id2 = 0; id2 < 6; id2++) {
                right.addLink(link(id1, id2));
            }
        }
    }

    private static Link link(long id1, long id2) {
        return new Link(id1, 1, id2, Visibility.VISIBLE, 0, 1000 + id2, new byte[] {(byte) id2});
    }

    private AnswerComparison compare(UnaryOperator<Link> change) throws IOException {
        MemoryGraph other = new MemoryGraph(IDS);
        for (int id1 = 1; id1 < IDS; id1++) {
            for (int id2 = 0; id2 < 6; id2++) {
                Link link = link(id1, id2);
                other.addLink(link.equals(CHANGED) ? change.apply(link) : link);
            }
        }
        return AnswerComparison.of(queries, right, () -> ReadOnlyGraph.sharing(other));
    }

    @Test
    void equalGraphsHaveNone() throws IOException {
        assertEquals(new AnswerComparison(IDS - 1, 0, List.of()), compare(link -> link));
    }

    @Test
    void eachPartOfARowCounts() throws IOException {
        Link was = CHANGED;
        List<Link> changed =
                List.of(
                        new Link(17, 1, 3, Visibility.VISIBLE, 0, 1003, new byte[] {9}),
                        new Link(17, 1, 3, Visibility.VISIBLE, 1, 1003, was.data()),
                        new Link(17, 1, 3, Visibility.VISIBLE, 0, 1002, was.data()),
                        new Link(17, 1, 99, Visibility.VISIBLE, 0, 1003, was.data()),
                        new Link(17, 1, 3, Visibility.HIDDEN, 0, 1003, was.data()));
        for (Link instead : changed) {
            AnswerComparison found = compare(_ -> instead);
            assertEquals(1, found.differing(), instead::toString);
            assertTrue(found.differences().getFirst().startsWith("id1=17 "), found::toString);
        }
    }
}
