package sluice.experiments.debl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sluice.coordinator.LiveStore;
import sluice.coordinator.LiveStoreOptions;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.ingest.Source;
import sluice.linkbench.run.BenchClock;
import sluice.linkbench.run.ListRequests;
import sluice.linkbench.run.RequestResult;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;
import sluice.report.Machine;
import sluice.storage.DirectoryStorage;

/**
 * Runs the experiments: one variant after the other, each into a store of its own. Before them the
 * same links are loaded into an embedded store, which says what right answers are, and into HBase;
 * that warms this process and its servers up, so that no variant does.
 */
public final class Debl {
    private static final long STOP_LOOK_MILLIS = 100;
    private static final long ABANDON_MILLIS_MAX = 3000;

    private final DeblOptions options;
    private final BenchClock clock;
    private final BooleanSupplier stop;
    private final Consumer<String> log;

    /** Whoever waits for a bucket that is never built does not learn of it; null until then. */
    private volatile @Nullable IOException loadFailure;

    /** Of the variants that were measured; null before the first was. */
    private volatile @Nullable DeblReport soFar;

    /** What is loaded now; null before the first. */
    private volatile @Nullable Loading running;

    private Debl(
            DeblOptions options, BenchClock clock, BooleanSupplier stop, Consumer<String> log) {
        this.options = options;
        this.clock = clock;
        this.stop = stop;
        this.log = log;
    }

    /**
     * Measures, which takes minutes; {@code log} hears of each result as it comes. Where a variant
     * fails, the report is of those before it and says so.
     */
    public static DeblReport run(
            DeblOptions options,
            ColdStoreOpener coldStores,
            BenchClock clock,
            BooleanSupplier stop,
            Consumer<String> log)
            throws IOException {
        Debl debl = new Debl(options, clock, stop, log);
        try (TemporaryFolder folder = TemporaryFolder.create(options.folder());
                DeblServers servers = debl.start(folder.path(), coldStores)) {
            FutureTask<DeblReport> run = new FutureTask<>(() -> debl.run(folder.path(), servers));
            Thread.ofPlatform().name("debl").daemon().start(run);
            try {
                return debl.await(run);
            } catch (IOException failure) {
                DeblReport measured = debl.soFar;
                if (measured == null) {
                    throw failure;
                }
                return measured.endedBy(failure);
            } finally {
                if (!run.isDone()) {
                    debl.abandon();
                }
            }
        }
    }

    private DeblServers start(Path folder, ColdStoreOpener coldStores) throws IOException {
        try {
            return DeblServers.start(options, folder, coldStores);
        } catch (IOException | RuntimeException e) {
            pause(e);
            throw e;
        }
    }

