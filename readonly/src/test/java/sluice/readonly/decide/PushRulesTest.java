package sluice.readonly.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.readonly.Cut;
import sluice.readonly.Decision;
import sluice.readonly.Definition;
import sluice.readonly.Held;
import sluice.readonly.Member;
import sluice.readonly.NodeReport;
import sluice.readonly.Push;
import sluice.readonly.Replicas;
import sluice.readonly.RingView;
import sluice.readonly.Topology;
import sluice.readonly.VersionReport;

/** Single steps of a leader: what it refuses, waits for, goes on without, and finishes. */
class PushRulesTest {
    private static final long NOW = 1_000_000;

    private Definition definition = definition(0, Definition.NO_QUOTA);
    private Topology topology = topology(2);
    private @Nullable Topology next;
    private Decision decision;
    private final TreeMap<Integer, Held<Push>> pushes = new TreeMap<>();
    private final Map<String, NodeReport> reports = new HashMap<>();
    private final Set<String> live = new HashSet<>(Set.of("a", "b", "c"));

    @BeforeEach
    void serveTheFirst() {
        decision = Decision.NONE.under(1).committed(1, Map.of(), 1, 5);
        push(1, 100, 4, Push.State.DONE);
        List.of("a", "b", "c").forEach(node -> report(node, 1, VersionReport.State.READY, ""));
    }

    private static Definition definition(int failures, long quotaBytes) {
        return new Definition(1, "graph", 1, failures, quotaBytes, 1, 60_000);
    }

    private static Topology topology(int replicas) {
        return Topology.first(
                List.of(new Member("a", "z"), new Member("b", "z"), new Member("c", "z")),
                replicas,
                4);
    }

