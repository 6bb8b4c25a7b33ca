package sluice.readonly.decide;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.readonly.Decision;
import sluice.readonly.NodeReport;
import sluice.readonly.VersionReport;

/**
 * The state of a node: all that it knows of its own versions. Immutable.
 *
 * @param name of the node
 * @param locals its versions, by their numbers
 * @param epoch of the decision that it serves by; 0 if it serves nothing
 * @param serving the version that it answers from; 0 without one
 * @param work the one fetch or opening that runs; null if none does
 * @param unwanted since when no record names a version of it, in milliseconds
 */
public record NodeState(
        String name,
        SortedMap<Integer, LocalVersion> locals,
        long epoch,
        int serving,
        @Nullable Work work,
        Map<Integer, Long> unwanted) {

    /**
     * Something that runs.
     *
     * @param topologies whose partitions it is for
     * @param isOpening whether files are opened, not fetched
     * @param bytes that a fetch has, of {@code bytesExpected}
     */
    public record Work(
            int version,
            int attempt,
            Set<Long> topologies,
            boolean isOpening,
            long bytes,
            long bytesExpected) {
        public Work {
            topologies = Set.copyOf(topologies);
        }
    }

    public NodeState {
        locals = Collections.unmodifiableSortedMap(new TreeMap<>(locals));
        unwanted = Map.copyOf(unwanted);
    }

    /** A node as it starts, with what is whole on its disk. */
    public static NodeState starting(String name, Map<Integer, LocalVersion> held) {
        return new NodeState(name, new TreeMap<>(held), 0, 0, null, Map.of());
    }

    /** A node that serves at its start what it served before, by the decision on its disk. */
    public NodeState resumed(Decision decision, Set<Long> topologies) {
        return opened(decision.current(), topologies).serving(decision.epoch(), decision.current());
    }

    /** A node that has {@code version} of its disk open too. */
    public NodeState opened(int version, Set<Long> topologies) {
        LocalVersion local = locals.get(version);
        return local == null ? this : with(version, local.opened(topologies));
    }

    /** A node that could not move on, and still serves by {@code decision}. */
    public NodeState notServing(Decision decision) {
        return serving(decision.epoch(), decision.current());
    }

    NodeState with(int version, LocalVersion local) {
        TreeMap<Integer, LocalVersion> next = new TreeMap<>(locals);
        next.put(version, local);
        return new NodeState(name, next, epoch, serving, work, unwanted);
    }

    NodeState without(int version) {
        TreeMap<Integer, LocalVersion> next = new TreeMap<>(locals);
        next.remove(version);
        Map<Integer, Long> rest = new HashMap<>(unwanted);
        rest.remove(version);
        return new NodeState(name, next, epoch, serving, work, rest);
    }

    NodeState doing(@Nullable Work next) {
        return new NodeState(name, locals, epoch, serving, next, unwanted);
    }

    NodeState serving(long newEpoch, int version) {
        return new NodeState(name, locals, newEpoch, version, work, unwanted);
    }

    NodeState unwanted(Map<Integer, Long> since) {
        return new NodeState(name, locals, epoch, serving, work, since);
    }

    /** The report of the node. */
    public NodeReport report(long freeBytes) {
        Map<Integer, VersionReport> versions = new HashMap<>();
        Work done = work;
        for (Map.Entry<Integer, LocalVersion> each : locals.entrySet()) {
            boolean isAtIt = done != null && done.version() == each.getKey();
            long bytes = done != null && isAtIt ? done.bytes() : 0;
            long expected = done != null && isAtIt ? done.bytesExpected() : 0;
            versions.put(each.getKey(), each.getValue().report(isAtIt, bytes, expected));
        }
        return new NodeReport(NodeReport.FORMAT, epoch, serving, versions, freeBytes);
    }
}
