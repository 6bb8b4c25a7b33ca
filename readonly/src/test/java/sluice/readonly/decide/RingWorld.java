package sluice.readonly.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.readonly.Cut;
import sluice.readonly.Decision;
import sluice.readonly.Definition;
import sluice.readonly.Held;
import sluice.readonly.Member;
import sluice.readonly.NodeReport;
import sluice.readonly.Push;
import sluice.readonly.RingView;
import sluice.readonly.Topology;

/**
 * A ring in one thread: its registry, two leaders of which each may act on an old view, and nodes
 * that are killed, cut off and slow. Every act is checked.
 */
final class RingWorld {
    private static final int PARTITIONS = 4;
    private static final long PUSH_MILLIS = 300_000;

    final SplittableRandom random;
    long now = 1;
    private long revisions = 1;

    Held<Decision> decision = new Held<>(0, Decision.NONE);
    private final Definition definition;
    final TreeMap<Long, Topology> topologies = new TreeMap<>();
    final TreeMap<Integer, Held<Push>> pushes = new TreeMap<>();
    final Map<String, NodeReport> reports = new HashMap<>();

    final TreeMap<String, SimulatedNode> nodes = new TreeMap<>();
    private final List<SimulatedNode> all = new ArrayList<>();
    private @Nullable RingView view;
    final Leader[] leaders = {new Leader(), new Leader()};
    int versions;
    int commits;
    int rollbacks;

