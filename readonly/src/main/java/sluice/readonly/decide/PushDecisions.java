package sluice.readonly.decide;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
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

/**
 * The leader of a ring: which record it changes next. Any number of leaders may act at once, also
 * on old views: each action is a compare-and-set, and all that commits or gives up goes through the
 * one decision.
 */
public final class PushDecisions {
    /** How long nodes that are away may come back before a push goes on without them. */
    static final long GRACE_MILLIS = 10_000;

    private PushDecisions() {}

    /**
     * The memory of a leader between two steps; a new one begins with {@link #NEW}.
     *
     * @param version the push that could go on without some nodes; 0 for none
     * @param sinceMillis since when
     */
    public record LeaderState(int version, long sinceMillis) {
        /** The memory of a leader that has seen nothing. */
        public static final LeaderState NEW = new LeaderState(0, 0);
    }

    /** A change of one record. */
    public sealed interface Action {
        /** Replaces the decision of {@code revision}. */
        record Decide(long revision, Decision next) implements Action {}

        /** Replaces a push of {@code revision}. */
        record Mark(long revision, Push next) implements Action {}

        /** Removes the record of an old push. */
        record Forget(int version) implements Action {}
    }

    /** The next state, and an action if there is one; after it the records are read again. */
    public record Step(LeaderState state, Optional<Action> action) {}

    /** One step at {@code nowMillis}, which may be wrong by the error of clocks. */
    public static Step step(LeaderState state, RingView view, long nowMillis) {
        if (view.definition().isEmpty() || view.topologies().isEmpty()) {
            return new Step(state, Optional.empty());
        }
        Optional<Action> action =
                settle(view)
                        .or(() -> isFetching(view) ? Optional.empty() : start(view))
                        .or(() -> enable(view));
        if (action.isPresent()) {
            return new Step(state, action);
        }
        for (Held<Push> held : view.pushes().values()) {
            if (held.value().state() == Push.State.COMMITTED) {
                return new Step(state, finish(view, held, nowMillis));
            }
            if (held.value().state() == Push.State.FETCHING) {
                Fetching fetching = new Fetching(view, held, nowMillis);
                Step step = fetching.step(state);
                return step.action().isPresent() || !fetching.working.isEmpty()
                        ? step
                        : new Step(step.state(), unblock(view));
            }
        }
        return new Step(
                LeaderState.NEW, move(view).or(() -> next(view, nowMillis)).or(() -> forget(view)));
    }

    /** Writes into the pushes what the decision says already: a leader died between the two. */
    private static Optional<Action> settle(RingView view) {
        Decision decision = view.decision().value();
        for (Held<Push> held : view.pushes().values()) {
            Push push = held.value();
            if (push.isOpen() && decision.aborted().containsKey(push.version())) {
                String reason = decision.aborted().getOrDefault(push.version(), "");
                return mark(held, Push.State.ABORTED, reason);
            }
            if (push.state() == Push.State.FETCHING && decision.kept().contains(push.version())) {
                return mark(held, Push.State.COMMITTED, "");
            }
        }
        return Optional.empty();
    }

    private static Optional<Action> mark(Held<Push> held, Push.State state, String reason) {
        Push push = held.value();
        return Optional.of(
                new Action.Mark(held.revision(), push.in(state, push.deadlineMillis(), reason)));
    }

    private static Optional<Action> decide(RingView view, Decision next) {
        return Optional.of(new Action.Decide(view.decision().revision(), next));
    }

    /** Nothing is served before the first version, so its topology needs no preparation. */
    private static Optional<Action> start(RingView view) {
        Decision decision = view.decision().value();
        Optional<Topology> next = view.nextTopology();
        return decision.current() == 0 && next.isPresent()
                ? decide(view, decision.under(next.get().number()))
                : Optional.empty();
    }

    private static boolean isFetching(RingView view) {
        return view.pushes().values().stream()
                .anyMatch(held -> held.value().state() == Push.State.FETCHING);
    }

    /** A node that lacked the current version answers again once it has it. */
    private static Optional<Action> enable(RingView view) {
        Decision decision = view.decision().value();
        for (String node : decision.disabled().keySet()) {
            boolean isGone = view.topology().filter(each -> each.has(node)).isEmpty();
            boolean isBack =
                    view.live().contains(node)
                            && view.report(node).isReady(decision.current(), decision.topology());
            if (isGone || isBack) {
                return decide(view, decision.enabling(node));
            }
        }
        return Optional.empty();
    }