    /** Does not wait for a variant that shall stop: its servers end with this. */
    private DeblReport await(FutureTask<DeblReport> run) throws IOException {
        while (true) {
            try {
                return run.get(STOP_LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                throwIfStopped(e);
                IOException failure = loadFailure;
                if (failure != null) {
                    pause(failure);
                    throw failure;
                }
            } catch (ExecutionException e) {
                pause(e);
                switch (e.getCause()) {
                    case IOException failure -> throw failure;
                    case RuntimeException failure -> throw failure;
                    case Error failure -> throw failure;
                    case null, default -> throw new IllegalStateException(e);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw stopped(e);
            }
        }
    }

    /** Ctrl-C reaches the servers too: what then fails is told as what it is. */
    private void pause(Exception failure) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2 * STOP_LOOK_MILLIS));
        throwIfStopped(failure);
    }

    private void throwIfStopped(Exception cause) {
        if (stop.getAsBoolean()) {
            throw stopped(cause);
        }
    }

    private static SluiceException stopped(Exception cause) {
        return new SluiceException(
                ErrorCode.INTERRUPTED, "stopped while the experiments ran", cause);
    }

    /** Has what is loaded now leave its servers, as far as it does so soon. */
    private void abandon() {
        Loading abandoned = running;
        if (abandoned == null) {
            return;
        }
        Thread closing =
                Thread.ofPlatform()
                        .name("abandon")
                        .daemon()
                        .start(
                                () -> {
                                    try {
                                        abandoned.close();
                                    } catch (IOException | RuntimeException e) {
                                        log.accept("left open: " + e.getMessage());
                                    }
                                });
        try {
            closing.join(Duration.ofMillis(ABANDON_MILLIS_MAX));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private DeblReport run(Path folder, DeblServers servers) throws IOException {
        Instant started = Instant.ofEpochMilli(clock.millis());
        ListRequests requests = ListRequests.of(options.links(), clock);
        LinkFiles files = LinkFiles.write(requests.graph(), folder.resolve("links"));
        say(
                "%,d links in %d files, %.1f MB; %.1f MB/s carry them in %.1f s",
                files.links(),
                files.files().size(),
                files.bytes() / 1e6,
                options.sourceBytesPerSecond() / 1e6,
                (double) files.bytes() / options.sourceBytesPerSecond());
        List<LinkQuery> queries = requests.sample(Math.toIntExact(options.compared()));
        Machine machine = Machine.of(folder);
        List<VariantResult> results = new ArrayList<>();
        try (RocksHotStore hot =
                        RocksHotStore.open(
                                folder.resolve("reference-hot"),
                                new HotOptions(32L << 20, Durability.SYNC));
                LiveStore reference =
                        LiveStore.open(
                                DirectoryStorage.create(folder.resolve("reference")),
                                hot,
                                LiveStoreOptions.of(LoadOptions.defaults(), DecisionOptions.DEFAULT)
                                        .numberingNodesFrom(requests.nextId()),
                                clock::nanoTime)) {
            var unused =
                    reference.load(
                            Source.open(files.files().stream().map(Path::toString).toList(), null),
                            LoadOptions.defaults(),
                            new LoadProgress(),
                            LoadEvents.NONE);
            if (options.needsHBase()) {
                warmUp(files, requests, folder, servers, reference.graph());
            }
            for (Variant variant : options.variants()) {
                Path own = Files.createDirectory(folder.resolve(variant.key()));
                VariantResult result =
                        new Measured(variant, files, requests, own, servers)
                                .measure(queries, reference.graph());
                results.add(result);
                soFar = new DeblReport(options, files, machine, started, results);
                say(
                        "%-24s uptime %8.2f s, loaded %8.2f s, %,9.0f requests/s, longest %,9.1f"
                                + " ms%s",
                        variant.title(),
                        result.uptimeSeconds(),
                        result.endSeconds(),
                        variant.isAsked() ? result.rate() : 0,
                        result.maxNanos() / 1e6,
                        result.isSound() ? "" : ", NOT SOUND");
            }
        }
        return new DeblReport(options, files, machine, started, results);
    }

    /** Region servers that have just been started take far longer for a question than later. */
    private void warmUp(
            LinkFiles files,
            ListRequests requests,
            Path folder,
            DeblServers servers,
            GraphReader right)
            throws IOException {
        Path own = Files.createDirectory(folder.resolve("warm-up"));
        var unused =
                new Measured(Variant.BULK_HBASE, files, requests, own, servers)
                        .measure(List.of(), right);
        say("HBase is warm");
    }

    private void say(String message, Object... values) {
        log.accept(String.format(Locale.ROOT, message, values));
    }

    /** One variant while it is measured. */
    private final class Measured {
        private final Variant variant;
        private final ListRequests requests;
        private final Phases phases = new Phases(clock::nanoTime);
        private final Loading loading;
        private final CountDownLatch uptime = new CountDownLatch(1);
        private volatile double uptimeSeconds;

        /**
         * Opens what is loaded into: tables that are made and connections are no part of a load.
         */
        Measured(
                Variant variant,
                LinkFiles files,
                ListRequests requests,
                Path folder,
                DeblServers servers)
                throws IOException {
            this.variant = variant;
            this.requests = requests;
            this.loading =
                    open(
                            new Site(
                                    variant, options, files, requests, folder, servers, phases,
                                    clock, stop));
            running = loading;
        }

        /** Opens what loads the links as the variant says; copying is no loading. */
        private static Loading open(Site site) throws IOException {
            return switch (site.variant().kind()) {
                case COPY -> new CopyLoading(site);
                case TABLE -> TableLoading.open(site);
                case PUT -> PutLoading.open(site);
                case SEGMENTS, WAIT, RUNS, BULK -> LiveLoading.open(site);
            };
        }

        VariantResult measure(List<LinkQuery> queries, GraphReader right) throws IOException {
            try (loading) {
                FutureTask<Double> load = new FutureTask<>(this::load);
                Thread.ofPlatform().name("load").daemon().start(load);
                uptime.await();
                if (!variant.isAsked()) {
                    return VariantResult.of(variant, phases, get(load));
                }
                RequestResult asked = ask(load);
                double end = get(load);
                AnswerComparison comparison = AnswerComparison.of(queries, right, loading::connect);
                return VariantResult.of(variant, phases, uptimeSeconds, end, asked, comparison);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SluiceException(
                        ErrorCode.INTERRUPTED, "stopped while a variant was loaded", e);
            }
        }

        /** Returns when it ended; lets nobody wait for an uptime that does not come. */
        private double load() throws IOException {
            phases.begin();
            try {
                loading.load(
                        () -> {
                            uptimeSeconds = phases.now();
                            uptime.countDown();
                        });
                return phases.now();
            } catch (IOException | RuntimeException e) {
                IOException failure =
                        new IOException("%s: the load failed: %s".formatted(variant.title(), e), e);
                loadFailure = failure;
                throw failure;
            } finally {
                uptime.countDown();
            }
        }

        private RequestResult ask(FutureTask<Double> load) throws IOException {
            if (uptimeSeconds == 0) {
                // The load has failed; this throws what it failed with.
                var unused = get(load);
            }
            return requests.run(
                    variant.key(),
                    loading::connect,
                    options.clients(),
                    options.requests(),
                    () -> stop.getAsBoolean() || hasFailed(load),
                    _ -> {});
        }

        private static boolean hasFailed(FutureTask<Double> load) {
            return load.state() == Future.State.FAILED;
        }

        private double get(FutureTask<Double> load) throws IOException {
            try {
                return load.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SluiceException(
                        ErrorCode.INTERRUPTED, "stopped while a variant was loaded", e);
            } catch (ExecutionException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                throw new IOException(String.valueOf(cause.getMessage()), cause);
            }
        }
    }
}
