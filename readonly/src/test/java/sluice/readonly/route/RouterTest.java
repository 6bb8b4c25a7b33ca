package sluice.readonly.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sluice.client.ClientOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.readonly.Cut;
import sluice.readonly.Member;
import sluice.readonly.Topology;

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
}
