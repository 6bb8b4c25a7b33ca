package sluice.readonly;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The nodes of a ring and their partitions. Immutable; a change of the ring is a topology of the
 * next number, and takes effect once a {@link Decision} names it.
 *
 * @param number counts the topologies of a ring from 1
 * @param replicas how many nodes hold each partition, where there are enough
 * @param owners for each partition the name of its first node
 */
public record Topology(
        int format, long number, int replicas, List<Member> members, List<String> owners) {
    /** The format of this record. */
    public static final int FORMAT = 1;

    /** The most partitions of a ring: their record must stay small. */
    public static final int PARTITIONS_MAX = 1024;

    public Topology {
        members = List.copyOf(members);
        owners = List.copyOf(owners);
        if (replicas < 1) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "a ring has at least 1 replica, not " + replicas);
        }
        if (owners.isEmpty() || owners.size() > PARTITIONS_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "a ring has 1 to %d partitions, not %d"
                            .formatted(PARTITIONS_MAX, owners.size()));
        }
        TreeSet<String> names = new TreeSet<>();
        for (Member member : members) {
            if (!names.add(member.name())) {
                throw new SluiceException(
                        ErrorCode.CONFIG, "the ring has node %s already".formatted(member.name()));
            }
        }
        if (!names.containsAll(owners)) {
            throw new IllegalArgumentException("a partition belongs to no node of " + names);
        }
    }

    /** The first topology of a ring: partitions are dealt out in turn. */
    public static Topology first(List<Member> members, int replicas, int partitions) {
        if (members.isEmpty()) {
            throw new SluiceException(ErrorCode.CONFIG, "a ring has at least one node");
        }
        List<String> owners = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            owners.add(members.get(partition % members.size()).name());
        }
        return new Topology(FORMAT, 1, replicas, members, owners);
    }

    /** How many partitions there are. */
    public int partitions() {
        return owners.size();
    }

    /** Whether the node {@code name} belongs to it. */
    public boolean has(String name) {
        for (Member member : members) {
            if (member.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** The zone of {@code node}; empty if the ring has no such node. */
    public Optional<String> zone(String node) {
        return members.stream()
                .filter(member -> member.name().equals(node))
                .map(Member::zone)
                .findFirst();
    }

    /**
     * The nodes that hold {@code partition}, the first one first: clockwise from its owner, each
     * node once, no zone with more than its even share of the replicas.
     */
    public List<String> preference(int partition) {
        Map<String, String> zones = new HashMap<>();
        members.forEach(member -> zones.put(member.name(), member.zone()));
        int zoneCount = new TreeSet<>(zones.values()).size();
        int ofZoneMax = Math.ceilDiv(replicas, zoneCount);
        List<String> nodes = new ArrayList<>();
        Map<String, Integer> ofZone = new HashMap<>();
        // Where zones are too small for their share, a second round takes what is left.
        for (int share : new int[] {ofZoneMax, replicas}) {
            for (int step = 0; step < owners.size() && nodes.size() < replicas; step++) {
                String node = owners.get((partition + step) % owners.size());
                String zone = zones.getOrDefault(node, "");
                if (!nodes.contains(node) && ofZone.getOrDefault(zone, 0) < share) {
                    nodes.add(node);
                    ofZone.merge(zone, 1, Integer::sum);
                }
            }
        }
        return List.copyOf(nodes);
    }

    /** The partitions that {@code node} holds, ascending. */
    public List<Integer> partitionsOf(String node) {
        List<Integer> held = new ArrayList<>();
        for (int partition = 0; partition < owners.size(); partition++) {
            if (preference(partition).contains(node)) {
                held.add(partition);
            }
        }
        return held;
    }

    /** The next topology with one node more, which takes an even share, and nothing else moves. */
    public Topology with(Member member) {
        List<Member> more = new ArrayList<>(members);
        more.add(member);
        List<String> next = new ArrayList<>(owners);
        for (int i = 0; i < owners.size() / more.size(); i++) {
            String richest = most(next, members);
            next.set(next.lastIndexOf(richest), member.name());
        }
        return new Topology(FORMAT, number + 1, replicas, more, next);
    }

    /** The next topology without the node {@code name}, whose partitions go to the others. */
    public Topology without(String name) {
        if (!has(name)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the ring has no node %s; see: sluice ring status RING".formatted(name));
        }
        List<Member> rest = members.stream().filter(member -> !member.name().equals(name)).toList();
        if (rest.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "%s is the last node of the ring; it stays".formatted(name));
        }
        List<String> next = new ArrayList<>(owners);
        for (int partition = 0; partition < next.size(); partition++) {
            if (next.get(partition).equals(name)) {
                next.set(partition, least(next, rest));
            }
        }
        return new Topology(FORMAT, number + 1, replicas, rest, next);
    }

    private static Map<String, Integer> counts(List<String> owners, List<Member> of) {
        Map<String, Integer> counts = new TreeMap<>();
        of.forEach(member -> counts.put(member.name(), 0));
        owners.forEach(owner -> counts.computeIfPresent(owner, (_, count) -> count + 1));
        return counts;
    }

    private static String most(List<String> owners, List<Member> of) {
        String most = of.getFirst().name();
        Map<String, Integer> counts = counts(owners, of);
        for (Map.Entry<String, Integer> each : counts.entrySet()) {
            most = each.getValue() > counts.getOrDefault(most, 0) ? each.getKey() : most;
        }
        return most;
    }

    private static String least(List<String> owners, List<Member> of) {
        String least = of.getFirst().name();
        Map<String, Integer> counts = counts(owners, of);
        for (Map.Entry<String, Integer> each : counts.entrySet()) {
            least = each.getValue() < counts.getOrDefault(least, 0) ? each.getKey() : least;
        }
        return least;
    }
}
