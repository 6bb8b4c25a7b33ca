package sluice.experiments.debl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import sluice.coordinator.LiveStore;
import sluice.coordinator.LiveStoreOptions;
import sluice.coordinator.decision.DecisionOptions;
import sluice.coordinator.decision.HotListOptions;
import sluice.hot.mysql.MySqlAddress;
import sluice.hot.mysql.MySqlBuildJobs;
import sluice.hot.mysql.MySqlHotStore;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.ingest.Source;
import sluice.ingest.mapping.SourceOptions;
import sluice.load.files.StoredJobs;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadProgress;
import sluice.load.remote.RemoteStore;
import sluice.model.BuildJobs;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.HotIngest;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.store.Manifest;

/**
 * Loads with the coordinator: what is recent into MySQL where the variant has it so, the rest
 * through runs into segments or HBase. The recent files come first over the same network; MySQL
 * takes their rows while the others come.
 */
final class LiveLoading implements Loading {
    /** How long the build of a bucket takes, on average. */
    static final String ONE_BUILD = "one build";

    private static final long LEASE_MILLIS = 10_000;

    private static final Comparator<Link> BY_KEY =
            Comparator.comparingLong(Link::id1)
                    .thenComparingLong(Link::linkType)
                    .thenComparingLong(Link::id2);

    /** Whoever asks in wait mode waits for a build, however many are before it. */
    private static final Patience PATIENT =
            new Patience(Patience.WhenPartial.WAIT, 3_600_000_000_000L);

    private final Site site;
    private final HotStore hot;
    private final @Nullable RemoteStore remote;
    private final LiveStore store;

    private LiveLoading(Site site, HotStore hot, @Nullable RemoteStore remote, LiveStore store) {
        this.site = site;
        this.hot = hot;
        this.remote = remote;
        this.store = store;
    }

    static LiveLoading open(Site site) throws IOException {
        DirectoryStorage storage = DirectoryStorage.create(site.folder().resolve("store"));
        @Nullable HotStore hot = null;
        @Nullable RemoteStore remote = null;
        try {
            hot = hot(site);
            remote = site.variant().needsHBase() ? remote(site, storage) : null;
            boolean searched = site.variant().kind() == Variant.Kind.RUNS;
            LiveStore store =
                    LiveStore.open(
                            storage,
                            hot,
                            new LiveStoreOptions(
                                    site.loadOptions(),
                                    DecisionOptions.DEFAULT,
                                    Optional.ofNullable(remote)
                                            .map(
                                                    built ->
                                                            new LiveStoreOptions.Built(
                                                                    built, searched)),
                                    copied(site.variant()),
                                    OptionalLong.of(site.requests().nextId())),
                            site.clock()::nanoTime);
            return new LiveLoading(site, hot, remote, store);
        } catch (Throwable failure) {
            if (remote != null) {
                remote.close();
            }
            if (hot != null) {
                hot.close();
            }
            throw failure;
        }
    }

    /** Lists that are asked for often are copied to MySQL, where there is one. */
    private static Optional<LiveStoreOptions.Copied> copied(Variant variant) {
        return variant.needsMySql() && variant.needsHBase()
                ? Optional.of(
                        new LiveStoreOptions.Copied(
                                HotListOptions.ofBytes(HotListOptions.USUAL_BYTES),
                                new SecureRandom()::nextLong))
                : Optional.empty();
    }

    private static HotStore hot(Site site) throws IOException {
        return site.variant().needsMySql()
                ? MySqlHotStore.open(mySql(site))
                : RocksHotStore.open(
                        site.folder().resolve("hot"), new HotOptions(64L << 20, Durability.SYNC));
    }

    private static MySqlAddress mySql(Site site) throws IOException {
        return MySqlAddress.parse(
                site.servers().database(site.name())
                        + "?connections="
                        + Math.min(site.options().clients(), 1000));
    }

