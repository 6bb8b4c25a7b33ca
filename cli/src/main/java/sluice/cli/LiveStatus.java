package sluice.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.coordinator.LiveStore;
import sluice.load.LoadProgress;
import sluice.server.ServerStatus;
import sluice.server.StatusReport;
import sluice.server.StatusReport.BucketSpan;
import sluice.server.StatusReport.BucketState;
import sluice.server.StatusReport.Phase;
import sluice.store.Bucket;
import sluice.store.Manifest;

/** What the server tells of a store that is read, written and perhaps loaded in this process. */
final class LiveStatus implements ServerStatus {
    private final LiveStore store;
    private final LoadProgress progress;
    private final LongSupplier nanoClock;

    /** Guarded by this. */
    private long lastNanos;

    /** Guarded by this: rows staged and merged when it was last asked. */
    private long lastRows;

    /** Guarded by this. */
    private double rowsPerSecond;

    LiveStatus(LiveStore store, LoadProgress progress, LongSupplier nanoClock) {
        this.store = store;
        this.progress = progress;
        this.nanoClock = nanoClock;
        this.lastNanos = nanoClock.getAsLong();
    }

    @Override
    public void measured(long p99Nanos, long reads) {
        store.coordinator().measured(p99Nanos, reads);
    }

    @Override
    public StatusReport report() {
        Manifest manifest = store.manifest();
        Counters counters = Counters.of(progress);
        return new StatusReport(
                phase(manifest),
                buckets(manifest),
                rate(counters.rowsRead() + counters.rowsMerged()),
                counters.rowsRead(),
                0,
                hotBytes(),
                counters.rowsRejected(),
                List.of());
    }

    private static Phase phase(@Nullable Manifest manifest) {
        if (manifest == null) {
            return Phase.STAGING;
        }
        return switch (manifest.phase()) {
            case STAGING -> Phase.STAGING;
            case BUILDING, ABSORBING -> Phase.BUILDING;
            case COMPLETE -> Phase.COMPLETE;
        };
    }

    private List<BucketSpan> buckets(@Nullable Manifest manifest) {
        if (manifest == null) {
            return List.of();
        }
        long[] queries = store.demand().queries();
        long most = 1;
        for (long each : queries) {
            most = Math.max(most, each);
        }
        List<BucketSpan> spans = new ArrayList<>();
        for (int i = 0; i < manifest.buckets().size(); i++) {
            long asked = i < queries.length ? queries[i] : 0;
            // Any demand at all is to be seen.
            int demand = (int) ((asked * BucketSpan.DEMAND_MAX + most - 1) / most);
            BucketState state = state(manifest.buckets().get(i).state());
            BucketSpan last = spans.isEmpty() ? null : spans.getLast();
            if (last != null && last.state() == state && last.demand() == demand) {
                spans.set(spans.size() - 1, new BucketSpan(state, last.count() + 1, demand));
            } else {
                spans.add(new BucketSpan(state, 1, demand));
            }
        }
        return spans;
    }

    private static BucketState state(Bucket.State state) {
        return switch (state) {
            case STAGED -> BucketState.STAGED;
            case BUILDING -> BucketState.BUILDING;
            case BUILT -> BucketState.BUILT;
        };
    }

    /** Over the time since a call at least half a second ago. */
    private synchronized double rate(long rows) {
        long now = nanoClock.getAsLong();
        if (now - lastNanos > 500_000_000) {
            rowsPerSecond = (rows - lastRows) * 1e9 / (now - lastNanos);
            lastNanos = now;
            lastRows = rows;
        }
        return rowsPerSecond;
    }

    private long hotBytes() {
        try {
            return store.hotBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
