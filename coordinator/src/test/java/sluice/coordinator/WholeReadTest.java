package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sluice.coordinator.decision.ListKey;
import sluice.model.Answer;
import sluice.model.ColdView;
import sluice.model.HeldList;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Visibility;
import sluice.testkit.Seeds;

/** Reading a whole list, or no more of it than it takes to know that it is too large. */
class WholeReadTest {
    private static final ListKey LIST = new ListKey(7, 3);

    private final MemoryGraph graph = new MemoryGraph(1);
    private boolean complete = true;

    /** How many links each request returned. */
    private final List<Integer> returned = new ArrayList<>();

    private void add(long id2, long time, int dataBytes) {
        graph.addLink(new Link(7, 3, id2, Visibility.VISIBLE, 1, time, new byte[dataBytes]));
    }

    private Optional<Answer<LinkList>> read(int linksMax, long bytesMax) throws IOException {
        FakeCold cold = new FakeCold(new MemoryGraph(1), true);
        cold.publish(graph, complete);
        try (ColdView view = cold.view()) {
            return WholeRead.read(watched(view), LIST, linksMax, bytesMax);
        }
    }

    private ColdView watched(ColdView view) {
        Object proxy =
                Proxy.newProxyInstance(
                        ColdView.class.getClassLoader(),
                        new Class<?>[] {ColdView.class},
                        (_, method, arguments) -> {
                            assertEquals("linkList", method.getName());
                            Answer<LinkList> answer = view.linkList((LinkQuery) arguments[0]);
                            returned.add(answer.value().size());
                            return answer;
                        });
        return (ColdView) proxy;
    }

    private LinkList whole() {
        return graph.linkList(LinkQuery.newest(7, 3, Integer.MAX_VALUE)).value();
    }

    @Test
    void aShortListIsOneRequest() throws IOException {
        for (int id2 = 0; id2 < 10; id2++) {
            add(id2, id2 % 3, 5);
        }
        assertEquals(whole().links(), read(100, 1000).orElseThrow().value().links());
        assertEquals(List.of(10), returned);
    }

    @Test
    void anEmptyListIsWhole() throws IOException {
        assertEquals(List.of(), read(100, 1000).orElseThrow().value().links());
    }

    @Test
    void whatIsTooLargeIsNotReadToItsEnd() throws IOException {
        for (int id2 = 0; id2 < 4000; id2++) {
            add(id2, id2, 10_000);
        }
        assertTrue(read(HotLists.LINKS_MAX, HotLists.BYTES_MAX).isEmpty());
        int links = returned.stream().mapToInt(Integer::intValue).sum();
        assertTrue(links * 10_000L < 2 * HotLists.BYTES_MAX, links + " links were read");
    }

    @Test
    void aPartOfTheStoreIsNotComplete() throws IOException {
        complete = false;
        add(1, 1, 1);
        assertFalse(read(100, 1000).orElseThrow().complete());
    }

    @Test
    void everyListIsReadWholeWhereItFits() {
        Seeds.each(
                100,
                random -> {
                    int links = random.nextInt(1, 300);
                    int times = random.nextInt(1, 40);
                    int dataBytes = random.nextInt(1, 100);
                    WholeReadTest test = new WholeReadTest();
                    for (int id2 = 0; id2 < links; id2++) {
                        long time =
                                random.nextInt(20) == 0 ? Long.MAX_VALUE : random.nextInt(times);
                        test.add(id2, time, random.nextInt(dataBytes));
                    }
                    LinkList whole = test.whole();
                    long bytes = HeldList.lengthBytes(whole);
                    LinkList read = test.read(links, bytes).orElseThrow().value();
                    assertEquals(whole.links(), read.links());
                    assertTrue(test.read(links - 1, bytes).isEmpty());
                    assertTrue(test.read(links, bytes - 1).isEmpty());
                });
    }
}
