package sluice.readonly.decide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.readonly.Decision;
import sluice.readonly.Held;
import sluice.readonly.Push;
import sluice.readonly.RingView;
import sluice.readonly.Topology;

/**
 * A node of a ring: what it does next. It compares what the records want with what it has, so that
 * it may miss any number of changes, and be killed at any moment.
 */
public final class NodeReconciler {
    /** How long a version stays that nothing names any more: clients may still read it. */
    static final long RETENTION_MILLIS = 60_000;

    static final long PAUSE_MILLIS_MIN = 2_000;
    static final long PAUSE_MILLIS_MAX = 60_000;

    private NodeReconciler() {}

    /** Something that a node learns. */
    public sealed interface Event {
        /** The records as they are now. */
        record Look(RingView view) implements Event {}

        /** The bytes that a fetch has, and expects. */
        record Fetched(int version, long bytes, long bytesExpected) implements Event {}

        /** All that was fetched is on disk, forced and verified, and a mark there says so. */
        record FetchEnded(int version) implements Event {}

        /** A fetch failed; {@code isRefused} if trying again cannot help. */
        record FetchFailed(int version, boolean isRefused, String cause) implements Event {}

        /** The files are mapped and their tables were read. */
        record Opened(int version) implements Event {}

        /** The files could not be opened. */
        record OpenFailed(int version, String cause) implements Event {}
    }

    /** An act of a node. Each is durable, or done, before the next one begins. */
    public sealed interface Action {
        /** Fetches and verifies; ends with an event. */
        record Fetch(int version, int checksum, Set<Long> topologies) implements Action {}

        /** Stops the fetch that runs, which then fails. */
        record StopFetch() implements Action {}

        /** Opens what is on disk; ends with an event. */
        record Open(int version, Set<Long> topologies) implements Action {}

        /** Writes the decision to the disk, then answers from its version. */
        record Serve(Decision decision) implements Action {}

        /** Writes the report; if that fails, no deletion after it may be done. */
        record Report() implements Action {}

        /**
         * Closes the version with its last reader and deletes files that no other one has; nothing
         * if the node has come to want it again.
         */
        record Delete(int version) implements Action {}
    }

    /** The next state and what is to be done, in this order. */
    public record Step(NodeState state, List<Action> actions) {
        public Step {
            actions = List.copyOf(actions);
        }
    }

    /** One step at {@code nowMillis}, of a clock of this node alone. */
    public static Step step(NodeState state, Event event, long nowMillis) {
        return switch (event) {
            case Event.Look(RingView view) -> new Looking(state, view, nowMillis).step();
            case Event.Fetched(int version, long bytes, long expected) ->
                    progress(state, version, bytes, expected);
            case Event.FetchEnded(int version) -> fetched(state, version);
            case Event.FetchFailed(int version, boolean isRefused, String cause) ->
                    failed(state, version, isRefused, cause, nowMillis);
            case Event.Opened(int version) -> opened(state, version);
            case Event.OpenFailed(int version, String cause) ->
                    notOpened(state, version, cause, nowMillis);
        };
    }

    /** The work that runs, if it is of {@code version}. */
    private static NodeState.@Nullable Work work(NodeState state, int version) {
        NodeState.Work work = state.work();
        return work != null && work.version() == version ? work : null;
    }

    private static Step progress(NodeState state, int version, long bytes, long expected) {
        NodeState.Work work = work(state, version);
        if (work == null) {
            return new Step(state, List.of());
        }
        NodeState.Work next =
                new NodeState.Work(
                        version, work.attempt(), work.topologies(), false, bytes, expected);
        return new Step(state.doing(next), List.of());
    }

    private static Step fetched(NodeState state, int version) {
        NodeState.Work work = work(state, version);
        LocalVersion local = state.locals().get(version);
        if (work == null || local == null) {
            return new Step(state.doing(null), List.of());
        }
        return new Step(
                state.with(version, local.fetched(work.topologies())).doing(null), List.of());
    }