    private Push push(int version, long bytes, int partitions, Push.State state) {
        List<Cut> cuts = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            cuts.add(new Cut(i * 10L, i, bytes / partitions));
        }
        Push push = new Push(1, version, 1, state, version, 0, cuts, NOW + 60_000, false, "");
        pushes.put(version, new Held<>(version, push));
        return push;
    }

    private void report(String node, int version, VersionReport.State state, String cause) {
        Map<Integer, VersionReport> versions =
                new HashMap<>(reports.getOrDefault(node, NodeReport.NOTHING).versions());
        versions.put(version, new VersionReport(state, 1, version, 0, 0, topologies(), cause));
        reports.put(node, new NodeReport(1, decision.epoch(), decision.current(), versions, 0));
    }

    private Set<Long> topologies() {
        return next == null ? Set.of(1L) : Set.of(1L, next.number());
    }

    private RingView view() {
        TreeMap<Long, Topology> topologies = new TreeMap<>(Map.of(1L, topology));
        if (next != null) {
            topologies.put(next.number(), next);
        }
        return new RingView(
                new Held<>(9, decision),
                Optional.of(definition),
                topologies,
                pushes,
                Map.of(),
                live,
                reports);
    }

    private Optional<PushDecisions.Action> step(long now) {
        return PushDecisions.step(PushDecisions.LeaderState.NEW, view(), now).action();
    }

    /** Why the leader gives {@code version} up now; empty if it does not. */
    private String refusal(int version) {
        return step(NOW).orElseThrow() instanceof PushDecisions.Action.Decide(_, Decision next)
                ? next.aborted().getOrDefault(version, "")
                : "";
    }

    @Test
    void noQuotaNoPush() {
        definition = definition(0, 0);
        push(2, 100, 4, Push.State.NEW);
        assertTrue(refusal(2).contains("the quota is 0"), refusal(2));
        definition = definition(0, 51);
        push(2, 100, 4, Push.State.NEW);
        assertTrue(refusal(2).contains("the quota is 51"), refusal(2));
        definition = definition(0, 1000);
        assertEquals("", refusal(2));
    }

    /** The records were lost and made again, but for that of a push; no node can serve it. */
    @Test
    void aPushWhoseDecisionIsGoneHoldsUpNoOther() {
        decision = Decision.startingAt(20).under(1);
        push(1, 100, 4, Push.State.COMMITTED);
        push(2, 100, 4, Push.State.NEW);
        assertTrue(
                step(NOW).orElseThrow() instanceof PushDecisions.Action.Mark(_, Push next)
                        && next.version() == 1
                        && next.state() == Push.State.DONE);
    }

    @Test
    void aMuchSmallerVersionNeedsASecondWord() {
        Push small = push(2, 40, 4, Push.State.NEW);
        assertTrue(refusal(2).contains("less than half"), refusal(2));
        Push allowed = new Push(1, 2, 1, Push.State.NEW, 2, 0, small.cuts(), 0, true, "");
        pushes.put(2, new Held<>(2, allowed));
        assertEquals("", refusal(2));
    }

    @Test
    void anOlderVersionAndOneOfOtherPartitionsAreRefused() {
        decision = decision.committed(3, Map.of(), 1, 6);
        push(3, 100, 4, Push.State.DONE);
        push(2, 100, 4, Push.State.NEW);
        assertTrue(refusal(2).contains("no older"), refusal(2));
        pushes.remove(2);
        push(4, 100, 8, Push.State.NEW);
        assertTrue(refusal(4).contains("more partitions"), refusal(4));
    }

    /** Its record goes at once, and its command looks later. */
    @Test
    void theReasonOfAnOldVersionStaysInTheDecision() {
        decision = decision.committed(90, Map.of(), 1, 6);
        push(90, 100, 4, Push.State.DONE);
        for (int version = 40; version < 80; version++) {
            decision = decision.refusing(version, "late");
        }
        push(2, 100, 4, Push.State.NEW);
        assertTrue(refusal(2).contains("no older"), refusal(2));
    }

    @Test
    void wrongBytesOnOneNodeEndThePushHoweverManyFailuresAreAllowed() {
        definition = definition(2, Definition.NO_QUOTA);
        push(2, 100, 4, Push.State.FETCHING);
        report("a", 2, VersionReport.State.REFUSED, "damaged");
        assertTrue(refusal(2).contains("node a refused it: damaged"), refusal(2));
    }

    @Test
    void aNodeThatServesAnotherVersionOfTheNumberEndsThePush() {
        decision = Decision.startingAt(9).under(1);
        push(1, 100, 4, Push.State.FETCHING);
        reports.put("a", new NodeReport(1, 5, 1, Map.of(1, ofAnotherStore()), 0));
        assertTrue(refusal(1).contains("node a serves another version 1"), refusal(1));
    }

    private static VersionReport ofAnotherStore() {
        return new VersionReport(VersionReport.State.READY, 0, 77, 0, 0, Set.of(1L), "");
    }

    /** The push went on without it. */
    @Test
    void aNodeNeverServesAnotherVersionOfTheNumber() {
        Set<Long> topologies = Set.of(1L);
        NodeState state =
                NodeState.starting("a", Map.of(1, LocalVersion.held(77, topologies)))
                        .opened(1, topologies)
                        .serving(6, 1);
        decision = Decision.startingAt(9).under(1).committed(1, Map.of("a", "it is away"), 1, NOW);
        NodeReconciler.Event look = new NodeReconciler.Event.Look(view());
        NodeReconciler.Step first = NodeReconciler.step(state, look, NOW);
        assertEquals(
                List.of(new NodeReconciler.Action.Report(), new NodeReconciler.Action.Delete(1)),
                first.actions());
        NodeReconciler.Step next = NodeReconciler.step(first.state(), look, NOW);
        assertEquals(new NodeReconciler.Action.Fetch(1, 1, topologies), next.actions().getFirst());
    }

    @Test
    void aNodeThatIsAwayBlocksThePushOrIsLeftOutForThisStoreAlone() {
        push(2, 100, 4, Push.State.FETCHING);
        report("a", 2, VersionReport.State.READY, "");
        report("b", 2, VersionReport.State.READY, "");
        live.remove("c");
        assertEquals(Optional.empty(), committed(1), "no failure is allowed");
        assertEquals(Optional.of(Set.of("c")), committed(1, definition(1, -1), topology(2)));
        assertEquals(
                Optional.empty(),
                committed(1, definition(2, -1), topology(1)),
                "one replica alone is lacking");
    }

    /** Without replicas of other nodes its partitions would be nowhere. */
    @Test
    void aNodeThatIsSwitchedOffDoesNotCountAsAReplica() {
        push(2, 100, 4, Push.State.FETCHING);
        List.of("a", "b", "c").forEach(node -> report(node, 2, VersionReport.State.READY, ""));
        decision = decision.switched("c", "new disk");
        assertEquals(Optional.of(Set.of()), committed(0));
        assertEquals(
                Optional.empty(), committed(0, definition, topology(1)), "partition 2 is on c");
        definition = new Definition(1, "graph", 2, 0, Definition.NO_QUOTA, 1, 60_000);
        assertEquals(Optional.empty(), committed(0, definition, topology(2)), "two are required");
        decision = decision.switched("c", "");
        assertEquals(Optional.of(Set.of()), committed(0, definition, topology(2)));
    }

    @Test
    void aVersionThatNoNodeHasIsNotCommittedThoughAllAreSwitchedOff() {
        push(2, 100, 4, Push.State.FETCHING);
        for (String node : List.of("a", "b", "c")) {
            decision = decision.switched(node, "by hand");
        }
        assertEquals(Optional.empty(), committed(0));
    }

    @Test
    void aPushThatWaitedForANodeThatIsOffSaysSoWhenItIsGivenUp() {
        topology = topology(1);
        Push push = push(2, 100, 4, Push.State.FETCHING);
        report("a", 2, VersionReport.State.READY, "");
        report("b", 2, VersionReport.State.READY, "");
        decision = decision.switched("c", "new disk");
        assertTrue(
                step(push.deadlineMillis() + 1).orElseThrow()
                                instanceof PushDecisions.Action.Decide(_, Decision late)
                        && late.aborted()
                                .getOrDefault(2, "")
                                .contains(
                                        "partition 2 has 0 ready replicas of the 1 required; node c is switched off (new disk)"));
    }

    /** The node that it waits for is taken out of the ring. */
    @Test
    void aPushThatWaitsForANodeLetsTheNextTopologyComeIntoForce() {
        topology = topology(1);
        push(2, 100, 4, Push.State.FETCHING);
        report("a", 2, VersionReport.State.READY, "");
        report("b", 2, VersionReport.State.READY, "");
        decision = decision.switched("c", "new disk");
        assertEquals(Optional.empty(), step(NOW));
        next = topology.without("c");
        assertEquals(Optional.empty(), step(NOW), "the others lack its partitions");
        report("a", 1, VersionReport.State.READY, "");
        report("b", 1, VersionReport.State.READY, "");
        assertEquals(2, moved());
    }

    @Test
    void aTopologyWaitsForThePartitionsOfANodeThatIsSwitchedOff() {
        topology = topology(1);
        next = topology.with(new Member("d", "z"));
        List.of("a", "b", "c").forEach(node -> report(node, 1, VersionReport.State.READY, ""));
        decision = decision.switched("d", "not started");
        assertEquals(Optional.empty(), step(NOW));
        decision = decision.switched("d", "");
        assertEquals(Optional.empty(), step(NOW), "it does not run");
        live.add("d");
        report("d", 1, VersionReport.State.READY, "");
        assertEquals(2, moved());
        topology = topology(2);
        next = topology.with(new Member("d", "z"));
        decision = decision.switched("d", "replicas are enough");
        live.remove("d");
        assertEquals(2, moved());
    }

    @Test
    void partitionsThatOneNodeAloneAnswersForAreCounted() {
        topology = topology(1);
        assertEquals(2, Replicas.answeredByNoOther(view(), "a"));
        topology = topology(2);
        assertEquals(0, Replicas.answeredByNoOther(view(), "a"));
        decision = decision.switched("b", "by hand");
        assertEquals(2, Replicas.answeredByNoOther(view(), "a"));
    }

    /** The topology that the leader puts in force now; 0 if it does not. */
    private long moved() {
        return step(NOW).orElseThrow() instanceof PushDecisions.Action.Decide(_, Decision moved)
                ? moved.topology()
                : 0;
    }

    private Optional<Set<String>> committed(int failures) {
        return committed(failures, definition, topology);
    }

    /** The nodes that a commit leaves out, after the time that they may come back in. */
    private Optional<Set<String>> committed(int failures, Definition rules, Topology nodes) {
        definition = rules;
        topology = nodes;
        PushDecisions.LeaderState state = PushDecisions.LeaderState.NEW;
        for (long now = NOW; now < NOW + 50_000; now += 5_000) {
            PushDecisions.Step step = PushDecisions.step(state, view(), now);
            state = step.state();
            if (step.action().orElse(null)
                    instanceof PushDecisions.Action.Decide(_, Decision next)) {
                assertEquals(failures, next.disabled().size());
                return Optional.of(next.disabled().keySet());
            }
        }
        return Optional.empty();
    }

    @Test
    void aNodeThatWasLeftOutComesBackOnceItHasTheVersion() {
        decision = decision.committed(2, Map.of("c", "it does not run"), 1, 6);
        push(2, 100, 4, Push.State.DONE);
        assertEquals(Optional.empty(), step(NOW));
        report("c", 2, VersionReport.State.READY, "");
        assertTrue(
                step(NOW).orElseThrow() instanceof PushDecisions.Action.Decide(_, Decision next)
                        && next.disabled().isEmpty());
    }

    @Test
    void pushesOfOneStoreAreOrdered() {
        push(2, 100, 4, Push.State.NEW);
        push(3, 100, 4, Push.State.NEW);
        PushDecisions.Action first = step(NOW).orElseThrow();
        assertTrue(
                first instanceof PushDecisions.Action.Mark(_, Push next)
                        && next.version() == 2
                        && next.state() == Push.State.FETCHING);
        push(2, 100, 4, Push.State.FETCHING);
        assertEquals(Optional.empty(), step(NOW), "the second began beside the first");
    }

    @Test
    void theNextLeaderFinishesWhereverTheLastOneDied() {
        push(2, 100, 4, Push.State.FETCHING);
        decision = decision.committed(2, Map.of(), 1, 6);
        assertTrue(
                step(NOW).orElseThrow() instanceof PushDecisions.Action.Mark(_, Push next)
                        && next.state() == Push.State.COMMITTED);
        push(3, 100, 4, Push.State.FETCHING);
        push(2, 100, 4, Push.State.DONE);
        decision = decision.refusing(3, "late");
        assertTrue(
                step(NOW).orElseThrow() instanceof PushDecisions.Action.Mark(_, Push next)
                        && next.state() == Push.State.ABORTED);
    }
}
