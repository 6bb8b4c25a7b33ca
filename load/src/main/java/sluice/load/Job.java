package sluice.load;

import java.util.Optional;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.MemoryPlan;
import sluice.load.job.Pools;
import sluice.load.job.Workers;
import sluice.load.remote.RemoteStore;
import sluice.storage.Storage;

/**
 * A load's or an absorption's surroundings: the store that it writes, its limits, and its
 * observers. Immutable; the things that it names are not.
 *
 * @param storage where the store is
 * @param options of the load
 * @param memory how the memory of the options is shared out
 * @param progress counts what was done
 * @param events receives what happens, and may ask the job to stop
 * @param demand which buckets queries wait for
 * @param order decides which bucket is built next
 * @param remote where buckets are built; segments of the store where it is empty
 * @param pools the memory that is used for rows
 * @param syncThreads how many threads make files durable; with 0 the calling one does
 */
public record Job(
        Storage storage,
        LoadOptions options,
        MemoryPlan memory,
        LoadProgress progress,
        LoadEvents events,
        Demand demand,
        BuildOrder order,
        Optional<RemoteStore> remote,
        Pools pools,
        int syncThreads) {
    private static final int SYNC_THREADS = 2;

    /** A job that builds segments of its own, what is demanded first, in memory of its own. */
    public static Job of(
            Storage storage,
            LoadOptions options,
            LoadProgress progress,
            LoadEvents events,
            Demand demand) {
        return new Job(
                storage,
                options,
                MemoryPlan.of(options),
                progress,
                events,
                demand,
                BuildOrder.DEMAND_FIRST,
                Optional.empty(),
                new Pools(),
                SYNC_THREADS);
    }

    /** The same job, whose buckets are built in {@code remote}, in this order, with these pools. */
    public Job with(BuildOrder order, Optional<RemoteStore> remote, Pools pools) {
        return new Job(
                storage,
                options,
                memory,
                progress,
                events,
                demand,
                order,
                remote,
                pools,
                syncThreads);
    }

    /**
     * The same job with all file work in the calling thread, so that a test sees one order of it.
     */
    Job inCaller() {
        return new Job(storage, options, memory, progress, events, demand, order, remote, pools, 0);
    }

    /** The same job whose memory is shared out as {@code memory} says. */
    public Job with(MemoryPlan memory) {
        return new Job(
                storage,
                options,
                memory,
                progress,
                events,
                demand,
                order,
                remote,
                pools,
                syncThreads);
    }

    /** The same store and limits for work that comes before the job and that nobody watches. */
    Job before() {
        return of(storage, options, new LoadProgress(), events, new Demand())
                .withSyncThreads(syncThreads);
    }

    private Job withSyncThreads(int count) {
        return new Job(
                storage, options, memory, progress, events, demand, order, remote, pools, count);
    }

    /** The threads that make files durable. */
    Workers syncWorkers() {
        return syncThreads == 0 ? Workers.inCaller() : Workers.of("sync", syncThreads);
    }
}
