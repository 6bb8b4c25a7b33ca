package sluice.load;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.load.build.Builder;
import sluice.load.files.Manifests;
import sluice.load.job.LoadState;
import sluice.load.job.MemoryPlan;
import sluice.load.job.Publisher;
import sluice.segment.IndexKeys;
import sluice.store.Manifest;
import sluice.store.StoreSchema;

/** Builds the buckets of a store into segments, with the means of a job, and publishes them. */
final class AbsorbedBuild {
    private AbsorbedBuild() {}

    static Publisher publisher(Job job, Manifest manifest) {
        return new Publisher(
                job.storage(),
                manifest,
                job.events(),
                job.syncWorkers(),
                job.progress().nanoClock());
    }

    /** Builds segments of all that is not built, and drops the runs. */
    static void run(Publisher publisher, Job job) throws IOException {
        Manifest begun = publisher.manifest();
        job.demand().begin(begun.borders());
        MemoryPlan memory = memory(job, StoreSchema.keys(job.storage(), begun));
        LoadState state =
                new LoadState(
                        begun.loadNumber(), 0, job.options(), memory, job.progress(), job.events());
        new Builder(state, job.pools(), job.storage(), publisher, job.demand(), job.order()).run();
        publisher.commit(Manifests::complete);
    }

    static MemoryPlan memory(Job job, IndexKeys.@Nullable Maker keys) {
        return keys == null ? job.memory() : job.memory().withIndexes();
    }
}
