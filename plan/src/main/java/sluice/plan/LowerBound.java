package sluice.plan;

import java.util.Arrays;

/**
 * What no plan can cost less than, found as if partitions could be cut.
 *
 * <p>For an insert limit, each server must give away what is above it, at the least slopes first.
 * The busiest server pays at least the most of that, and at least the mean of twice its sum, as a
 * move is paid at both ends. The limit plus that is convex over the limits, so its least value is
 * found by ternary search.
 */
final class LowerBound {
    private static final long THOUSAND = 1000;
    private static final long SCALE_MAX = 1_000_000_000;

    private final Instance instance;

    /** Insert and move costs of each server's partitions by slope, summed up to each one. */
    private final long[][] insertSums;

    private final long[][] moveSums;

    /** Into how many parts a unit of cost is cut in computing. */
    private final long scale;

    private LowerBound(Instance instance) {
        this.instance = instance;
        insertSums = new long[instance.servers][];
        moveSums = new long[instance.servers][];
        long all = Math.max(Arrays.stream(instance.loads).sum(), instance.loadMax());
        for (int server = 0; server < instance.servers; server++) {
            int[] ids = instance.ofServer[server];
            insertSums[server] = new long[ids.length + 1];
            moveSums[server] = new long[ids.length + 1];
            for (int index = 0; index < ids.length; index++) {
                insertSums[server][index + 1] =
                        insertSums[server][index] + instance.insert[ids[index]];
                moveSums[server][index + 1] = moveSums[server][index] + instance.move[ids[index]];
            }
            all += moveSums[server][ids.length];
        }
        long fitting = THOUSAND;
        while (fitting < SCALE_MAX && all <= Long.MAX_VALUE / 40 / fitting) {
            fitting *= 10;
        }
        scale = fitting;
    }

    /** The bound in thousandths of the unit of costs, rounded down. */
    static long thousandths(Instance instance) {
        long insertMax = 0;
        for (int id : instance.bySlope) {
            insertMax = Math.max(insertMax, instance.insert[id]);
        }
        // The fastest server takes as long for the largest partition.
        insertMax = WideProduct.divide(insertMax, Placement.USUAL, instance.speedMax());
        LowerBound bound = new LowerBound(instance);
        long low = Math.max(instance.meanAtLeast(), insertMax);
        long high = Math.max(low, instance.loadMax());
        while (high - low > 2) {
            long third = (high - low) / 3;
            if (bound.at(low + third) <= bound.at(high - third)) {
                high -= third;
            } else {
                low += third;
            }
        }
        long least = Long.MAX_VALUE;
        for (long limit = low; limit <= high; limit++) {
            least = Math.min(least, bound.at(limit));
        }
        return least / (bound.scale / THOUSAND);
    }

    /** The scaled cost that a plan has at least whose busiest server inserts {@code limit}. */
    private long at(long limit) {
        long most = 0;
        long sum = 0;
        for (int server = 0; server < instance.servers; server++) {
            long given = given(server, limit);
            most = Math.max(most, given);
            sum += given;
        }
        return limit * scale + Math.max(most, 2 * sum / instance.servers);
    }

    /** The scaled move cost of what brings {@code server} down to {@code limit}. */
    private long given(int server, long limit) {
        long above = instance.loads[server] - instance.roomAtMost(server, limit);
        if (above <= 0) {
            return 0;
        }
        int place = Arrays.binarySearch(insertSums[server], above);
        if (place >= 0) {
            return moveSums[server][place] * scale;
        }
        int whole = -place - 2;
        int cut = instance.ofServer[server][whole];
        long rest = above - insertSums[server][whole];
        return moveSums[server][whole] * scale
                + WideProduct.divide(instance.move[cut] * scale, rest, instance.insert[cut]);
    }
}
