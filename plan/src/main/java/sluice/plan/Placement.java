package sluice.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a table and the servers that they are on, in the order of keys whatever order
 * they are given in. Immutable.
 *
 * <p>Costs are limited so that no sum of the planner leaves 63 bits: the sum of a kind, times 6,000
 * or the number of servers plus one, must fit.
 *
 * @param servers how many there are; they are numbered from 0
 * @param speeds how fast each server inserts, in percent of the speed that insert costs are for
 */
public record Placement(int servers, List<Partition> partitions, List<Integer> speeds) {
    /** The speed that insert costs are for. */
    static final int USUAL = 100;

    /** The percents of the fastest server that is planned for. */
    public static final int SPEED_MAX = 10_000;

    private static final int SERVERS_MAX = 1 << 20;

    /** What the lower bound multiplies costs by at least. */
    private static final long FACTOR_MIN = 6000;

    public Placement {
        if (servers < 1 || servers > SERVERS_MAX) {
            throw new IllegalArgumentException(
                    "%d servers; expected 1 to %d".formatted(servers, SERVERS_MAX));
        }
        if (speeds.size() != servers
                || speeds.stream().anyMatch(speed -> speed < 1 || speed > SPEED_MAX)) {
            throw new IllegalArgumentException(
                    "speeds %s of %d servers; expected one for each, from 1 to %d percent"
                            .formatted(speeds, servers, SPEED_MAX));
        }
        speeds = List.copyOf(speeds);
        List<Partition> sorted = new ArrayList<>(partitions);
        sorted.sort(Comparator.comparing(Partition::first));
        long limit = Long.MAX_VALUE / Math.max(FACTOR_MIN, servers + 1L);
        // A slow server takes up to a hundred times as long.
        limit /= speeds.stream().allMatch(speed -> speed == USUAL) ? 1 : USUAL;
        long inserts = 0;
        long moves = 0;
        @Nullable RangeKey last = null;
        for (Partition partition : sorted) {
            if (partition.home() >= servers) {
                throw new IllegalArgumentException(
                        "partition from key %s is on server %d; expected one of %d servers"
                                .formatted(partition.first(), partition.home(), servers));
            }
            if (last != null && partition.first().equals(last)) {
                throw new IllegalArgumentException("two partitions begin with key " + last);
            }
            last = partition.first();
            if (partition.insertCost() > limit - inserts || partition.moveCost() > limit - moves) {
                throw new IllegalArgumentException(
                        "the costs of all partitions pass %d, the limit for %d servers; use a larger unit"
                                .formatted(limit, servers));
            }
            inserts += partition.insertCost();
            moves += partition.moveCost();
        }
        partitions = List.copyOf(sorted);
    }

    /** A placement on servers of the usual speed. */
    public Placement(int servers, List<Partition> partitions) {
        this(servers, partitions, Collections.nCopies(Math.clamp(servers, 0, SERVERS_MAX), USUAL));
    }
}
