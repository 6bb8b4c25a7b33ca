package sluice.experiments.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.generate.RmatGraph;
import sluice.generate.RmatOptions;
import sluice.model.Link;
import sluice.model.Visibility;

/** What compares answers is tried with answers that are wrong. */
class AnsweredTest {
    private final MapGraph store = new MapGraph();
    private Queries queries = queries();
    private Answered answered = new Answered(queries);

    private static RmatGraph graph() {
        try {
            return RmatGraph.open(RmatOptions.distinct(8, 500), 1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Queries queries() {
        return Queries.of(graph(), new SplittableRandom(1));
    }

    @BeforeEach
    void fillTheStore() {
        graph().forEachLink(
                        (id1, type, id2, time, data, lengthBytes) ->
                                store.links.add(
                                        new Link(
                                                id1,
                                                type,
                                                id2,
                                                Visibility.VISIBLE,
                                                0,
                                                time,
                                                Arrays.copyOf(data, lengthBytes))));
        store.sort();
        queries = queries();
        answered = new Answered(queries);
    }

    @Test
    void rightAnswersAreRight() throws IOException {
        askAll();
        askAll();
        store.complete = false;
        askAll();
        assertEquals(2 * 1500, answered.completeCount());
        assertEquals(1500, answered.partialCount());
        assertNull(answered.firstDifference(store));
        assertNull(answered.firstSurplus(store));
    }

    @Test
    void aCompleteAnswerWithoutOneLinkIsFound() throws IOException {
        Link removed = store.links.removeFirst();
        askAll();
        store.put(removed);
        String difference = answered.firstDifference(store);
        assertNotNull(difference);
        assertEquals("links", difference.split(" ", 2)[0]);
    }

    @Test
    void oneWrongByteOfDataIsFound() throws IOException {
        askAll();
        Link link = store.links.getFirst();
        byte[] data = link.data().clone();
        data[data.length - 1] ^= 1;
        store.put(
                MapGraph.link(
                        link.id1(),
                        link.id2(),
                        link.time(),
                        new String(data, StandardCharsets.UTF_8)));
        assertNotNull(answered.firstDifference(store));
    }

    @Test
    void twoCompleteAnswersThatDifferAreFoundThoughTheLastIsRight() throws IOException {
        Link removed = store.links.removeLast();
        askAll();
        store.put(removed);
        askAll();
        assertNotNull(answered.firstDifference(store));
    }

    @Test
    void partialAnswersMayMissLinks() throws IOException {
        store.complete = false;
        Link removed = store.links.removeFirst();
        askAll();
        store.put(removed);
        assertNull(answered.firstSurplus(store));
    }

    @Test
    void partialAnswersMayNotHoldOtherLinks() throws IOException {
        store.complete = false;
        askAll();
        store.links.removeFirst();
        assertNotNull(answered.firstSurplus(store));
    }

    private void askAll() throws IOException {
        for (int query = 0; query < queries.count(); query++) {
            answered.note(query, queries.ask(store, query));
        }
    }
}
