package sluice.readonly;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The replicas that clients would ask. A node that is switched off does not count, whatever it has:
 * nothing may be served whose partitions are on such nodes alone.
 */
public final class Replicas {
    private static final int NAMED_MAX = 4;

    private Replicas() {}

    /**
     * Which partitions of {@code topology} have fewer ready replicas than the ring requires, or
     * than they have nodes if those are fewer; empty if all have enough.
     *
     * @param isReady whether a node has its partitions
     */
    public static Optional<String> lack(
            RingView view, Topology topology, Predicate<String> isReady) {
        Map<String, String> off = view.decision().value().off();
        int required = view.definition().map(Definition::required).orElse(1);
        Map<String, List<Integer>> lacking = new TreeMap<>();
        TreeSet<String> offHere = new TreeSet<>();
        for (int partition = 0; partition < topology.partitions(); partition++) {
            List<String> nodes = topology.preference(partition);
            int needed = Math.min(required, nodes.size());
            long ready =
                    nodes.stream()
                            .filter(node -> !off.containsKey(node) && isReady.test(node))
                            .count();
            if (ready < needed) {
                lacking.computeIfAbsent(has(ready, needed), _ -> new ArrayList<>()).add(partition);
                nodes.stream().filter(off::containsKey).forEach(offHere::add);
            }
        }
        List<String> parts = new ArrayList<>();
        lacking.forEach((has, partitions) -> parts.add(named(partitions) + has));
        offHere.forEach(
                node ->
                        parts.add(
                                "node %s is switched off (%s): ring enable has it answer again, ring remove-node gives its partitions to others"
                                        .formatted(node, off.get(node))));
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", parts));
    }

    private static String has(long ready, int needed) {
        return "%d ready %s of the %d required"
                .formatted(ready, ready == 1 ? "replica" : "replicas", needed);
    }

    private static String named(List<Integer> partitions) {
        List<String> named = partitions.stream().limit(NAMED_MAX).map(String::valueOf).toList();
        int more = partitions.size() - named.size();
        return "%s %s%s %s "
                .formatted(
                        partitions.size() == 1 ? "partition" : "partitions",
                        String.join(", ", named),
                        more == 0 ? "" : " and %d more".formatted(more),
                        partitions.size() == 1 ? "has" : "have");
    }

    /**
     * Why {@code next} is not in force yet; empty once its nodes have what is served, and what was
     * served before.
     */
    public static Optional<String> unprepared(RingView view, Topology next) {
        Map<String, String> off = view.decision().value().off();
        List<String> waits = new ArrayList<>();
        for (Member member : next.members()) {
            String node = member.name();
            if (!off.containsKey(node) && !isPrepared(view, next, node)) {
                waits.add(node + (view.live().contains(node) ? "" : ", which does not run"));
            }
        }
        lack(view, next, _ -> true).ifPresent(waits::add);
        return waits.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", waits));
    }

    private static boolean isPrepared(RingView view, Topology next, String node) {
        Decision decision = view.decision().value();
        NodeReport report = view.report(node);
        return view.live().contains(node)
                && report.isReady(decision.current(), next.number())
                && (decision.previous() == 0
                        || !decision.kept().contains(decision.previous())
                        || report.isReady(decision.previous(), next.number()));
    }

    /** How many partitions of the version that is served {@code node} alone answers for now. */
    public static int answeredByNoOther(RingView view, String node) {
        Optional<Topology> topology = view.topology();
        if (view.decision().value().current() == 0 || topology.isEmpty()) {
            return 0;
        }
        int alone = 0;
        for (int partition : topology.get().partitionsOf(node)) {
            boolean hasOther =
                    topology.get().preference(partition).stream()
                            .anyMatch(other -> !other.equals(node) && answers(view, other));
            alone += hasOther ? 0 : 1;
        }
        return alone;
    }

    private static boolean answers(RingView view, String node) {
        Decision decision = view.decision().value();
        return view.live().contains(node)
                && !decision.off().containsKey(node)
                && view.report(node).isReady(decision.current(), decision.topology());
    }
}