    RingWorld(SplittableRandom random) {
        this.random = random;
        int count = 1 + random.nextInt(4);
        int replicas = 1 + random.nextInt(count);
        this.definition =
                new Definition(
                        Definition.FORMAT,
                        "source",
                        1 + random.nextInt(replicas),
                        random.nextInt(3),
                        Definition.NO_QUOTA,
                        1 + random.nextInt(2),
                        PUSH_MILLIS);
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            members.add(new Member("n" + i, "z" + i % 2));
            addNode("n" + i);
        }
        topologies.put(1L, Topology.first(members, replicas, PARTITIONS));
    }

    /** The records as they are at this instant; made once for each change of them. */
    RingView view() {
        RingView made = view;
        if (made == null) {
            Set<String> live = new HashSet<>();
            for (SimulatedNode node : all) {
                if (node.isRunning()) {
                    live.add(node.name);
                }
            }
            made =
                    new RingView(
                            decision,
                            Optional.of(definition),
                            topologies,
                            pushes,
                            Map.of(),
                            live,
                            reports);
            view = made;
        }
        return made;
    }

    /** To be called after each change of what {@link #view} shows. */
    void changed() {
        view = null;
    }

    /** Something happens. */
    void act() {
        now += random.nextInt(4_000);
        int choice = random.nextInt(1000);
        SimulatedNode node = anyNode();
        if (choice < 700) {
            node.act();
        } else if (choice < 900) {
            leaders[random.nextInt(2)].act();
        } else if (choice < 915) {
            node.kill();
        } else if (choice < 940) {
            node.start();
        } else if (choice < 950) {
            node.isCut = random.nextInt(3) == 0;
        } else if (choice < 965) {
            push();
        } else if (choice < 980) {
            rollback();
        } else if (choice < 984) {
            reshape();
        } else if (choice < 988) {
            node.isSpoilt = !node.isSpoilt;
        } else if (choice < 992) {
            toggle(node.name);
        } else if (choice < 994) {
            cancel();
        } else {
            now += random.nextInt(100_000);
        }
    }

    private void addNode(String name) {
        SimulatedNode node = new SimulatedNode(this, name);
        nodes.put(name, node);
        all.add(node);
        changed();
    }

    private SimulatedNode anyNode() {
        return all.get(random.nextInt(all.size()));
    }

    /** An operator pushes a new version, or one again that was given up. */
    private void push() {
        for (Held<Push> held : pushes.values()) {
            Push push = held.value();
            if (push.state() == Push.State.ABORTED && random.nextInt(4) == 0) {
                if (decision.value().aborted().containsKey(push.version())) {
                    decide(decision.revision(), decision.value().allowing(push.version()));
                }
                put(fresh(push.version(), push.attempt() + 1));
                return;
            }
        }
        versions++;
        put(fresh(versions, 1));
    }

    private void put(Push push) {
        pushes.put(push.version(), new Held<>(++revisions, push));
        changed();
    }

    private static Push fresh(int version, int attempt) {
        List<Cut> cuts = new ArrayList<>();
        for (int i = 0; i < PARTITIONS; i++) {
            cuts.add(new Cut(i * 100L, i, 100));
        }
        return new Push(
                Push.FORMAT, version, attempt, Push.State.NEW, version, 10, cuts, 0, false, "");
    }

    private void rollback() {
        List<Integer> kept = decision.value().kept();
        if (kept.size() > 1) {
            int version = kept.get(random.nextInt(kept.size()));
            if (version != decision.value().current()) {
                decide(decision.revision(), decision.value().rolledBack(version, now));
                rollbacks++;
            }
        }
    }

    /** An operator gives up the first push that has not ended; a leader writes that into it. */
    private void cancel() {
        for (Held<Push> held : pushes.values()) {
            int version = held.value().version();
            if (held.value().isOpen() && !decision.value().kept().contains(version)) {
                decide(decision.revision(), decision.value().refusing(version, "by hand"));
                return;
            }
        }
    }

    /** A node joins or leaves. */
    private void reshape() {
        Topology last = topologies.get(topologies.lastKey());
        boolean grows = last.members().size() < 2 || random.nextBoolean();
        if (grows && nodes.size() < 6) {
            String name = "n" + nodes.size();
            addNode(name);
            add(last.with(new Member(name, "z" + nodes.size() % 2)));
        } else if (!grows) {
            List<Member> members = last.members();
            add(last.without(members.get(random.nextInt(members.size())).name()));
        }
    }

    private void add(Topology topology) {
        topologies.put(topology.number(), topology);
        changed();
    }

    /** An operator switches a node off, or on again. */
    private void toggle(String name) {
        boolean isOff = decision.value().off().containsKey(name);
        decide(decision.revision(), decision.value().switched(name, isOff ? "" : "by hand"));
    }

    boolean decide(long revision, Decision next) {
        if (revision != decision.revision()) {
            return false;
        }
        Decision before = decision.value();
        assertTrue(next.epoch() >= before.epoch(), "an epoch that falls");
        boolean isCommit =
                next.current() != before.current() && !before.kept().contains(next.current());
        if (isCommit) {
            commits++;
            checkReady(next, next.current());
        } else if (next.topology() != before.topology() && next.current() != 0) {
            checkReady(next, next.current());
        }
        assertTrue(
                next.previous() == 0 || next.kept().contains(next.previous()),
                "no way back to " + next.previous());
        decision = new Held<>(++revisions, next);
        changed();
        return true;
    }

    /** Every partition has replicas whose disks have it, so that it can be answered. */
    private void checkReady(Decision next, int version) {
        assertFalse(next.aborted().containsKey(version), "commits what was given up");
        Topology topology = topologies.get(next.topology());
        for (int partition = 0; partition < topology.partitions(); partition++) {
            List<String> names = topology.preference(partition);
            long held =
                    names.stream()
                            .filter(name -> !next.excludes(name))
                            .filter(name -> nodes.get(name).holds(version, topology.number()))
                            .count();
            int lacking = partition;
            assertTrue(
                    held >= Math.min(definition.required(), names.size()),
                    () -> "partition %d of %d has %d replicas".formatted(lacking, version, held));
        }
    }

    /** A process that leads, or has led and does not know it. */
    final class Leader {
        private PushDecisions.LeaderState state = PushDecisions.LeaderState.NEW;
        private @Nullable RingView seen;

        /** Looks, or acts on what it saw before. */
        void act() {
            if (seen == null || random.nextInt(3) > 0) {
                seen = view();
            }
            if (random.nextInt(4) == 0) {
                return;
            }
            step(seen);
            if (random.nextInt(20) == 0) {
                state = PushDecisions.LeaderState.NEW;
            }
        }

        private void step(RingView view) {
            PushDecisions.Step step = PushDecisions.step(state, view, now);
            state = step.state();
            step.action().ifPresent(RingWorld.this::carryOut);
        }
    }

    private void carryOut(PushDecisions.Action action) {
        switch (action) {
            case PushDecisions.Action.Decide(long revision, Decision next) ->
                    decide(revision, next);
            case PushDecisions.Action.Mark(long revision, Push next) -> {
                Held<Push> present = pushes.get(next.version());
                if (present != null && present.revision() == revision) {
                    put(next);
                }
            }
            case PushDecisions.Action.Forget(int version) -> {
                pushes.remove(version);
                changed();
            }
        }
    }

    void check() {
        for (SimulatedNode node : all) {
            node.check();
        }
    }

    /** All failures end; then everything must come to rest. */
    void heal() {
        nodes.values().forEach(SimulatedNode::heal);
        List.copyOf(decision.value().off().keySet()).forEach(this::toggle);
        for (int round = 0; round < 400 && !isAtRest(); round++) {
            now += 2_000;
            for (SimulatedNode node : nodes.values()) {
                node.start();
                for (int i = 0; i < 4; i++) {
                    node.act();
                    node.check();
                }
            }
            leaders[0].act();
        }
        Decision end = decision.value();
        for (Held<Push> held : pushes.values()) {
            Push.State state = held.value().state();
            assertTrue(
                    state == Push.State.DONE || state == Push.State.ABORTED,
                    () -> "a push that does not end: " + held.value() + "\n" + this);
        }
        Topology topology = topologies.get(end.topology());
        assertEquals(topologies.lastKey(), end.topology(), "the topology in force");
        for (Member member : topology.members()) {
            SimulatedNode node = nodes.get(member.name());
            if (end.current() != 0) {
                assertEquals(end.current(), node.serving(), "served by " + member.name());
                assertEquals(end.epoch(), node.epoch(), "epoch of " + member.name());
            }
        }
        assertEquals(Map.of(), end.disabled());
    }

    @Override
    public String toString() {
        return "%s%n%s%n%s%n%s%n%s%n".formatted(definition, decision, topologies, reports, nodes);
    }

    private boolean isAtRest() {
        Decision end = decision.value();
        return end.topology() == topologies.lastKey()
                && end.disabled().isEmpty()
                && pushes.values().stream()
                        .map(held -> held.value().state())
                        .allMatch(s -> s == Push.State.DONE || s == Push.State.ABORTED)
                && topologies.get(end.topology()).members().stream()
                        .map(member -> nodes.get(member.name()))
                        .allMatch(node -> end.current() == 0 || node.epoch() == end.epoch());
    }
}
