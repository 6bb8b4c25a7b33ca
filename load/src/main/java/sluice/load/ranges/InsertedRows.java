package sluice.load.ranges;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import sluice.plan.run.TableRange;

/**
 * How many rows went into each range, by what was committed. Safe for any number of threads; a
 * {@link Meter} belongs to one.
 */
public final class InsertedRows {
    private final long[] firstIds;
    private final List<String> servers;
    private final AtomicLongArray counts;

    /** Counts for {@code ranges}, which are in the order of keys. */
    public InsertedRows(List<TableRange> ranges) {
        firstIds = ranges.stream().mapToLong(range -> BatchRows.firstId(range.first())).toArray();
        servers = ranges.stream().map(TableRange::server).toList();
        counts = new AtomicLongArray(Math.max(1, ranges.size()));
    }

    /** Counts the rows of one bucket, whose ids come in their order. */
    public final class Meter {
        private final long[] own = new long[counts.length()];
        private int range;

        /** Counts a row of {@code id}. */
        public void count(long id) {
            while (range + 1 < firstIds.length
                    && Long.compareUnsigned(firstIds[range + 1], id) <= 0) {
                range++;
            }
            own[range]++;
        }

        /** The rows are in the table. */
        public void commit() {
            for (int index = 0; index < own.length; index++) {
                if (own[index] > 0) {
                    counts.addAndGet(index, own[index]);
                }
            }
        }
    }

    /** A meter for one bucket. */
    public Meter meter() {
        return new Meter();
    }

    /** Rows by the server that had their range when the insertion began. */
    public Map<String, Long> byServer() {
        Map<String, Long> rows = new TreeMap<>();
        for (int index = 0; index < servers.size(); index++) {
            rows.merge(servers.get(index), counts.get(index), Long::sum);
        }
        return rows;
    }
}
