package sluice.load.job;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;
import sluice.segment.Borders;

/**
 * How many queries asked for each bucket since the load began: what a reader in the same process
 * reports, and what decides the order of building. Safe for any number of threads.
 */
public final class Demand implements LongConsumer {
    private record Counts(Borders borders, AtomicLongArray queries) {}

    private volatile Counts counts = new Counts(Borders.whole(), new AtomicLongArray(1));

    /** Counts from now on by these buckets. */
    public void begin(Borders borders) {
        counts = new Counts(borders, new AtomicLongArray(borders.count()));
    }

    /** Notes a query for {@code id1}. */
    @Override
    public void accept(long id1) {
        Counts now = counts;
        int last = now.borders.lastOf(id1);
        for (int bucket = now.borders.firstOf(id1); bucket <= last; bucket++) {
            now.queries.incrementAndGet(bucket);
        }
    }

    /** The queries for each bucket so far; one bucket before the load has planned them. */
    public long[] queries() {
        Counts now = counts;
        long[] queries = new long[now.queries.length()];
        for (int bucket = 0; bucket < queries.length; bucket++) {
            queries[bucket] = now.queries.get(bucket);
        }
        return queries;
    }
}
