package sluice.readonly.decide;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.readonly.Decision;
import sluice.readonly.NodeReport;
import sluice.readonly.RingView;
import sluice.readonly.VersionReport;

/** A node of a {@link RingWorld}. Its disk stays as it is when it is killed. */
final class SimulatedNode {
    private static final int QUIET_LOOKS_CHECKED = 64;

    private final RingWorld world;
    final String name;
    private final TreeMap<Integer, LocalVersion> disk = new TreeMap<>();

    /** On its disk. */
    private Decision written = Decision.NONE;

    /** That it serves by; gone when it is killed. */
    private Decision served = Decision.NONE;

    private @Nullable NodeState state;
    private @Nullable RingView seen;
    private final Set<Integer> mapped = new HashSet<>();
    private final List<NodeReconciler.Action> queue = new ArrayList<>();
    private NodeReconciler.@Nullable Action running;
    private long servedEpoch;

    /**
     * The last look that had no effect, and until when it would have none again. Most looks are
     * such ones, and are left out but for one in {@value #QUIET_LOOKS_CHECKED}.
     */
    private @Nullable RingView quietView;

    private @Nullable NodeState quietState;
    private long quietUntilMillis;
    private int quietLooks;
    boolean isCut;

    /** Whether a piece of a fetch is wrong for good. */
    boolean isSpoilt;

    SimulatedNode(RingWorld world, String name) {
        this.world = world;
        this.name = name;
        start();
    }

    boolean isRunning() {
        return state != null;
    }

    boolean holds(int version, long topology) {
        LocalVersion local = disk.get(version);
        return local != null && local.covers().contains(topology);
    }

    int serving() {
        return state == null ? 0 : state.serving();
    }

    long epoch() {
        return state == null ? 0 : state.epoch();
    }

    @Override
    public String toString() {
        return "%n%s running %s queue %s mapped %s %s"
                .formatted(name, running, queue, mapped, state);
    }

    void kill() {
        state = null;
        seen = null;
        running = null;
        queue.clear();
        mapped.clear();
        served = Decision.NONE;
        world.changed();
    }

    /** It serves what it served before, unless that cannot be opened. */
    void start() {
        if (state != null) {
            return;
        }
        NodeState starting = NodeState.starting(name, disk);
        LocalVersion held = disk.get(written.current());
        if (held != null && world.random.nextInt(10) > 0) {
            for (Map.Entry<Integer, LocalVersion> each : disk.entrySet()) {
                mapped.add(each.getKey());
                starting = starting.opened(each.getKey(), each.getValue().covers());
            }
            starting = starting.resumed(written, held.covers());
            served = written;
        }
        state = starting;
        world.changed();
    }

    void heal() {
        isCut = false;
        isSpoilt = false;
    }

    void act() {
        if (state == null) {
            return;
        }
        if (!queue.isEmpty()) {
            carryOut(queue.removeFirst());
        } else if (running != null && world.random.nextInt(3) > 0) {
            end(running);
        } else {
            look();
        }
    }

    private void look() {
        if (seen == null || !isCut) {
            seen = isCut ? null : world.view();
        }
        if (seen == null) {
            return;
        }
        NodeState before = state;
        boolean isQuiet = seen == quietView && before == quietState && world.now < quietUntilMillis;
        if (isQuiet && ++quietLooks % QUIET_LOOKS_CHECKED != 0) {
            return;
        }
        event(new NodeReconciler.Event.Look(seen));
        if (before != null && state == before && queue.isEmpty()) {
            quietView = seen;
            quietState = before;
            quietUntilMillis = untilMillis(before);
        } else {
            assertFalse(isQuiet, "a look that was taken for one without effect");
        }
    }

