package sluice.readonly.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import sluice.client.ClientOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.readonly.Cut;
import sluice.readonly.Decision;
import sluice.readonly.Held;
import sluice.readonly.Member;
import sluice.readonly.NodeReport;
import sluice.readonly.Push;
import sluice.readonly.RingView;
import sluice.readonly.Topology;
import sluice.readonly.VersionReport;

class RouterTest {
    private static RingState state(Set<String> excluded) {
        Topology topology =
                Topology.first(
                        List.of(
                                new Member("a", "north"),
                                new Member("b", "south"),
                                new Member("c", "north")),
                        3,
                        3);
        return new RingState(
                1, 1, 1, topology, List.of(new Cut(0, 0, 1)), Map.of(), excluded, Set.of());
    }

    @Test
    void theOwnZoneIsAskedFirst() {
        assertEquals(List.of("b", "a", "c"), Router.nearFirst(state(Set.of()), 0, "", "south"));
        assertEquals(List.of("a", "c", "b"), Router.nearFirst(state(Set.of()), 0, "", "north"));
        assertEquals(List.of("a", "b", "c"), Router.nearFirst(state(Set.of()), 0, "", "west"));
    }

    @Test
    void aNodeAsksItsOwnZoneFirstAndNeverItself() {
        assertEquals(List.of("c", "b"), Router.nearFirst(state(Set.of()), 0, "a", ""));
        assertEquals(List.of("b"), Router.nearFirst(state(Set.of("c")), 0, "a", ""));
    }

    @Test
    void oldRoutesAreToldFromNodesThatFail() {
        assertTrue(RingPeers.isStale(new SluiceException(ErrorCode.MISROUTED, "")));
        assertTrue(RingPeers.isStale(new SluiceException(ErrorCode.VERSION_GONE, "")));
        assertFalse(RingPeers.isStale(new SluiceException(ErrorCode.RESOURCE, "")));
        assertFalse(RingPeers.isStale(null));
    }

    @Test
    void aFailureNamesTheReplicasThatTakeNoReads() {
        String failure = String.valueOf(Router.failed(state(Set.of("b")), 0, null).getMessage());
        assertTrue(failure.contains("switched off or with another version: b"), failure);
        String others = String.valueOf(Router.failed(state(Set.of()), 0, null).getMessage());
        assertFalse(others.contains("switched off"), others);
    }

    /** A node has come back, and the state of the client is some seconds old. */
    @Test
    void aNodeThatLackedTheVersionIsAskedLastAndOneThatIsOffIsNot() {
        RingState state =
                new RingState(
                        1,
                        1,
                        1,
                        state(Set.of()).topology(),
                        state(Set.of()).cuts(),
                        Map.of(),
                        Set.of("a", "b"),
                        Set.of("a"));
        try (RingPeers peers = new RingPeers(ClientOptions.of("127.0.0.1", 1), () -> 0);
                Router router = new Router(peers, () -> 0, 1, "")) {
            assertEquals(List.of("c", "a"), router.candidates(state, 0, ""));
            assertEquals(List.of("c"), router.candidates(state, 0, "a"));
        }
    }

    private static RingState state(long revision, VersionReport... reports) {
        Push push =
                new Push(1, 7, 2, Push.State.DONE, 22, 0, List.of(new Cut(0, 0, 1)), 0, false, "");
        Decision decision =
                Decision.NONE.under(1).committed(7, Map.of("a", "it does not run"), 1, revision);
        Map<String, NodeReport> told = new HashMap<>();
        for (VersionReport report : reports) {
            told.put("a", new NodeReport(1, 0, 0, Map.of(7, report), 0));
        }
        return RingState.of(
                new RingView(
                        new Held<>(1, decision),
                        Optional.empty(),
                        new TreeMap<>(Map.of(1L, state(Set.of()).topology())),
                        new TreeMap<>(Map.of(7, new Held<>(1, push))),
                        Map.of(),
                        Set.of(),
                        told));
    }

    private static VersionReport report(int checksum) {
        return new VersionReport(VersionReport.State.READY, 1, checksum, 0, 0, Set.of(1L), "");
    }

    /** Version 7 was given up, made again, and pushed while node a was away. */
    @Test
    void aNodeWithAnotherVersionOfThatNumberIsNeverAsked() {
        assertEquals(Set.of("a"), state(1).lacking());
        assertEquals(Set.of("a"), state(1, report(22)).lacking());
        assertEquals(Set.of(), state(1, report(11)).lacking());
        assertEquals(Set.of("a"), state(1, report(11)).excluded());
    }
}
