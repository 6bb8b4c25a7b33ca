package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.load.job.Demand;
import sluice.model.Answer;
import sluice.model.Asker;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.Patience.WhenPartial;
import sluice.model.SluiceException;

/** Reads and writes while the cold store does not have all, or cannot be asked. */
@Timeout(60)
class PatienceTest {
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final Link LINK = ListOperation.link(1, 2, 3, true, 4, 5);
    private static final Link COLD = ListOperation.link(1, 2, 7, true, 1, 1);

    @TempDir Path directory;
    private final WaitForAny waiting = new WaitForAny();
    private final AtomicLong clock = new AtomicLong();
    private FakeCold cold;
    private RocksHotStore hot;
    private MergedGraph graph;

    /** A cold store with one link and two nodes, which can be asked for ids other than 1 only. */
    @BeforeEach
    void open() throws IOException {
        cold = new FakeCold(new MemoryGraph(1), true);
        cold.publish(content(), true, id -> id != 1);
        hot = HotDirectory.open(directory);
        graph = new MergedGraph(hot, cold, OptionalLong.empty(), waiting, clock::get);
    }

    private static MemoryGraph content() {
        MemoryGraph content = new MemoryGraph(1);
        content.addLink(COLD);
        content.loadNode(node(1, 1, "cold"));
        content.loadNode(node(5, 1, "cold"));
        return content;
    }

    private void build() {
        cold.publish(content(), true);
        waiting.moved();
    }

    @AfterEach
    void close() {
        hot.close();
    }

    @Test
    void answersWithWhatThereIs() throws IOException {
        assertEquals(new Answer<>(true, false), graph.addLink(LINK));
        assertEquals(new Answer<>(1L, false), graph.count(1, 2));
        assertFalse(graph.linkList(LinkQuery.newest(1, 2, 9)).complete());
        assertEquals(new Answer<>(Optional.empty(), false), graph.link(1, 2, 7));
        assertEquals(new Answer<>(Optional.of(LINK), true), graph.link(1, 2, 3));
        assertEquals(new Answer<>(0L, true), graph.count(2, 2));
        assertEquals(List.of(LINK), graph.links(1, 2, new long[] {3, 7}).value());
        build();
        assertEquals(new Answer<>(2L, true), graph.count(1, 2));
        assertEquals(
                List.of(LINK, COLD), graph.linkList(LinkQuery.newest(1, 2, 9)).value().links());
    }

    @Test
    void deletionComesBeforeWhatItDeletes() throws IOException {
        assertEquals(new Answer<>(false, false), graph.deleteLink(1, 2, 7, Deletion.HIDE));
        build();
        assertEquals(0, graph.count(1, 2).value());
        Link hidden = graph.link(1, 2, 7).value().orElseThrow();
        assertEquals(ListOperation.link(1, 2, 7, false, 1, 1), hidden);
        assertEquals(List.of(hidden), graph.links(1, 2, new long[] {7}).value());
        assertEquals(new Answer<>(true, true), graph.deleteLink(1, 2, 7, Deletion.EXPUNGE));
        assertEquals(Optional.empty(), graph.link(1, 2, 7).value());
        assertEquals(0, graph.count(1, 2).value());
        assertEquals(new Answer<>(false, true), graph.updateLink(COLD));
        assertEquals(1, graph.count(1, 2).value());
    }

    @Test
    void changesOfNodesComeBeforeTheNodes() throws IOException {
        Node other = node(1, 2, "another type");
        Node after = node(1, 1, "after");
        assertEquals(new Answer<>(false, false), graph.updateNode(other));
        assertEquals(new Answer<>(false, false), graph.updateNode(after));
        assertEquals(new Answer<>(Optional.empty(), false), graph.node(1));
        build();
        assertEquals(new Answer<>(Optional.of(after), true), graph.node(1));
        assertEquals(new Answer<>(false, true), graph.deleteNode(1, 2));
        assertEquals(new Answer<>(true, true), graph.deleteNode(1, 1));
        assertEquals(new Answer<>(Optional.empty(), true), graph.node(1));
    }

    @Test
    void removedNodeIsNotUpdated() throws IOException {
        assertEquals(new Answer<>(false, false), graph.deleteNode(1, 1));
        assertEquals(new Answer<>(false, true), graph.updateNode(node(1, 1, "after")));
        build();
        assertEquals(Optional.empty(), graph.node(1).value());
    }

