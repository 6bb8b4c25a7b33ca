package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.SluiceException;

/** Requests with much data: many at once all pass, and one that is too large hurts no other. */
class LargeRequestTest {
    private static final int WRITERS = 96;

    @Test
    void largeWritesOfManyThreadsAllPass() throws InterruptedException {
        MemoryGraph graph = new MemoryGraph(1);
        try (Served over = new Served(graph, Served.ANY_PORT, Duration.ofSeconds(60))) {
            ConcurrentLinkedQueue<Object> problems = new ConcurrentLinkedQueue<>();
            CountDownLatch go = new CountDownLatch(1);
            List<Thread> writers = new ArrayList<>();
            for (int index = 0; index < WRITERS; index++) {
                Node node = new Node(0, 5, 1, 2, new byte[1 << 20]);
                writers.add(
                        Thread.ofVirtual()
                                .start(
                                        () -> {
                                            try {
                                                go.await();
                                                over.client.addNode(node);
                                            } catch (Throwable e) {
                                                problems.add(e);
                                            }
                                        }));
            }
            go.countDown();
            for (Thread writer : writers) {
                writer.join();
            }
            assertEquals(List.of(), List.copyOf(problems));
        }
    }

    @Test
    void aRequestThatIsTooLargeSaysSoAndHurtsNoOther() throws IOException {
        MemoryGraph graph = new MemoryGraph(1);
        try (Served over = new Served(graph, Served.ANY_PORT, Duration.ofSeconds(5))) {
            Node node = new Node(0, 5, 1, 2, new byte[16 << 20]);
            SluiceException tooLarge =
                    assertThrows(SluiceException.class, () -> over.client.addNode(node));
            long[] many = new long[2 << 20];
            SluiceException tooMany =
                    assertThrows(SluiceException.class, () -> over.client.links(1, 7, many));
            assertEquals(ErrorCode.CONFIG, tooLarge.code());
            assertEquals(ErrorCode.CONFIG, tooMany.code());
            assertTrue(tooLarge.getMessage().contains("bytes"), tooLarge.getMessage());
            assertEquals(0, over.client.linkList(LinkQuery.newest(1, 7, 1)).value().size());
        }
    }
}
