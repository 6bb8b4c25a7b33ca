package sluice.readonly.route;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.readonly.Cut;
import sluice.readonly.Decision;
import sluice.readonly.Held;
import sluice.readonly.Life;
import sluice.readonly.NodeReport;
import sluice.readonly.Push;
import sluice.readonly.RingView;
import sluice.readonly.Topology;
import sluice.readonly.VersionReport;

/**
 * All that a reader of a ring must know to ask the right node.
 *
 * @param epoch of the decision; a reader never goes back to a lower one
 * @param version that is served; 0 before the first
 * @param topology in force; null before the first
 * @param cuts of the version
 * @param nodes where each listens
 * @param excluded nodes that are not to be asked
 * @param lacking those of them that lacked the version: they may have it by now, and are asked when
 *     no other node answers; none that reports another version of its number
 */
public record RingState(
        int format,
        long epoch,
        int version,
        @Nullable Topology topology,
        List<Cut> cuts,
        Map<String, Life> nodes,
        Set<String> excluded,
        Set<String> lacking) {
    /** The format of this record. */
    public static final int FORMAT = 1;

    /** The state of a ring that nothing is known of. */
    public static final RingState UNKNOWN =
            new RingState(FORMAT, 0, 0, null, List.of(), Map.of(), Set.of(), Set.of());

    public RingState {
        cuts = List.copyOf(cuts);
        nodes = Map.copyOf(nodes);
        excluded = Set.copyOf(excluded);
        // That of a node of an earlier version has none.
        lacking = lacking == null ? Set.of() : Set.copyOf(lacking);
    }

    /** The state that the records of a ring tell. */
    public static RingState of(RingView view) {
        Decision decision = view.decision().value();
        @Nullable Held<Push> push = view.pushes().get(decision.current());
        TreeSet<String> excluded = new TreeSet<>(decision.disabled().keySet());
        excluded.addAll(decision.off().keySet());
        TreeSet<String> lacking = new TreeSet<>(decision.disabled().keySet());
        lacking.removeAll(decision.off().keySet());
        if (push != null) {
            lacking.removeIf(node -> hasOther(view.report(node), push.value()));
        }
        return new RingState(
                FORMAT,
                decision.epoch(),
                push == null ? 0 : decision.current(),
                view.topology().orElse(null),
                push == null ? List.of() : push.value().cuts(),
                new TreeMap<>(view.lives()),
                excluded,
                lacking);
    }

    /** Whether a node has another version of the number of {@code push}, which was given up. */
    private static boolean hasOther(NodeReport report, Push push) {
        @Nullable VersionReport version = report.versions().get(push.version());
        return version != null && version.checksum() != push.checksum();
    }

    /**
     * This state once {@code decision} has changed it to a version of {@code cuts}: for a node that
     * has heard of the decision and of nothing else. This, if it is not older.
     */
    public RingState after(Decision decision, List<Cut> versionCuts) {
        if (decision.epoch() <= epoch) {
            return this;
        }
        boolean isSameTopology = topology != null && topology.number() == decision.topology();
        return new RingState(
                FORMAT,
                decision.epoch(),
                decision.current(),
                isSameTopology ? topology : null,
                versionCuts,
                nodes,
                excluded,
                lacking);
    }

    /** This state with its nodes where {@code addresses} says; those that it lacks stay. */
    RingState reachedAt(Map<String, Life> addresses) {
        if (addresses.equals(nodes)) {
            return this;
        }
        Map<String, Life> all = new TreeMap<>(nodes);
        all.putAll(addresses);
        return new RingState(FORMAT, epoch, version, topology, cuts, all, excluded, lacking);
    }

    /** Whether there is a version to ask for. */
    public boolean isServing() {
        return version != 0 && topology != null && !cuts.isEmpty();
    }
}
