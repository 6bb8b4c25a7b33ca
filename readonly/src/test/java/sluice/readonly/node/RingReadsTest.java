package sluice.readonly.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.readonly.route.RingGraph;
import sluice.readonly.route.RingState;

/**
 * A read of a ring ends with its deadline, not before, while nodes and their states come and go.
 */
class RingReadsTest {
    private static final int IDS = 60;
    private static final ClientOptions OPTIONS =
            ClientOptions.of("127.0.0.1", 1).over(1, 64).within(Duration.ofSeconds(60));

    @TempDir Path directory;

    private TestRing ring;

    @BeforeEach
    void makeARing() throws IOException {
        ring = TestRing.ofTwo(directory, IDS);
    }

    @AfterEach
    void stopNodes() throws IOException {
        ring.close();
    }

    private RingState state() throws IOException {
        try (TestRing.RingClient client = ring.client()) {
            return client.state().state(false);
        }
    }

    private static RingState of(RingState state, int version) {
        return new RingState(
                RingState.FORMAT,
                state.epoch(),
                version,
                state.topology(),
                state.cuts(),
                state.nodes(),
                Set.of(),
                Set.of());
    }

    /** As that of a node which starts without its records and has lost its routes. */
    @Test
    void aStateWithoutItsTopologyDoesNotReplaceAWholeOne() throws IOException {
        AtomicReference<RingState> told = new AtomicReference<>(state());
        try (RingGraph graph = RingGraph.open(_ -> told.get(), OPTIONS, "", System::nanoTime)) {
            assertEquals(1, TestRing.version(graph, 3));
            told.set(
                    new RingState(
                            RingState.FORMAT,
                            told.get().epoch() + 1,
                            1,
                            null,
                            told.get().cuts(),
                            Map.of(),
                            Set.of(),
                            Set.of()));
            assertEquals(1, TestRing.version(graph, 3));
        }
    }

    /** All replicas say at first that they do not have the version. */
    @Test
    void aReadWaitsForAVersionThatNoReplicaHasOpenedYet() throws IOException {
        RingState now = state();
        AtomicInteger looks = new AtomicInteger();
        try (RingGraph graph =
                RingGraph.open(
                        _ -> looks.incrementAndGet() < 8 ? of(now, 9) : now,
                        OPTIONS,
                        "",
                        System::nanoTime)) {
            assertEquals(1, TestRing.version(graph, 3));
        }
    }

    /** No later state brings it back. */
    @Test
    void aPinOfAVersionThatIsGoneFailsAtOnce() throws IOException {
        RingState now = state();
        try (RingGraph graph = RingGraph.open(_ -> now, OPTIONS, "", System::nanoTime)) {
            SluiceException failure =
                    assertThrows(
                            SluiceException.class, () -> TestRing.version(graph.at(of(now, 9)), 3));
            assertEquals(ErrorCode.VERSION_GONE, failure.code());
        }
    }

    /** Each start of a node of this ring is at another port. */
    @Test
    void aPinFollowsNodesThatWereStartedAgain() throws IOException {
        try (TestRing.RingClient client = ring.client()) {
            GraphReader pinned = client.graph().pin();
            assertEquals(1, TestRing.version(pinned, 3));
            ring.stop(0);
            ring.nodes().add(ring.start(0));
            ring.await("its address", () -> isKnownAt(client, "n0", ring.nodes().getLast()));
            ring.stop(0);
            for (long id = 0; id < IDS; id++) {
                assertEquals(1, TestRing.version(pinned, id));
            }
        }
    }

    private static boolean isKnownAt(TestRing.RingClient client, String name, RingNode node) {
        try {
            return client.state().state(true).nodes().get(name).port() == node.server().port();
        } catch (IOException _) {
            return false;
        }
    }

    /** Its report said that version 2 is ready, and a leader relied on that. */
    @Test
    void aNodeThatEndedBeforeItHeardOfACommitAnswersForItWithoutItsRecords() throws IOException {
        Path decision = directory.resolve("data-1").resolve("decision");
        byte[] first = Files.readAllBytes(decision);
        ring.next();
        ring.push();
        ring.stop(1);
        Files.write(decision, first);
        ring.registry().away(true);
        RingNode again = ring.start(1);
        ring.nodes().add(again);
        try (SluiceClient client = TestRing.client(again)) {
            assertEquals(1, again.serving());
            assertEquals(2, TestRing.version(client.with(Patience.of(2)), 3));
            assertEquals(1, TestRing.version(client.with(Patience.of(1)), 3));
        } finally {
            ring.registry().away(false);
        }
    }
}