    /**
     * Until when looks at the same records, in the same state, have the effect that one has now.
     */
    private long untilMillis(NodeState now) {
        long until = later(now.notBeforeMillis(), Long.MAX_VALUE);
        for (LocalVersion local : now.locals().values()) {
            until = later(local.retryMillis(), until);
        }
        for (long since : now.unwanted().values()) {
            until = later(since + NodeReconciler.RETENTION_MILLIS, until);
        }
        return until;
    }

    private long later(long millis, long until) {
        return millis > world.now ? Math.min(millis, until) : until;
    }

    private void event(NodeReconciler.Event event) {
        NodeState before = state;
        if (before != null) {
            NodeReconciler.Step step = NodeReconciler.step(before, event, world.now);
            state = step.state();
            queue.addAll(step.actions());
        }
    }

    private void carryOut(NodeReconciler.Action action) {
        switch (action) {
            case NodeReconciler.Action.Fetch _, NodeReconciler.Action.Open _ -> {
                assertTrue(running == null, "two things at once");
                running = action;
            }
            case NodeReconciler.Action.StopFetch() -> {
                if (running instanceof NodeReconciler.Action.Fetch fetch) {
                    running = null;
                    event(new NodeReconciler.Event.FetchFailed(fetch.version(), false, "stopped"));
                }
            }
            case NodeReconciler.Action.Serve(Decision next) -> serve(next);
            case NodeReconciler.Action.Report() -> report();
            case NodeReconciler.Action.Delete(int version) -> delete(version);
        }
    }

    private void serve(Decision next) {
        assertTrue(next.epoch() >= servedEpoch, "a node goes back");
        assertTrue(mapped.contains(next.current()), "serves what is not mapped");
        assertTrue(holds(next.current(), next.topology()), "serves what is not there");
        NodeState before = state;
        if (before != null && world.random.nextInt(40) == 0) {
            state =
                    NodeReconciler.notServed(
                            before, served, next.current(), "the disk is full", world.now);
            return;
        }
        servedEpoch = next.epoch();
        written = next;
        served = next;
    }

    private void report() {
        if (isCut) {
            // Deletions rely on the report, and are left.
            queue.removeIf(each -> each instanceof NodeReconciler.Action.Delete);
        } else if (state != null) {
            world.reports.put(name, state.report(0));
            world.changed();
        }
    }

    private void delete(int version) {
        if (state == null || state.locals().containsKey(version)) {
            return;
        }
        VersionReport told =
                world.reports.getOrDefault(name, NodeReport.NOTHING).versions().get(version);
        assertTrue(told == null, "deletes what it reports");
        assertTrue(version != state.serving(), "deletes what it serves");
        mapped.remove(version);
        disk.remove(version);
    }

    private void end(NodeReconciler.Action action) {
        running = null;
        switch (action) {
            case NodeReconciler.Action.Fetch(int version, int checksum, Set<Long> covers) -> {
                int luck = world.random.nextInt(20);
                if (isSpoilt && luck < 5) {
                    event(new NodeReconciler.Event.FetchFailed(version, true, "damaged"));
                } else if (luck < 2) {
                    event(new NodeReconciler.Event.FetchFailed(version, false, "away"));
                } else if (luck < 5) {
                    running = action;
                    event(new NodeReconciler.Event.Fetched(version, 5, 10));
                } else {
                    disk.put(version, LocalVersion.held(checksum, covers));
                    event(new NodeReconciler.Event.FetchEnded(version));
                }
            }
            case NodeReconciler.Action.Open(int version, _) -> {
                if (world.random.nextInt(30) == 0) {
                    event(new NodeReconciler.Event.OpenFailed(version, "not readable"));
                } else {
                    mapped.add(version);
                    event(new NodeReconciler.Event.Opened(version));
                }
            }
            default -> throw new IllegalStateException(action.toString());
        }
    }

    void check() {
        if (state != null && state.serving() != 0) {
            assertTrue(mapped.contains(state.serving()) || !queue.isEmpty(), "not mapped");
            assertTrue(disk.containsKey(state.serving()), "files of what is served are gone");
        }
    }
}