    private static RemoteStore remote(Site site, DirectoryStorage storage) throws IOException {
        BuildJobs jobs =
                site.variant().needsMySql()
                        ? MySqlBuildJobs.open(mySql(site))
                        : StoredJobs.open(storage);
        try {
            return new RemoteStore(
                    site.servers().coldStore(site.name(), ""),
                    jobs,
                    "bench",
                    LEASE_MILLIS,
                    site.options().buildBatch());
        } catch (Throwable failure) {
            jobs.close();
            throw failure;
        }
    }

    @Override
    public void load(Runnable uptime) throws IOException {
        boolean isBulk = site.variant().kind() == Variant.Kind.BULK;
        List<Path> files = site.files().files();
        @Nullable FutureTask<Void> recent = null;
        AtomicInteger awaited = new AtomicInteger(1);
        Runnable ready =
                () -> {
                    if (awaited.decrementAndGet() == 0) {
                        uptime.run();
                    }
                };
        if (site.variant().needsMySql()) {
            awaited.set(2);
            files = site.files().historical();
            List<Link> links = readRecent();
            recent = new FutureTask<>(() -> ingest(links, ready), null);
            Thread.ofPlatform().name("recent").daemon().start(recent);
        }
        loadFiles(files, isBulk ? () -> {} : ready);
        if (isBulk) {
            ready.run();
        }
        if (recent != null) {
            await(recent);
        }
    }

    private List<Link> readRecent() throws IOException {
        List<Link> links = new ArrayList<>();
        SlowSource source = site.source();
        for (Path file : site.files().recent()) {
            try (InputStream input = source.open(file)) {
                new LinkLines(input).readAll(links::add);
            }
        }
        site.phases().ended("recent copy", 0);
        return links;
    }

    private void ingest(List<Link> links, Runnable ready) {
        double begun = site.phases().now();
        links.sort(BY_KEY);
        try (HotIngest ingest = hot.ingest()) {
            for (Link link : links) {
                ingest.add(link);
            }
            ingest.commit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        site.phases().ended("mysql load", begun);
        ready.run();
    }

    private void loadFiles(List<Path> files, Runnable staged) throws IOException {
        SourceOptions usual = SourceOptions.standard();
        SourceOptions slow =
                new SourceOptions(
                        site.options().sourceBytesPerSecond(),
                        usual.nanoClock(),
                        usual.standardInput());
        double begun = site.phases().now();
        double[] stagedAt = new double[1];
        store.load(
                Source.open(files.stream().map(Path::toString).toList(), null, slow),
                site.loadOptions(),
                new LoadProgress(),
                new LoadEvents() {
                    @Override
                    public void uptime() {
                        stagedAt[0] = site.phases().ended("copy and stage", begun);
                        staged.run();
                    }

                    @Override
                    public boolean stopRequested() {
                        return site.stop().getAsBoolean();
                    }
                });
        double built = site.phases().ended("build", stagedAt[0]);
        Manifest manifest = store.manifest();
        if (remote != null && manifest != null) {
            int buckets = manifest.buckets().size();
            double each = Math.min(site.options().buildBatch(), buckets) / (double) buckets;
            site.phases().note(ONE_BUILD, (built - stagedAt[0]) * each);
        }
    }

    private static void await(FutureTask<Void> task) throws IOException {
        try {
            task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(ErrorCode.INTERRUPTED, "stopped while MySQL loaded", e);
        } catch (ExecutionException e) {
            throw new IOException("MySQL did not take the recent links", e.getCause());
        }
    }

    /** What is loaded whole is asked without the coordinator: HBase alone answers. */
    @Override
    public GraphStore connect() {
        boolean isBulk = site.variant().kind() == Variant.Kind.BULK;
        return ReadOnlyGraph.sharing(
                isBulk && remote != null ? remote.reader() : store.graph().with(PATIENT));
    }

    @Override
    public void close() throws IOException {
        try {
            store.close();
        } finally {
            try {
                if (remote != null) {
                    remote.close();
                }
            } finally {
                hot.close();
            }
        }
    }
}
