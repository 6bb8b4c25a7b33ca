package sluice.plan;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a placement in arrays, and its partitions by slope.
 *
 * <p>The slope of a partition is its move cost over its insert cost: what it costs to take a unit
 * of inserting off its server. Order by slope: less slope first, then less insert cost, then the
 * lower number. Partitions without rows to insert are in no order: they never move.
 */
final class Instance {
    final int servers;

    /** In percent of the speed that {@link #insert} is for; null where all servers have that. */
    private final int @Nullable [] speeds;

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
        speeds =
                placement.speeds().stream().allMatch(speed -> speed == Placement.USUAL)
                        ? null
                        : placement.speeds().stream().mapToInt(Integer::intValue).toArray();
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

    /** How long {@code server} takes for {@code load}, at the usual speed. */
    long time(int server, long load) {
        return speeds == null ? load : WideProduct.divideUp(load, Placement.USUAL, speeds[server]);
    }

    /** What {@code server} may insert in {@code time}. */
    long room(int server, long time) {
        return speeds == null ? time : WideProduct.divide(time, speeds[server], Placement.USUAL);
    }

    /** As {@link #room}, rounded up. */
    long roomAtMost(int server, long time) {
        return speeds == null ? time : WideProduct.divideUp(time, speeds[server], Placement.USUAL);
    }

    /** The mean as no plan can fall below it. */
    long meanAtLeast() {
        long sum = Arrays.stream(loads).sum();
        return speeds == null
                ? Math.ceilDiv(sum, servers)
                : WideProduct.divideUp(
                        sum, Placement.USUAL, Arrays.stream(speeds).asLongStream().sum());
    }

    /** The percents of the fastest server. */
    int speedMax() {
        return speeds == null ? Placement.USUAL : Arrays.stream(speeds).max().orElseThrow();
    }

    /** Whether both servers take equally long for any load. */
    boolean isAsFast(int one, int other) {
        return speeds == null || speeds[one] == speeds[other];
    }

    /** The longest time that a server takes for its load. */
    long timeMax(long[] inserts) {
        long most = 0;
        for (int server = 0; server < inserts.length; server++) {
            most = Math.max(most, time(server, inserts[server]));
        }
        return most;
    }

    /** The least insert limit that a plan can keep: the mean, rounded up. */
    long mean() {
        long sum = Arrays.stream(loads).sum();
        long mean = meanAtLeast();
        // Rooms are rounded down, each by less than one.
        while (speeds != null && roomOfAll(mean) < sum) {
            mean++;
        }
        return mean;
    }

    private long roomOfAll(long time) {
        long sum = 0;
        for (int server = 0; server < servers; server++) {
            sum += room(server, time);
        }
        return sum;
    }

    /** How long the busiest server inserts while nothing moves. */
    long loadMax() {
        return timeMax(loads);
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

    /** Gives partition {@code id} to {@code target}, and says so in all three. */
    void change(int id, int target, int[] destinations, long[] inserts, long[] moves) {
        int from = destinations[id];
        if (from != home[id]) {
            moves[from] -= move[id];
            moves[home[id]] -= move[id];
        }
        if (target != home[id]) {
            moves[target] += move[id];
            moves[home[id]] += move[id];
        }
        inserts[from] -= insert[id];
        inserts[target] += insert[id];
        destinations[id] = target;
    }
}
