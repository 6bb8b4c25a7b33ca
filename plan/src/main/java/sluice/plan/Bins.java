package sluice.plan;

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
    static Bins below(long limit, long[] loads) {
        int[] servers =
                IntStream.range(0, loads.length)
                        .filter(server -> loads[server] < limit)
                        .boxed()
                        .sorted(
                                Comparator.<Integer>comparingLong(server -> loads[server])
                                        .thenComparing(Comparator.naturalOrder()))
                        .mapToInt(Integer::intValue)
                        .toArray();
        long[] rooms = new long[servers.length];
        for (int index = 0; index < rooms.length; index++) {
            rooms[index] = limit - loads[servers[index]];
        }
        return new Bins(servers, rooms);
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
