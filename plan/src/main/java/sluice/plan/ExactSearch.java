package sluice.plan;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Finds the best placement of a small table, by branch and bound.
 *
 * <p>Partitions are placed one after the other, the one with most rows first. A branch ends where
 * what is placed costs as much as the best placement so far: neither what a server inserts nor what
 * it pays for moves falls by placing more. A partition whose move alone costs more than a better
 * plan may stays at home. If placements differ only by the names of equal partitions, or of equal
 * servers that have none, the first one alone is tried.
 *
 * <p>Cost: at most {@link #TRIES_MAX} places of partitions, about 25 ms; a search that needs more
 * returns the best placement until then. Used by one thread.
 */
final class ExactSearch {
    /** The most places of partitions that are tried. */
    static final int TRIES_MAX = 1_000_000;

    /** Tables that can be placed in more ways are not searched: few of them would end. */
    private static final long PLACEMENTS_MAX = 1_000_000_000_000L;

    private static final int NONE = -1;

    private final Instance instance;

    /** The partitions that a better plan may move, in the order in which they are placed. */
    private final int[] free;

    /** For each server without partitions, the one before it that is as fast and has none. */
    private final int[] twins;

    private final int[] destinations;
    private final long[] inserts;
    private final long[] moves;

    /** The busiest server of any plan inserts at least this. */
    private final long insertFloor;

    private int[] best;
    private long bestCost;
    private int triesLeft;

    /**
     * The best placement of {@code instance}.
     *
     * @param known a placement, returned where no other one costs less, or the table is not small
     * @param triesMax how many places of partitions are tried
     */
    static int[] best(Instance instance, int[] known, int triesMax) {
        ExactSearch search = new ExactSearch(instance, known, triesMax);
        if (search.isSmall()) {
            search.place(0, Math.max(search.insertFloor, instance.timeMax(search.inserts)), 0);
        }
        return search.best;
    }

    private ExactSearch(Instance instance, int[] known, int triesMax) {
        this.instance = instance;
        best = known;
        triesLeft = triesMax;
        destinations = instance.home.clone();
        inserts = new long[instance.servers];
        moves = new long[instance.servers];
        instance.measure(known, inserts, moves);
        bestCost = instance.timeMax(inserts) + Arrays.stream(moves).max().orElse(0);
        long largest = Arrays.stream(instance.insert).max().orElse(0);
        insertFloor =
                Math.max(
                        instance.meanAtLeast(),
                        WideProduct.divideUp(largest, Placement.USUAL, instance.speedMax()));
        free =
                Arrays.stream(instance.bySlope)
                        .filter(id -> insertFloor + instance.move[id] < bestCost)
                        .boxed()
                        .sorted(
                                Comparator.<Integer>comparingLong(id -> -instance.insert[id])
                                        .thenComparingLong(id -> instance.move[id])
                                        .thenComparingInt(id -> instance.home[id])
                                        .thenComparing(Comparator.naturalOrder()))
                        .mapToInt(Integer::intValue)
                        .toArray();
        instance.measure(destinations, inserts, moves);
        for (int id : free) {
            inserts[instance.home[id]] -= instance.insert[id];
        }
        twins = twins(instance);
    }

    private static int[] twins(Instance instance) {
        int[] twins = new int[instance.servers];
        Arrays.fill(twins, NONE);
        for (int server = 0; server < twins.length; server++) {
            for (int other = 0; other < server && isBare(instance, server); other++) {
                if (isBare(instance, other) && instance.isAsFast(server, other)) {
                    twins[server] = other;
                }
            }
        }
        return twins;
    }

    private static boolean isBare(Instance instance, int server) {
        return instance.ofServer[server].length == 0;
    }

    private boolean isSmall() {
        long placements = 1;
        for (int index = 0; index < free.length; index++) {
            placements *= instance.servers;
            if (placements > PLACEMENTS_MAX) {
                return false;
            }
        }
        return true;
    }

    /**
     * Places the partitions from {@code index} on in all ways that may cost less than the best.
     *
     * @param insertMax what the busiest server inserts by now, at least the floor
     * @param moveMax what the busiest server pays for moves by now
     */
    private void place(int index, long insertMax, long moveMax) {
        if (insertMax + moveMax >= bestCost) {
            return;
        }
        if (index == free.length) {
            best = destinations.clone();
            bestCost = insertMax + moveMax;
            return;
        }
        int id = free[index];
        int home = instance.home[id];
        int first = isLikeTheOneBefore(index) ? destinations[free[index - 1]] : 0;
        for (int server = first; server < instance.servers && triesLeft > 0; server++) {
            int twin = twins[server];
            if (twin != NONE && inserts[twin] == 0 && inserts[server] == 0) {
                continue;
            }
            triesLeft--;
            long move = server == home ? 0 : instance.move[id];
            destinations[id] = server;
            inserts[server] += instance.insert[id];
            moves[home] += move;
            moves[server] += move;
            place(
                    index + 1,
                    Math.max(insertMax, instance.time(server, inserts[server])),
                    Math.max(moveMax, Math.max(moves[home], moves[server])));
            moves[server] -= move;
            moves[home] -= move;
            inserts[server] -= instance.insert[id];
        }
        destinations[id] = home;
    }

    private boolean isLikeTheOneBefore(int index) {
        if (index == 0) {
            return false;
        }
        int id = free[index];
        int other = free[index - 1];
        return instance.insert[id] == instance.insert[other]
                && instance.move[id] == instance.move[other]
                && instance.home[id] == instance.home[other];
    }
}
