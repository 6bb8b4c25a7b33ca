package sluice.readonly;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The records of a ring, read one after the other: the decision first and the reports last, so that
 * no report is older than the push that it is held against.
 *
 * @param topologies by their numbers
 * @param pushes by their versions
 * @param reports by the names of nodes; so {@code lives}
 * @param live the nodes that run
 */
public record RingView(
        Held<Decision> decision,
        Optional<Definition> definition,
        SortedMap<Long, Topology> topologies,
        SortedMap<Integer, Held<Push>> pushes,
        Map<String, Life> lives,
        Set<String> live,
        Map<String, NodeReport> reports) {
    public RingView {
        topologies = Collections.unmodifiableSortedMap(new TreeMap<>(topologies));
        pushes = Collections.unmodifiableSortedMap(new TreeMap<>(pushes));
        lives = Map.copyOf(lives);
        live = Set.copyOf(live);
        reports = Map.copyOf(reports);
    }

    /** The records of a ring of which nothing is known. */
    public static final RingView NOTHING =
            new RingView(
                    new Held<>(0, Decision.NONE),
                    Optional.empty(),
                    new TreeMap<>(),
                    new TreeMap<>(),
                    Map.of(),
                    Set.of(),
                    Map.of());

    /** The topology in force; empty before the first. */
    public Optional<Topology> topology() {
        return Optional.ofNullable(topologies.get(decision.value().topology()));
    }

    /** The topology that is prepared to take the place of the one in force. */
    public Optional<Topology> nextTopology() {
        long inForce = decision.value().topology();
        return topologies.isEmpty() || topologies.lastKey() <= inForce
                ? Optional.empty()
                : Optional.ofNullable(topologies.get(topologies.lastKey()));
    }

    /** The topology of the highest number; there must be one. */
    public Topology lastTopology() {
        return nextTopology().or(this::topology).orElseThrow();
    }

    /** The topologies whose partitions nodes must have: that in force and the next. */
    public List<Topology> wanted() {
        List<Topology> wanted = new ArrayList<>(2);
        topology().ifPresent(wanted::add);
        nextTopology().ifPresent(wanted::add);
        return wanted;
    }

    /** The report of {@code node}, which is empty before its first. */
    public NodeReport report(String node) {
        return reports.getOrDefault(node, NodeReport.NOTHING);
    }
}