    @Test
    void failsWhereThatIsWanted() throws IOException {
        GraphReader reader = graph.with(new Patience(WhenPartial.FAIL, 0));
        assertEquals(0, reader.count(2, 2).value());
        SluiceException failure = assertThrows(SluiceException.class, () -> reader.count(1, 2));
        assertEquals(ErrorCode.INCOMPLETE, failure.code());
        graph.addLink(LINK);
        assertEquals(Optional.of(LINK), reader.link(1, 2, 3).value());
        build();
        assertEquals(2, reader.count(1, 2).value());
    }

    @Test
    void waitsUntilTheColdStoreHasMovedOn() throws InterruptedException {
        GraphReader reader = graph.with(new Patience(WhenPartial.WAIT, MINUTE_NANOS));
        AtomicReference<Object> answer = new AtomicReference<>();
        CountDownLatch asked = new CountDownLatch(1);
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    asked.countDown();
                                    try {
                                        answer.set(reader.count(1, 2));
                                    } catch (IOException e) {
                                        answer.set(e);
                                    }
                                });
        asked.await();
        // It moves on, but not for this id.
        cold.publish(content(), true, id -> id != 1);
        waiting.moved();
        assertEquals(null, answer.get());
        build();
        thread.join();
        assertEquals(new Answer<>(1L, true), answer.get());
    }

    /** A bucket that is asked for by nobody else comes in its turn again. */
    @Test
    void whoHasLeftWaitsNoLonger() throws Exception {
        Coordinator coordinator =
                new Coordinator(
                        DecisionOptions.DEFAULT, new Demand(), () -> {}, false, System::nanoTime);
        coordinator.staging();
        MergedGraph waited =
                new MergedGraph(
                        hot,
                        cold,
                        OptionalLong.empty(),
                        new CoordinatedWaiting(coordinator),
                        System::nanoTime);
        Asker asker = new Asker();
        GraphReader reader = waited.with(new Patience(WhenPartial.WAIT, MINUTE_NANOS), asker);
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            Future<Boolean> interrupted =
                    thread.submit(
                            () -> {
                                assertIsInterrupted(reader);
                                return Thread.interrupted();
                            });
            while (coordinator.waiting() == 0 && !interrupted.isDone()) {
                LockSupport.parkNanos(1_000_000);
            }
            asker.leave();
            assertFalse(interrupted.get(30, TimeUnit.SECONDS), "nothing else of it is interrupted");
        }
        assertEquals(0, coordinator.waiting());
        // Nor does it begin to.
        assertIsInterrupted(reader);
        assertEquals(0, waited.with(Patience.NONE, asker).count(1, 2).value());
    }

    private static void assertIsInterrupted(GraphReader reader) {
        SluiceException failure = assertThrows(SluiceException.class, () -> reader.count(1, 2));
        assertEquals(ErrorCode.INTERRUPTED, failure.code());
    }

    @Test
    void waitEndsWithItsTime() {
        GraphReader reader = graph.with(new Patience(WhenPartial.WAIT, 1_000_000));
        SluiceException failure = assertThrows(SluiceException.class, () -> reader.count(1, 2));
        assertEquals(ErrorCode.INCOMPLETE, failure.code());
        assertTrue(failure.getMessage().contains("within 1 ms"), failure.getMessage());
    }

    @Test
    void idsOfAddedNodesFollowThoseOfTheLoadOnceItIsCopied() throws IOException {
        build();
        assertEquals(1 << 20, graph.addNode(node(0, 1, "new")));
        assertEquals((1 << 20) + 1, graph.addNode(node(0, 1, "new")));
    }

    @Test
    void nodesThatAreAddedWhileALoadCopiesGetIdsOfTheirOwnRange() throws IOException {
        cold.publish(new MemoryGraph(1), false);
        assertEquals(Node.RESERVED, graph.addNode(node(0, 1, "new")));
        assertEquals(Node.RESERVED + 1, graph.addNode(node(0, 1, "new")));
        build();
        assertEquals(Node.RESERVED + 2, graph.addNode(node(0, 1, "new")));
    }

    @Test
    void scanWaitsOrFailsBeforeItBegins() throws IOException {
        cold.publish(content(), false);
        GraphReader reader = graph.with(new Patience(WhenPartial.FAIL, 0));
        GraphReader.Visitor nobody =
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        throw new AssertionError();
                    }

                    @Override
                    public void link(Link link) {
                        throw new AssertionError();
                    }
                };
        assertThrows(SluiceException.class, () -> reader.scan(nobody));
    }

    private static Node node(long id, long type, String data) {
        return new Node(id, type, 1, 1, data.getBytes(StandardCharsets.UTF_8));
    }
}
