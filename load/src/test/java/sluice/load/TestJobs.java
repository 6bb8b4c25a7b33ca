package sluice.load;

import java.io.IOException;
import sluice.ingest.Source;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.MemoryPlan;
import sluice.storage.Storage;

/** Jobs with pools that a test chooses, so that little input overflows them. */
final class TestJobs {
    private TestJobs() {}

    static Job of(Storage storage, LoadOptions options, MemoryPlan memory, LoadEvents events) {
        return Job.of(storage, options, new LoadProgress(), events, new Demand()).with(memory);
    }

    /** Loads with all file work in the calling thread, so that a test sees one order of it. */
    static LoadResult runInCaller(
            Storage storage,
            Source source,
            LoadOptions options,
            MemoryPlan memory,
            LoadEvents events)
            throws IOException {
        return Load.run(of(storage, options.withThreads(1), memory, events).inCaller(), source);
    }
}
