package sluice.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Improves a placement by two changes at once, where no single one lowers the cost: two partitions
 * change places, or two leave the busiest server.
 *
 * <p>One of both must take something off the server that inserts most, or off the one that pays
 * most for moves: else the cost stays. All such pairs are tried, and the best one is made. That
 * costs about the square of the partitions, so it is done for small tables alone. Used by one
 * thread.
 */
final class Exchange {
    /** The most pairs, times servers, that are tried for one improvement. */
    private static final long TRIED_MAX = 10_000_000;

    private static final int NONE = -1;

    private final Instance instance;
    private final int[] destinations;
    private final long[] inserts;
    private final long[] moves;

    private long bestCost;
    private int bestFirst;
    private int bestFirstTarget;
    private int bestSecond;
    private int bestSecondTarget;

    /** Whether pairs are tried for the table at all. */
    static boolean isSmall(Instance instance) {
        return work(instance) <= TRIED_MAX;
    }

    /** Pairs, times servers, that begin with one partition. */
    private static long work(Instance instance) {
        long servers = instance.servers;
        return servers * servers * servers * instance.bySlope.length;
    }

    /**
     * A placement to begin with that takes no notice of what moves cost: the largest partition
     * first, each to the server that is done soonest with it, at home among equals.
     */
    static int[] dealtOut(Instance instance) {
        int[] destinations = instance.home.clone();
        long[] inserts = new long[instance.servers];
        List<Integer> largestFirst = new ArrayList<>();
        Arrays.stream(instance.bySlope).forEach(largestFirst::add);
        largestFirst.sort(
                Comparator.<Integer>comparingLong(id -> -instance.insert[id])
                        .thenComparing(Comparator.naturalOrder()));
        for (int id : largestFirst) {
            int best = instance.home[id];
            for (int server = 0; server < instance.servers; server++) {
                long time = instance.time(server, inserts[server] + instance.insert[id]);
                best =
                        time < instance.time(best, inserts[best] + instance.insert[id])
                                ? server
                                : best;
            }
            destinations[id] = best;
            inserts[best] += instance.insert[id];
        }
        return destinations;
    }

    /** For a placement that others change, too: they change all three arrays. */
    Exchange(Instance instance, int[] destinations, long[] inserts, long[] moves) {
        this.instance = instance;
        this.destinations = destinations;
        this.inserts = inserts;
        this.moves = moves;
    }

    /** Makes the best pair of changes; false where none lowers the cost, or the table is large. */
    boolean improve() {
        int inserting = busiestInserter();
        int moving = busiest(moves);
        long firsts =
                Arrays.stream(instance.bySlope)
                        .filter(id -> relieves(id, inserting, moving))
                        .count();
        if (firsts == 0 || work(instance) > TRIED_MAX / firsts) {
            return false;
        }
        bestCost = instance.time(inserting, inserts[inserting]) + moves[moving];
        bestFirst = NONE;
        for (int id : instance.byMove) {
            if (relieves(id, inserting, moving)) {
                tryFirst(id);
            }
        }
        if (bestFirst == NONE) {
            return false;
        }
        change(bestFirst, bestFirstTarget);
        change(bestSecond, bestSecondTarget);
        return true;
    }

    /** Whether another place for the partition can take something off one of these servers. */
    private boolean relieves(int id, int inserting, int moving) {
        boolean isMoved = destinations[id] != instance.home[id];
        return destinations[id] == inserting
                || isMoved && (destinations[id] == moving || instance.home[id] == moving);
    }

    private void tryFirst(int id) {
        int before = destinations[id];
        for (int target = 0; target < instance.servers; target++) {
            if (target != before) {
                change(id, target);
                for (int other : instance.byMove) {
                    if (other != id) {
                        trySecond(id, other);
                    }
                }
            }
        }
        change(id, before);
    }

    private void trySecond(int first, int second) {
        int before = destinations[second];
        int firstTarget = destinations[first];
        for (int target = 0; target < instance.servers; target++) {
            long insert = inserts[target] + instance.insert[second];
            if (target == before || instance.time(target, insert) >= bestCost) {
                continue;
            }
            change(second, target);
            long cost = instance.timeMax(inserts) + moves[busiest(moves)];
            if (cost < bestCost) {
                bestCost = cost;
                bestFirst = first;
                bestFirstTarget = firstTarget;
                bestSecond = second;
                bestSecondTarget = target;
            }
            change(second, before);
        }
    }

    private void change(int id, int target) {
        instance.change(id, target, destinations, inserts, moves);
    }

    /** The first one of those that take longest. */
    private int busiestInserter() {
        long most = instance.timeMax(inserts);
        int server = 0;
        while (instance.time(server, inserts[server]) < most) {
            server++;
        }
        return server;
    }

    /** The first one of those that have most. */
    private static int busiest(long[] loads) {
        int busiest = 0;
        for (int server = 1; server < loads.length; server++) {
            busiest = loads[server] > loads[busiest] ? server : busiest;
        }
        return busiest;
    }
}
