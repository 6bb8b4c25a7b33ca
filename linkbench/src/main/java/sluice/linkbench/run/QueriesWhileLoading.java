package sluice.linkbench.run;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.stores.BenchStore;
import sluice.linkbench.stores.FileLoad;
import sluice.linkbench.stores.LoadJob;
import sluice.linkbench.stores.SharedGraph;
import sluice.linkbench.stores.StoreFolder;
import sluice.linkbench.workload.Configuration;
import sluice.linkbench.workload.Workload;
import sluice.linkbench.workload.WorkloadReader;
import sluice.live.Live;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.SluiceException;

/**
 * Sends requests to a Sluice store while it loads, as fast as it can, and after: at a rate that
 * does not depend on the answers, from the moment at which every query can be answered until all is
 * built, and for as long again.
 *
 * @param building what was answered from uptime on until all was built
 * @param built what was answered after that
 */
public record QueriesWhileLoading(RequestResult building, RequestResult built) {
    private static final int REQUESTERS = 4;
    private static final long SECOND_NANOS = 1_000_000_000;

    /** The store as a benchmark sees it: loaded by others. */
    private record LiveBenchStore(GraphStore graph) implements BenchStore {
        @Override
        public String name() {
            return "sluice";
        }

        @Override
        public GraphStore connect() {
            return new SharedGraph(graph);
        }

        @Override
        public void close() {}
    }

    /**
     * Loads the graph of {@code settings}, whose requests should be reads, and sends {@code
     * perSecond} requests a second.
     */
    public static QueriesWhileLoading run(
            Configuration settings, double perSecond, BenchClock clock, BooleanSupplier stop)
            throws IOException {
        Workload workload = WorkloadReader.read(settings, Profile.CORRECTED);
        RunPlan plan =
                RunPlan.read(settings, 1)
                        .with(REQUESTERS, false, 0, Long.MAX_VALUE / 2)
                        .withTotalRate(perSecond);
        LoadJob job = LoadedStore.job(settings, workload, 1, stop);
        try (StoreFolder folder = StoreFolder.open("", settings, workload.firstId());
                Live directory = Live.open(folder.path(), folder.options(job).settings())) {
            BenchStore store = new LiveBenchStore(directory.store().graph());
            // What was measured before leaves garbage, which a server would not have.
            System.gc();
            RunningLoad load = RunningLoad.start(job, directory);
            RequestResult building;
            try {
                load.awaitUptime();
                building = RequestPhase.run(store, workload, plan, clock, load::ended, _ -> {});
            } finally {
                load.await();
            }
            RunPlan after =
                    plan.with(REQUESTERS, false, SECOND_NANOS, building.nanos())
                            .withTotalRate(perSecond);
            return new QueriesWhileLoading(
                    building, RequestPhase.run(store, workload, after, clock, stop, _ -> {}));
        }
    }

    /** A load in a thread of its own. */
    private record RunningLoad(CountDownLatch uptime, FutureTask<Void> task) {
        static RunningLoad start(LoadJob job, Live directory) {
            CountDownLatch uptime = new CountDownLatch(1);
            FutureTask<Void> task =
                    new FutureTask<>(
                            () -> {
                                try {
                                    FileLoad.run(job, directory.store(), uptime::countDown);
                                } finally {
                                    uptime.countDown();
                                }
                                return null;
                            });
            Thread.ofPlatform().name("load").start(task);
            return new RunningLoad(uptime, task);
        }

        boolean ended() {
            return task.isDone();
        }

        /** Returns when every query can be answered, or the load has failed. */
        void awaitUptime() {
            try {
                uptime.await();
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        /** Returns when the load has ended; throws what it failed with. */
        void await() throws IOException {
            try {
                task.get();
            } catch (InterruptedException e) {
                throw interrupted(e);
            } catch (ExecutionException e) {
                throw new IOException("the load failed: " + e.getCause(), e.getCause());
            }
        }

        private static SluiceException interrupted(InterruptedException cause) {
            Thread.currentThread().interrupt();
            return new SluiceException(
                    ErrorCode.INTERRUPTED, "stopped while a store loaded", cause);
        }
    }

    /** The latency that 99 of 100 requests stayed below, all operations together. */
    public static OptionalLong p99Nanos(RequestResult result) {
        Histogram all = new Histogram(3);
        result.operations().forEach(of -> all.add(of.response()));
        return all.getTotalCount() == 0
                ? OptionalLong.empty()
                : OptionalLong.of(all.getValueAtPercentile(99));
    }

    /** How many answers were not complete: who had waited for complete ones would have waited. */
    public long partial() {
        return building.operations().stream().mapToLong(of -> of.counts().partial()).sum();
    }
}