    /** All nodes that live and can serve it do so; those that do not by the deadline are named. */
    private static Optional<Action> finish(RingView view, Held<Push> held, long nowMillis) {
        Decision decision = view.decision().value();
        if (!decision.kept().contains(held.value().version())) {
            return mark(held, Push.State.DONE, "the decision that committed it is gone");
        }
        List<String> late = new ArrayList<>();
        for (Member member : view.topology().orElseThrow().members()) {
            String node = member.name();
            if (view.live().contains(node)
                    && !decision.excludes(node)
                    && view.report(node).epoch() < decision.epoch()) {
                late.add(node);
            }
        }
        if (late.isEmpty()) {
            return mark(held, Push.State.DONE, "");
        }
        return nowMillis > held.value().deadlineMillis()
                ? mark(held, Push.State.DONE, "not yet served by " + String.join(", ", late))
                : Optional.empty();
    }

    /** Puts the next topology in force once its nodes have what is served and what was before. */
    private static Optional<Action> move(RingView view) {
        Decision decision = view.decision().value();
        Optional<Topology> next = view.nextTopology();
        if (next.isEmpty()) {
            return Optional.empty();
        }
        return Replicas.unprepared(view, next.get()).isPresent()
                ? Optional.empty()
                : decide(view, decision.under(next.get().number()));
    }

    /** A push that waits for a node goes on once that is taken out of the ring. */
    private static Optional<Action> unblock(RingView view) {
        return start(view).or(() -> move(view));
    }

    /** Begins the lowest push that waits, or refuses it. */
    private static Optional<Action> next(RingView view, long nowMillis) {
        Definition definition = view.definition().orElseThrow();
        for (Held<Push> held : view.pushes().values()) {
            Push push = held.value();
            if (push.state() != Push.State.NEW) {
                continue;
            }
            Optional<String> refusal = refusal(view, push);
            return refusal.isPresent()
                    ? decide(view, view.decision().value().refusing(push.version(), refusal.get()))
                    : Optional.of(
                            new Action.Mark(
                                    held.revision(),
                                    push.in(
                                            Push.State.FETCHING,
                                            nowMillis + definition.pushMillis(),
                                            "")));
        }
        return Optional.empty();
    }

    /** Why no node may fetch anything of {@code push}. */
    private static Optional<String> refusal(RingView view, Push push) {
        Decision decision = view.decision().value();
        Definition definition = view.definition().orElseThrow();
        if (push.version() <= decision.newest()) {
            return Optional.of(
                    "version %d is served or was, and is no older".formatted(decision.newest()));
        }
        Topology topology = view.topology().orElseThrow();
        int partitions = topology.partitions();
        if (push.cuts().stream().anyMatch(cut -> cut.partition() >= partitions)) {
            return Optional.of(
                    "it is cut into more partitions than the %d of the ring".formatted(partitions));
        }
        if (definition.quotaBytes() != Definition.NO_QUOTA) {
            for (Member member : topology.members()) {
                long bytes = push.bytesOn(member.name(), topology);
                if (bytes >= definition.quotaBytes()) {
                    return Optional.of(
                            "it has %d bytes on node %s, and the quota is %d"
                                    .formatted(bytes, member.name(), definition.quotaBytes()));
                }
            }
        }
        @Nullable Held<Push> before = view.pushes().get(decision.current());
        if (before != null
                && push.bytes() < before.value().bytes() / 2
                && !push.isSmallerAllowed()) {
            return Optional.of(
                    "it has %d bytes, less than half of the %d of version %d"
                            .formatted(push.bytes(), before.value().bytes(), decision.current()));
        }
        return Optional.empty();
    }

    /**
     * RingRecords of pushes that ended, but for those of versions that nodes keep, and the newest.
     */
    private static Optional<Action> forget(RingView view) {
        Decision decision = view.decision().value();
        int newest = view.pushes().isEmpty() ? 0 : view.pushes().lastKey();
        for (Held<Push> held : view.pushes().values()) {
            Push push = held.value();
            boolean hasEnded =
                    push.state() == Push.State.DONE || push.state() == Push.State.ABORTED;
            if (hasEnded
                    && !decision.kept().contains(push.version())
                    && push.version() < Math.max(decision.current(), newest)) {
                return Optional.of(new Action.Forget(push.version()));
            }
        }
        return Optional.empty();
    }