    private static Step failed(
            NodeState state, int version, boolean isRefused, String cause, long nowMillis) {
        LocalVersion local = state.locals().get(version);
        if (local == null) {
            return new Step(state.doing(null), List.of());
        }
        long next = nowMillis + pauseMillis(local.failures());
        return new Step(
                state.with(version, local.failed(isRefused, cause, next)).doing(null),
                List.of(new Action.Report()));
    }

    /** Doubles from failure to failure. */
    static long pauseMillis(int failures) {
        return Math.min(PAUSE_MILLIS_MAX, PAUSE_MILLIS_MIN << Math.min(failures, 10));
    }

    private static Step opened(NodeState state, int version) {
        NodeState.Work work = work(state, version);
        LocalVersion local = state.locals().get(version);
        if (work == null || local == null) {
            return new Step(state.doing(null), List.of());
        }
        return new Step(
                state.with(version, local.opened(work.topologies())).doing(null),
                List.of(new Action.Report()));
    }

    private static Step notOpened(NodeState state, int version, String cause, long nowMillis) {
        LocalVersion local = state.locals().get(version);
        if (local == null) {
            return new Step(state.doing(null), List.of());
        }
        long next = nowMillis + pauseMillis(local.failures());
        return new Step(
                state.with(version, local.lost(cause, next)).doing(null),
                List.of(new Action.Report()));
    }

    /**
     * The state of a node that could not move on to {@code version}, though it has it open, and
     * still serves by {@code decision}. Its report tells the cause; it tries again after a pause.
     */
    public static NodeState notServed(
            NodeState state, Decision decision, int version, String cause, long nowMillis) {
        return state.notServing(decision, version, cause, nowMillis + PAUSE_MILLIS_MIN);
    }

    /** The step after a look at the records. */
    private static final class Looking {
        private final RingView view;
        private final Decision decision;
        private final long nowMillis;
        private final List<Action> actions = new ArrayList<>();
        private NodeState state;

        Looking(NodeState state, RingView view, long nowMillis) {
            this.state = state;
            this.view = view;
            this.decision = view.decision().value();
            this.nowMillis = nowMillis;
        }

        Step step() {
            Set<Long> needed = needed();
            List<Integer> wanted = needed.isEmpty() ? List.of() : wanted();
            for (int version : wanted) {
                want(version);
            }
            serve();
            for (int version : wanted) {
                advance(version, needed);
            }
            drop(wanted);
            tell();
            return new Step(state, actions);
        }

        /** Reports again what the records do not say: the registry was away, or is another one. */
        private void tell() {
            if (!state.isToldBy(view.report(state.name()))
                    && !actions.contains(new Action.Report())) {
                actions.add(new Action.Report());
            }
        }

        /** The topologies that this node belongs to, of that in force and the next. */
        private Set<Long> needed() {
            Set<Long> needed = new TreeSet<>();
            for (Topology topology : view.wanted()) {
                if (topology.has(state.name())) {
                    needed.add(topology.number());
                }
            }
            return needed;
        }

        /** The versions that are served first, then those that are fetched; they are few. */
        private List<Integer> wanted() {
            List<Integer> wanted = new ArrayList<>();
            if (decision.current() != 0) {
                wanted.add(decision.current());
            }
            for (int version : decision.kept()) {
                if (!wanted.contains(version)) {
                    wanted.add(version);
                }
            }
            for (Held<Push> held : view.pushes().values()) {
                int version = held.value().version();
                if (held.value().state() == Push.State.FETCHING
                        && !decision.aborted().containsKey(version)
                        && !wanted.contains(version)) {
                    wanted.add(version);
                }
            }
            return wanted;
        }

        private Optional<Push> push(int version) {
            return Optional.ofNullable(view.pushes().get(version)).map(Held::value);
        }

        /**
         * Has an entry for {@code version}, of the attempt that its push is at. Files of another
         * version of that number, of a ring that was here before, go first.
         */
        private void want(int version) {
            Optional<Push> push = push(version);
            if (push.isEmpty()) {
                return;
            }
            int checksum = push.get().checksum();
            int attempt = push.get().attempt();
            LocalVersion local = state.locals().get(version);
            if (local == null) {
                state = state.with(version, LocalVersion.wanted(attempt, checksum));
            } else if (local.checksum() != checksum) {
                replace(version);
            } else if (local.attempt() != attempt) {
                state = state.with(version, local.again(attempt));
            }
        }

