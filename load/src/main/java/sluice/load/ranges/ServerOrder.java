package sluice.load.ranges;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import sluice.load.job.BuildOrder;
import sluice.plan.RangeKey;
import sluice.plan.run.TableRange;
import sluice.segment.Borders;
import sluice.store.Bucket;

/**
 * Keeps all servers at work: of the buckets that no query waits for, the next one is of the server
 * that the fewest builders write to, among those of the one that has most rows left. Called by one
 * builder at a time.
 */
final class ServerOrder implements BuildOrder {
    private final List<TableRange> ranges;
    private final Map<String, Integer> numbers = new HashMap<>();
    private int[] serverOf = {};
    private long[] rowsOf = {};

    /** For a table with these ranges, which are in the order of keys. */
    ServerOrder(List<TableRange> ranges) {
        this.ranges = ranges;
    }

    @Override
    public void begin(Borders borders, Bucket.State[] states, long[] rows) {
        rowsOf = rows.clone();
        serverOf = new int[rows.length];
        int range = 0;
        for (int bucket = 0; bucket < rows.length; bucket++) {
            RangeKey key = RangeKey.of(borders.id1(bucket));
            while (range + 1 < ranges.size() && ranges.get(range + 1).first().compareTo(key) <= 0) {
                range++;
            }
            String server = ranges.isEmpty() ? "" : ranges.get(range).server();
            int next = numbers.size();
            serverOf[bucket] = numbers.computeIfAbsent(server, _ -> next);
        }
    }

    @Override
    public OptionalInt next(int builder, Bucket.State[] states, long[] demand) {
        if (Arrays.stream(demand).anyMatch(queries -> queries > 0)) {
            OptionalInt wanted = DEMAND_FIRST.next(builder, states, demand);
            if (wanted.isPresent() && demand[wanted.getAsInt()] > 0) {
                return wanted;
            }
        }
        long[] left = new long[numbers.size()];
        int[] builders = new int[numbers.size()];
        for (int bucket = 0; bucket < states.length; bucket++) {
            if (states[bucket] == Bucket.State.STAGED) {
                left[serverOf[bucket]] += rowsOf[bucket];
            } else if (states[bucket] == Bucket.State.BUILDING) {
                builders[serverOf[bucket]]++;
            }
        }
        int best = -1;
        for (int bucket = 0; bucket < states.length; bucket++) {
            if (states[bucket] == Bucket.State.STAGED
                    && (best < 0 || isBefore(serverOf[bucket], serverOf[best], left, builders))) {
                best = bucket;
            }
        }
        return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
    }

    private static boolean isBefore(int one, int other, long[] left, int[] builders) {
        return builders[one] != builders[other]
                ? builders[one] < builders[other]
                : left[one] > left[other];
    }
}
