package sluice.readonly.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import sluice.readonly.Decision;
import sluice.readonly.Definition;
import sluice.readonly.Held;
import sluice.readonly.Member;
import sluice.readonly.RingView;
import sluice.readonly.Topology;

/** Single looks of a node at the records: what it keeps, and what it deletes. */
class NodeRulesTest {
    private static final Definition DEFINITION =
            new Definition(1, "graph", 1, 0, Definition.NO_QUOTA, 1, 60_000);
    private static final Decision SERVES_1 = Decision.NONE.under(1).committed(1, Map.of(), 1, 5);
    private static final Topology OF_A = Topology.first(List.of(new Member("a", "z")), 1, 4);
    private static final Topology OF_A_AND_B = OF_A.with(new Member("b", "z"));

    private final TreeMap<Long, Topology> topologies = new TreeMap<>(Map.of(1L, OF_A));

    /** It has version 1 for the topology with it, and has said so. */
    private NodeState b =
            NodeState.starting("b", Map.of(1, LocalVersion.held(1, Set.of(2L))))
                    .opened(1, Set.of(2L));

    private List<NodeReconciler.Action> look(Decision decision, long nowMillis) {
        RingView view =
                new RingView(
                        new Held<>(9, decision),
                        Optional.of(DEFINITION),
                        topologies,
                        new TreeMap<>(),
                        Map.of(),
                        Set.of("a", "b"),
                        Map.of("b", b.report(0)));
        NodeReconciler.Step step =
                NodeReconciler.step(b, new NodeReconciler.Event.Look(view), nowMillis);
        b = step.state();
        return step.actions();
    }

    private void learn(NodeReconciler.Event event, long nowMillis) {
        b = NodeReconciler.step(b, event, nowMillis).state();
    }

    /**
     * A leader that has not seen the third topology yet may put the second one in force, as all its
     * nodes were ready.
     */
    @Test
    void aTopologyThatItWasReadyForKeepsItsVersionUntilALaterOneIsInForce() {
        topologies.put(2L, OF_A_AND_B);
        topologies.put(3L, OF_A_AND_B.without("b"));
        assertEquals(List.of(), look(SERVES_1, 0));
        assertEquals(List.of(), look(SERVES_1, 10 * NodeReconciler.RETENTION_MILLIS));
        Decision moved = SERVES_1.under(3);
        long later = 20 * NodeReconciler.RETENTION_MILLIS;
        assertEquals(List.of(), look(moved, later), "readers may still be there");
        assertEquals(
                List.of(new NodeReconciler.Action.Report(), new NodeReconciler.Action.Delete(1)),
                look(moved, later + NodeReconciler.RETENTION_MILLIS));
    }

    /** Its report still says so, as what is open stays open. */
    @Test
    void aTopologyThatItWasReadyForIsFetchedAgainAfterALaterOneDidNotOpen() {
        topologies.put(2L, OF_A_AND_B);
        topologies.put(3L, OF_A_AND_B.with(new Member("c", "z")));
        NodeReconciler.Action fetch = new NodeReconciler.Action.Fetch(1, 1, Set.of(2L, 3L));
        assertEquals(List.of(fetch), look(SERVES_1, 0));
        learn(new NodeReconciler.Event.FetchEnded(1), 0);
        assertEquals(List.of(new NodeReconciler.Action.Open(1, Set.of(2L, 3L))), look(SERVES_1, 0));
        learn(new NodeReconciler.Event.OpenFailed(1, "not readable"), 0);
        assertEquals(Set.of(2L), b.report(0).versions().get(1).topologies());
        assertEquals(List.of(fetch), look(SERVES_1, NodeReconciler.PAUSE_MILLIS_MAX));
    }

    @Test
    void aVersionThatIsNotServedAnyMoreIsDeletedUnderEveryTopology() {
        topologies.put(2L, OF_A_AND_B);
        topologies.put(3L, OF_A_AND_B.without("b"));
        Decision second = Decision.NONE.under(1).committed(2, Map.of(), 0, 5);
        assertEquals(List.of(), look(second, 0));
        assertEquals(
                List.of(new NodeReconciler.Action.Report(), new NodeReconciler.Action.Delete(1)),
                look(second, NodeReconciler.RETENTION_MILLIS));
    }
}
