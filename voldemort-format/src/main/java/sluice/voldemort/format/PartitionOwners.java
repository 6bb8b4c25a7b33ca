package sluice.voldemort.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The nodes that own the partitions of a ring.
 *
 * @param owners the node of each partition, by the partition's number
 */
public record PartitionOwners(List<Integer> owners) {
    public PartitionOwners {
        owners = List.copyOf(owners);
        if (owners.isEmpty()) {
            throw new IllegalArgumentException("a ring has at least one partition");
        }
    }

    /** {@code partitions} dealt out to {@code nodes} nodes, one after the other. */
    public static PartitionOwners dealt(int partitions, int nodes) {
        List<Integer> owners = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            owners.add(partition % nodes);
        }
        return new PartitionOwners(owners);
    }

    public int partitions() {
        return owners.size();
    }

    /** The node that masters {@code partition}. */
    public int owner(int partition) {
        return owners.get(partition);
    }

    /** All nodes that own partitions, in the order of the ring. */
    public Set<Integer> nodes() {
        return new LinkedHashSet<>(owners);
    }

    /**
     * The partitions whose owners hold {@code partition}, the master first: clockwise, each node
     * once, {@code replicas} of them or all that there are.
     */
    public List<Integer> replicas(int partition, int replicas) {
        List<Integer> found = new ArrayList<>();
        Set<Integer> nodes = new LinkedHashSet<>();
        for (int step = 0; step < partitions() && found.size() < replicas; step++) {
            int next = (partition + step) % partitions();
            if (nodes.add(owner(next))) {
                found.add(next);
            }
        }
        return found;
    }

    /**
     * The same walk, but a node is taken only while its zone lacks replicas.
     *
     * @param zones the zone of each node
     * @param wanted how many replicas each zone has
     */
    public List<Integer> zoneReplicas(
            int partition,
            int replicas,
            Map<Integer, Integer> zones,
            Map<Integer, Integer> wanted) {
        int sum = wanted.values().stream().mapToInt(Integer::intValue).sum();
        if (sum != replicas) {
            throw new IllegalArgumentException(
                    "the zones have %d replicas together, expected %d".formatted(sum, replicas));
        }
        Map<Integer, Integer> lacking = new HashMap<>(wanted);
        List<Integer> found = new ArrayList<>();
        Set<Integer> seen = new LinkedHashSet<>();
        for (int step = 0; step < partitions() && found.size() < replicas; step++) {
            int next = (partition + step) % partitions();
            int node = owner(next);
            Integer zone = zones.get(node);
            if (seen.add(node) && zone != null && lacking.getOrDefault(zone, 0) > 0) {
                lacking.merge(zone, -1, Integer::sum);
                found.add(next);
            }
        }
        return found;
    }
}
