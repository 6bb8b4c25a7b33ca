package sluice.cluster.load.task;

import java.io.Closeable;
import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.PlanFile;
import sluice.cluster.load.plan.TaskPlan;
import sluice.ingest.Source;
import sluice.load.files.RunFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadProgress;
import sluice.load.job.LoadState;
import sluice.load.job.Pools;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.store.Manifest;
import sluice.store.StoreSchema;

/**
 * Things that the tasks of one plan share in a process: plan, source, open runs, the memory of
 * pools. Safe for any number of threads; {@code this} guards what is opened at first use.
 */
final class TaskContext implements Closeable {
    private static final int SYNC_THREADS = 2;

    private final StorePlace place;
    private final TaskPlan plan;
    private final String process;
    private final Source source;
    private final Pools pools = new Pools();
    private final ExecutorService syncThreads =
            Executors.newFixedThreadPool(SYNC_THREADS, TaskContext::thread);
    private volatile boolean isStopped;
    private @Nullable Manifest uptime;
    private @Nullable RunFiles runs;

    private TaskContext(StorePlace place, TaskPlan plan, String process, Source source) {
        this.place = place;
        this.plan = plan;
        this.process = process;
        this.source = source;
    }

    static TaskContext open(StorePlace place, String planName, int planChecksum, String process)
            throws IOException {
        TaskPlan plan = PlanFile.read(place.storage(), planName, planChecksum);
        Source source = plan.recipe().open();
        String found = HexFormat.of().formatHex(source.fingerprint());
        if (!found.equals(plan.identity().values().get("source"))) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "the source is not the one that the load began with (name, size, time or content of a file); give this load up with sluice abandon, and load again");
        }
        return new TaskContext(
                place,
                plan,
                process,
                source.bound(
                        StoreSchema.read(place.storage(), plan.begun()).schema(),
                        plan.loadNumber()));
    }

    TaskPlan plan() {
        return plan;
    }

    String process() {
        return process;
    }

    Source source() {
        return source;
    }

    Pools pools() {
        return pools;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "task-sync");
        thread.setDaemon(true);
        return thread;
    }

    /** The threads that wait for the disk. */
    Executor syncThreads() {
        return syncThreads;
    }

    /**
     * The state that one attempt works with; its counters are its own.
     *
     * @param isUnwanted whether the end of the attempt is of no use any more
     */
    LoadState state(BooleanSupplier isUnwanted) {
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        return isStopped || isUnwanted.getAsBoolean();
                    }
                };
        return new LoadState(
                plan.loadNumber(),
                plan.identity().key(),
                plan.options(),
                plan.memory(),
                new LoadProgress(),
                events);
    }

    /** Makes attempts end soon, and fail. */
    void stop() {
        isStopped = true;
    }

    /** The store at uptime, which build tasks work from. */
    synchronized Manifest uptime() throws IOException {
        Manifest known = uptime;
        if (known == null) {
            known =
                    PlanFile.uptime(place.storage(), plan.loadNumber())
                            .orElseThrow(
                                    () -> new IllegalStateException("not all rows are in runs"));
            uptime = known;
        }
        return known;
    }

    /** The runs of that store, open until this is closed. */
    synchronized RunFiles runs() throws IOException {
        RunFiles known = runs;
        if (known == null) {
            known = RunFiles.open(place.storage(), uptime().runs());
            runs = known;
        }
        return known;
    }

    @Override
    public synchronized void close() throws IOException {
        syncThreads.shutdown();
        if (runs != null) {
            runs.close();
        }
    }
}
