package sluice.cluster.load.task;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.PlanFile;
import sluice.cluster.load.plan.TaskPlan;
import sluice.dictionary.Dictionary;
import sluice.ingest.ChunkRange;
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
    private @Nullable Dictionary dictionary;

    private TaskContext(StorePlace place, TaskPlan plan, String process, Source source) {
        this.place = place;
        this.plan = plan;
        this.process = process;
        this.source = source;
    }

    static TaskContext open(StorePlace place, String planName, int planChecksum, String process)
            throws IOException {
        TaskPlan plan = PlanFile.read(place.storage(), planName, planChecksum);
        Source source = plan.recipe().open(place.settings());
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

    /** The chunks of stage task {@code index}, with the first rows that a scan has found. */
    List<ChunkRange> ranges(int index) throws IOException {
        List<ChunkRange> known = new ArrayList<>();
        for (ChunkRange range : plan.cuts().stages().get(index)) {
            int file = range.fileIndex();
            if (!plan.cuts().scans().contains(file) || range.firstChunk() == 0) {
                known.add(range);
                continue;
            }
            long[] starts =
                    PlanFile.starts(place.storage(), plan, file)
                            .orElseThrow(
                                    () ->
                                            new IllegalStateException(
                                                    "file %d was not scanned".formatted(file)));
            int first = range.firstChunk();
            known.add(new ChunkRange(file, first, range.endChunk(), starts[first]));
        }
        return known;
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

    /** The names of the store, open until this is closed: a copy of them for all tasks. */
    synchronized Dictionary dictionary() throws IOException {
        Dictionary known = dictionary;
        if (known == null) {
            known = Dictionary.open(place.storage(), plan.begun().nameFiles());
            dictionary = known;
        }
        return known;
    }

    @Override
    public synchronized void close() throws IOException {
        syncThreads.shutdown();
        try (Dictionary _ = dictionary) {
            if (runs != null) {
                runs.close();
            }
        }
    }
}