        private void replace(int version) {
            NodeState.Work work = work(state, version);
            if (work != null && !work.isOpening()) {
                actions.add(new Action.StopFetch());
            } else if (work == null && (version != state.serving() || isOvertaken())) {
                state = state.without(version);
                actions.add(new Action.Report());
                actions.add(new Action.Delete(version));
            }
        }

        /** Whether the ring has served anything since this node followed it last. */
        private boolean isOvertaken() {
            return decision.current() == state.serving() && decision.epoch() > state.epoch();
        }

        private void advance(int version, Set<Long> needed) {
            LocalVersion local = state.locals().get(version);
            if (local == null || state.work() != null || local.retryMillis() > nowMillis) {
                return;
            }
            boolean isCommitted = decision.kept().contains(version);
            if (local.isRefused() && !isCommitted) {
                return;
            }
            if (!local.covers().containsAll(needed)) {
                Set<Long> all = promised(local);
                all.addAll(needed);
                state = state.doing(new NodeState.Work(version, local.attempt(), all, false, 0, 0));
                actions.add(new Action.Fetch(version, local.checksum(), all));
            } else if (!local.open().containsAll(needed)) {
                state =
                        state.doing(
                                new NodeState.Work(
                                        version, local.attempt(), local.covers(), true, 0, 0));
                actions.add(new Action.Open(version, local.covers()));
            }
        }

        /**
         * Later topologies that this node has reported ready, or may report soon, stay: a leader on
         * an older view may put one in force, though another one has come since. Those that are
         * open are reported even when opening the files again has failed.
         */
        private Set<Long> promised(LocalVersion local) {
            Set<Long> promised = new TreeSet<>();
            for (Set<Long> topologies : List.of(local.covers(), local.open())) {
                for (long topology : topologies) {
                    if (topology > decision.topology() && view.topologies().containsKey(topology)) {
                        promised.add(topology);
                    }
                }
            }
            return promised;
        }

        /** Follows the decision once its version is open here. */
        private void serve() {
            LocalVersion local = state.locals().get(decision.current());
            if (decision.epoch() > state.epoch()
                    && nowMillis >= state.notBeforeMillis()
                    && local != null
                    && push(decision.current())
                            .map(push -> push.checksum() == local.checksum())
                            .orElse(true)
                    && local.open().contains(decision.topology())) {
                state = state.serving(decision.epoch(), decision.current());
                actions.add(new Action.Serve(decision));
                actions.add(new Action.Report());
            }
        }

        /** Deletes what nothing has named for a while, after the report has said so. */
        private void drop(List<Integer> wanted) {
            Map<Integer, Long> since = Map.of();
            List<Integer> gone = new ArrayList<>();
            for (Map.Entry<Integer, LocalVersion> each : state.locals().entrySet()) {
                int version = each.getKey();
                boolean isPromised =
                        decision.kept().contains(version) && !promised(each.getValue()).isEmpty();
                if (wanted.contains(version) || version == state.serving() || isPromised) {
                    continue;
                }
                NodeState.Work work = work(state, version);
                if (work != null && !work.isOpening()) {
                    actions.add(new Action.StopFetch());
                }
                long first = state.unwanted().getOrDefault(version, nowMillis);
                boolean isOpen = !each.getValue().open().isEmpty();
                long kept = isOpen ? RETENTION_MILLIS : 0;
                if (work == null && nowMillis - first >= kept) {
                    gone.add(version);
                } else {
                    since = since.isEmpty() ? new HashMap<>() : since;
                    since.put(version, first);
                }
            }
            state = state.unwanted(since);
            if (!gone.isEmpty()) {
                for (int version : gone) {
                    state = state.without(version);
                }
                actions.add(new Action.Report());
                gone.forEach(version -> actions.add(new Action.Delete(version)));
            }
        }
    }
}
