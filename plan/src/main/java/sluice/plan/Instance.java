package sluice.plan;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The numbers of a placement in arrays, and its partitions by slope.
 *
 * <p>The slope of a partition is its move cost over its insert cost: what it costs to take a unit
 * of inserting off its server. Order by slope: less slope first, then less insert cost, then the
 * lower number. Partitions without rows to insert are in no order: they never move.
 */
final class Instance {
    final int servers;
    final long[] insert;
    final long[] move;
    final int[] home;

    /** The partitions into which rows come, by slope. */
    final int[] bySlope;

    /** The same partitions: the most costly to move first, then by number. */
    final int[] byMove;

    /** Those of each server, by slope. */
    final int[][] ofServer;

    /** What is inserted on each server while nothing moves. */
    final long[] loads;

    Instance(Placement placement) {
        servers = placement.servers();
        int count = placement.partitions().size();
        insert = new long[count];
        move = new long[count];
        home = new int[count];
        loads = new long[servers];
        int[] counts = new int[servers];
        for (int id = 0; id < count; id++) {
            Partition partition = placement.partitions().get(id);
            insert[id] = partition.insertCost();
            move[id] = partition.moveCost();
            home[id] = partition.home();
            loads[home[id]] += insert[id];
            counts[home[id]] += insert[id] > 0 ? 1 : 0;
        }
        bySlope =
                IntStream.range(0, count)
                        .filter(id -> insert[id] > 0)
                        .boxed()
                        .sorted(this::compareSlopes)
                        .mapToInt(Integer::intValue)
                        .toArray();
        byMove =
                Arrays.stream(bySlope)
                        .boxed()
                        .sorted(this::compareMoves)
                        .mapToInt(Integer::intValue)
                        .toArray();
        ofServer = new int[servers][];
        for (int server = 0; server < servers; server++) {
            ofServer[server] = new int[counts[server]];
        }
        int[] filled = new int[servers];
        for (int id : bySlope) {
            ofServer[home[id]][filled[home[id]]++] = id;
        }
    }

    private int compareSlopes(int one, int other) {
        int slopes = WideProduct.compare(move[one], insert[other], move[other], insert[one]);
        if (slopes != 0) {
            return slopes;
        }
        int inserts = Long.compare(insert[one], insert[other]);
        return inserts != 0 ? inserts : Integer.compare(one, other);
    }

    private int compareMoves(int one, int other) {
        return move[one] != move[other]
                ? Long.compare(move[other], move[one])
                : Integer.compare(one, other);
    }

    /** The least insert limit that a plan can keep: the mean, rounded up. */
    long mean() {
        return Math.ceilDiv(Arrays.stream(loads).sum(), servers);
    }

    /** What the busiest server inserts while nothing moves. */
    long loadMax() {
        return Arrays.stream(loads).max().orElse(0);
    }

    /** The cost of {@code destinations} by its two phases. */
    void measure(int[] destinations, long[] inserts, long[] moves) {
        Arrays.fill(inserts, 0);
        Arrays.fill(moves, 0);
        for (int id = 0; id < destinations.length; id++) {
            inserts[destinations[id]] += insert[id];
            if (destinations[id] != home[id]) {
                moves[home[id]] += move[id];
                moves[destinations[id]] += move[id];
            }
        }
    }
}
