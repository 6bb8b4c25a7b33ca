package sluice.live;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sluice.coordinator.HotListCounts;
import sluice.coordinator.LiveStore;
import sluice.load.job.Counters;
import sluice.load.job.Forecast;
import sluice.load.job.LoadProgress;
import sluice.model.SluiceException;
import sluice.protocol.IdRange;
import sluice.protocol.Outlook;
import sluice.server.ServerStatus;
import sluice.server.StatusReport;
import sluice.server.StatusReport.BucketSpan;
import sluice.server.StatusReport.BucketState;
import sluice.server.StatusReport.Phase;
import sluice.store.Bucket;
import sluice.store.Manifest;

/** What the server tells of a store that is read, written and perhaps loaded in this process. */
public final class LiveStatus implements ServerStatus {
    private static final long RATE_NANOS = 5_000_000_000L;
    private static final long LOOK_NANOS = 500_000_000L;

    private static final Logger LOG = System.getLogger(LiveStatus.class.getName());

    private final LiveStore store;
    private final Supplier<Optional<String>> hotRefusal;
    private final LoadProgress progress;
    private final LongSupplier nanoClock;

    /** Guarded by this: when it was asked of late, and the rows staged and merged then. */
    private final ArrayDeque<long[]> looks = new ArrayDeque<>();

    private volatile long hotBytesSeen;

    /** Of {@code store}, whose hot store's writes {@code hotRefusal} tells of. */
    public LiveStatus(
            LiveStore store,
            Supplier<Optional<String>> hotRefusal,
            LoadProgress progress,
            LongSupplier nanoClock) {
        this.store = store;
        this.hotRefusal = hotRefusal;
        this.progress = progress;
        this.nanoClock = nanoClock;
    }

    @Override
    public void measured(long p99Nanos, long reads) {
        store.coordinator().measured(p99Nanos, reads);
    }

    @Override
    public Outlook outlook(long id) {
        return store.coordinator()
                .outlook(id)
                .map(
                        outlook ->
                                new Outlook(
                                        true,
                                        outlook.builtAlready(),
                                        outlook.bucketsAhead(),
                                        outlook.rowsAhead(),
                                        outlook.nanos()
                                                .map(TimeUnit.NANOSECONDS::toMicros)
                                                .orElse(Outlook.UNKNOWN)))
                .orElse(Outlook.NOT_PLANNED);
    }

    @Override
    public List<IdRange> pin(IdRange range, boolean pinned) {
        return store.coordinator().pin(range.first(), range.last(), pinned).stream()
                .map(each -> new IdRange(each.first(), each.last()))
                .toList();
    }

    @Override
    public Optional<String> writesRefused() {
        return store.writesRefused().or(hotRefusal);
    }

    @Override
    public int storeVersion() {
        Manifest manifest = store.manifest();
        return manifest == null ? 0 : manifest.versionNumber();
    }

    @Override
    public StatusReport report() {
        Manifest manifest = store.manifest();
        List<Bucket> buckets = store.buckets();
        Counters counters = Counters.of(progress);
        Forecast forecast = progress.forecast();
        HotListCounts lists = store.hotLists();
        return new StatusReport(
                phase(manifest, buckets),
                spans(buckets),
                rate(counters.rowsRead() + counters.rowsMerged()),
                counters.rowsRead(),
                forecast == null ? 0 : forecast.rows(),
                hotBytes(),
                store.hotCacheBytes(),
                new StatusReport.HotLists(lists.lists(), lists.bytes(), lists.answers()),
                counters.rowsRejected(),
                forecast == null ? List.of() : forecasts(forecast, counters));
    }

    private List<StatusReport.Forecast> forecasts(Forecast forecast, Counters counters) {
        double stage = progress.secondsToUptime();
        double build = progress.seconds(LoadProgress.Phase.BUILD);
        return List.of(
                new StatusReport.Forecast("rows", "rows", forecast.rows(), counters.rowsRead()),
                new StatusReport.Forecast("time to uptime", "s", forecast.stageSeconds(), stage),
                new StatusReport.Forecast(
                        "time from uptime to all built", "s", forecast.buildSeconds(), build),
                new StatusReport.Forecast(
                        "runs", "bytes", forecast.runBytes(), counters.runBytes()),
                new StatusReport.Forecast(
                        "segments", "bytes", forecast.segmentBytes(), counters.segmentBytes()));
    }

    private static Phase phase(@Nullable Manifest manifest, List<Bucket> buckets) {
        if (manifest == null) {
            return Phase.STAGING;
        }
        if (buckets.stream().allMatch(bucket -> bucket.state() == Bucket.State.BUILT)) {
            // Of a store whose buckets are built elsewhere the manifest does not say it.
            return manifest.complete() ? Phase.COMPLETE : Phase.STAGING;
        }
        return switch (manifest.phase()) {
            case STAGING -> Phase.STAGING;
            case BUILDING, ABSORBING -> Phase.BUILDING;
            case COMPLETE -> Phase.COMPLETE;
        };
    }

    private List<BucketSpan> spans(List<Bucket> buckets) {
        long[] queries = store.demand().queries();
        long most = 1;
        for (long each : queries) {
            most = Math.max(most, each);
        }
        List<BucketSpan> spans = new ArrayList<>();
        for (int i = 0; i < buckets.size(); i++) {
            long asked = i < queries.length ? queries[i] : 0;
            // Any demand at all is to be seen.
            int demand = (int) ((asked * BucketSpan.DEMAND_MAX + most - 1) / most);
            BucketState state = state(buckets.get(i).state());
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

    /** Over the last few seconds: rows are counted a chunk or a bucket at a time. */
    private synchronized double rate(long rows) {
        long now = nanoClock.getAsLong();
        if (looks.isEmpty() || now - looks.getLast()[0] >= LOOK_NANOS) {
            looks.addLast(new long[] {now, rows});
        }
        while (looks.size() > 1 && now - looks.getFirst()[0] > RATE_NANOS) {
            looks.removeFirst();
        }
        long[] first = looks.getFirst();
        return now == first[0] ? 0 : (rows - first[1]) * 1e9 / (now - first[0]);
    }

    /** As it was of late where the hot store, which may be another system, cannot be asked. */
    private long hotBytes() {
        try {
            hotBytesSeen = store.hotBytes();
        } catch (IOException | SluiceException e) {
            LOG.log(Level.DEBUG, "the hot store's size is unknown", e);
        }
        return hotBytesSeen;
    }
}