    /** The step of a push that nodes fetch: commit it, give it up, or wait. */
    private static final class Fetching {
        private final RingView view;
        private final Decision decision;
        private final Definition definition;
        private final Topology topology;
        private final Push push;
        private final long nowMillis;

        /** Nodes that lack it, for reasons that may pass. */
        private final TreeMap<String, String> lacking = new TreeMap<>();

        /** Nodes that are still at work. */
        private final TreeMap<String, String> working = new TreeMap<>();

        Fetching(RingView view, Held<Push> held, long nowMillis) {
            this.view = view;
            this.decision = view.decision().value();
            this.definition = view.definition().orElseThrow();
            this.topology = view.topology().orElseThrow();
            this.push = held.value();
            this.nowMillis = nowMillis;
        }

        Step step(LeaderState state) {
            for (Member member : topology.members()) {
                Optional<String> refusal = look(member.name());
                if (refusal.isPresent()) {
                    return new Step(LeaderState.NEW, giveUp(refusal.get()));
                }
            }
            Optional<String> obstacle = obstacle();
            if (lacking.isEmpty() && working.isEmpty() && obstacle.isEmpty()) {
                return new Step(LeaderState.NEW, commit());
            }
            boolean isLate = nowMillis > push.deadlineMillis();
            if (!working.isEmpty() && !isLate) {
                return new Step(LeaderState.NEW, Optional.empty());
            }
            if (isLate && (!working.isEmpty() || obstacle.isPresent())) {
                return new Step(
                        LeaderState.NEW, giveUp("it was not ready in time: " + waitsFor(obstacle)));
            }
            if (obstacle.isPresent()) {
                return new Step(LeaderState.NEW, Optional.empty());
            }
            if (state.version() != push.version() || nowMillis < state.sinceMillis()) {
                return new Step(new LeaderState(push.version(), nowMillis), Optional.empty());
            }
            return nowMillis - state.sinceMillis() >= GRACE_MILLIS || isLate
                    ? new Step(LeaderState.NEW, commit())
                    : new Step(state, Optional.empty());
        }

        /** Sorts {@code node} in; a reason if its report ends the push. */
        private Optional<String> look(String node) {
            if (decision.off().containsKey(node)) {
                return Optional.empty();
            }
            NodeReport report = view.report(node);
            @Nullable VersionReport version = report.versions().get(push.version());
            VersionReport.@Nullable State at =
                    version != null && version.attempt() == push.attempt() ? version.state() : null;
            String cause = version == null ? "" : version.cause();
            if (at == VersionReport.State.REFUSED) {
                return Optional.of("node %s refused it: %s".formatted(node, cause));
            }
            if (version != null
                    && report.serving() == push.version()
                    && version.checksum() != push.checksum()) {
                // The ring was made again over folders of one before it, and its store too.
                return Optional.of(
                        "node %s serves another version %d, of a store that was there before; start it with a new folder"
                                .formatted(node, push.version()));
            }
            if (!view.live().contains(node)) {
                lacking.put(node, "it does not run");
            } else if (at == VersionReport.State.FAILED) {
                lacking.put(node, cause);
            } else if (!report.isReady(push, topology.number())) {
                working.put(node, "it fetches");
            }
            return Optional.empty();
        }

        /** Why the push cannot go on without those that lack it. */
        private Optional<String> obstacle() {
            int failuresMax = Math.min(definition.failuresMax(), topology.replicas() - 1);
            if (lacking.size() > failuresMax) {
                return Optional.of(
                        "%d nodes lack it, and %d may".formatted(lacking.size(), failuresMax));
            }
            return Replicas.lack(view, topology, node -> !lacking.containsKey(node));
        }

        private String waitsFor(Optional<String> obstacle) {
            List<String> parts = new ArrayList<>();
            for (Map<String, String> nodes : List.of(working, lacking)) {
                nodes.forEach((node, why) -> parts.add("node " + node + ": " + why));
            }
            obstacle.ifPresent(parts::add);
            return String.join("; ", parts);
        }

        private Optional<Action> commit() {
            return decide(
                    view,
                    decision.committed(
                            push.version(), Map.copyOf(lacking), definition.backups(), nowMillis));
        }

        /** First the decision, so that no other leader commits it on an older view. */
        private Optional<Action> giveUp(String reason) {
            return decide(view, decision.refusing(push.version(), reason));
        }
    }
}
