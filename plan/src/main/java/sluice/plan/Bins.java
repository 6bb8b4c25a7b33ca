package sluice.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The servers that insert less than a limit: the one with most room first, then by number.
 *
 * @param servers their numbers
 * @param rooms what each may take before it is at the limit
 */
record Bins(int[] servers, long[] rooms) {
    /** The bins for {@code limit} where servers insert {@code loads}. */
    static Bins below(Instance instance, long limit, long[] loads) {
        long[] left = new long[loads.length];
        Arrays.setAll(left, server -> instance.room(server, limit) - loads[server]);
        int[] servers =
                IntStream.range(0, loads.length)
                        .filter(server -> left[server] > 0)
                        .boxed()
                        .sorted(
                                Comparator.<Integer>comparingLong(server -> -left[server])
                                        .thenComparing(Comparator.naturalOrder()))
                        .mapToInt(Integer::intValue)
                        .toArray();
        return new Bins(
                servers, Arrays.stream(servers).mapToLong(server -> left[server]).toArray());
    }

    int count() {
        return servers.length;
    }

    /** The room of all. */
    long room() {
        long sum = 0;
        for (long room : rooms) {
            sum += room;
        }
        return sum;
    }
}
