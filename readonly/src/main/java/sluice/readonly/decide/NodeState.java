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
 * @param notBeforeMillis when it may try again to follow a decision that it could not follow
 */
public record NodeState(
        String name,
        SortedMap<Integer, LocalVersion> locals,
        long epoch,
        int serving,
        @Nullable Work work,
        Map<Integer, Long> unwanted,
        long notBeforeMillis) {

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
        return new NodeState(name, new TreeMap<>(held), 0, 0, null, Map.of(), 0);
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

    NodeState with(int version, LocalVersion local) {
        TreeMap<Integer, LocalVersion> next = new TreeMap<>(locals);
        next.put(version, local);
        return new NodeState(name, next, epoch, serving, work, unwanted, notBeforeMillis);
    }

    NodeState without(int version) {
        TreeMap<Integer, LocalVersion> next = new TreeMap<>(locals);
        next.remove(version);
        Map<Integer, Long> rest = new HashMap<>(unwanted);
        rest.remove(version);
        return new NodeState(name, next, epoch, serving, work, rest, notBeforeMillis);
    }

    NodeState doing(@Nullable Work next) {
        return new NodeState(name, locals, epoch, serving, next, unwanted, notBeforeMillis);
    }

    /** A node that serves {@code version} by the decision of {@code newEpoch}. */
    NodeState serving(long newEpoch, int version) {
        LocalVersion local = locals.get(version);
        return local == null || local.cause().isEmpty()
                ? at(newEpoch, version, 0)
                : with(version, local.because("")).at(newEpoch, version, 0);
    }

    /**
     * A node that could not move on to {@code version}, which it has open, and still serves by
     * {@code decision}.
     */
    NodeState notServing(Decision decision, int version, String cause, long untilMillis) {
        LocalVersion local = locals.get(version);
        NodeState known = local == null ? this : with(version, local.because(cause));
        return known.at(decision.epoch(), decision.current(), untilMillis);
    }

    private NodeState at(long newEpoch, int version, long untilMillis) {
        return new NodeState(name, locals, newEpoch, version, work, unwanted, untilMillis);
    }

    NodeState unwanted(Map<Integer, Long> since) {
        return since.equals(unwanted)
                ? this
                : new NodeState(name, locals, epoch, serving, work, since, notBeforeMillis);
    }

    /** The report of the node. */
    public NodeReport report(long freeBytes) {
        Map<Integer, VersionReport> versions = new HashMap<>();
        locals.forEach((version, local) -> versions.put(version, report(version, local)));
        return new NodeReport(NodeReport.FORMAT, epoch, serving, versions, freeBytes);
    }

    private VersionReport report(int version, LocalVersion local) {
        Work done = work;
        boolean isAtIt = done != null && done.version() == version;
        return local.report(
                isAtIt,
                done != null && isAtIt ? done.bytes() : 0,
                done != null && isAtIt ? done.bytesExpected() : 0);
    }

    /** Whether {@code told} is the report of the node, but for its free bytes. */
    boolean isToldBy(NodeReport told) {
        if (told.epoch() != epoch
                || told.serving() != serving
                || told.versions().size() != locals.size()) {
            return false;
        }
        for (Map.Entry<Integer, LocalVersion> each : locals.entrySet()) {
            if (!report(each.getKey(), each.getValue())
                    .equals(told.versions().get(each.getKey()))) {
                return false;
            }
        }
        return true;
    }
}
