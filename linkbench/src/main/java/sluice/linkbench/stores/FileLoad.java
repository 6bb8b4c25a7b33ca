package sluice.linkbench.stores;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sluice.coordinator.LiveStore;
import sluice.generate.GraphFileLayout;
import sluice.generate.GraphFiles;
import sluice.generate.RowFormat;
import sluice.ingest.Source;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;

/**
 * Loads LinkBench's graph into a Sluice store as users load theirs: from files, which are written
 * to a temporary directory first. Both is in the time that the load takes.
 */
public final class FileLoad {
    /** Quotes what needs it: settings can make data of any bytes. */
    private static final GraphFileLayout LAYOUT = GraphFileLayout.of(RowFormat.CSV);

    private FileLoad() {}

    public static void run(LoadJob job, LiveStore store) throws IOException {
        run(job, store, () -> {});
    }

    /**
     * Calls {@code uptime} when every query can be answered completely, in a thread of the load.
     */
    public static void run(LoadJob job, LiveStore store, Runnable uptime) throws IOException {
        int processors = Runtime.getRuntime().availableProcessors();
        int threads = Math.min(job.loaders(), processors);
        try (TemporaryDirectory directory = TemporaryDirectory.create("graph")) {
            List<String> files = new ArrayList<>();
            long nodes = 0;
            if (job.withNodes()) {
                Path file = directory.path().resolve("nodes.csv");
                nodes =
                        GraphFiles.writeNodes(job.graph(), file, LAYOUT, threads, stopping(job))
                                .rows();
                files.add(file.toString());
            }
            Path file = directory.path().resolve("links.csv");
            long links =
                    GraphFiles.writeLinks(job.graph(), file, LAYOUT, threads, stopping(job)).rows();
            files.add(file.toString());
            store.load(
                    Source.open(files, null),
                    LoadOptions.defaults().withThreads(threads),
                    new LoadProgress(),
                    events(job, uptime));
            job.addNodes(nodes);
            job.addLinks(links);
        }
    }

    private static LoadEvents events(LoadJob job, Runnable uptime) {
        return new LoadEvents() {
            @Override
            public void uptime() {
                uptime.run();
            }

            @Override
            public boolean stopRequested() {
                return job.isStopped();
            }

            /** In words of its own: nothing of it can go on. */
            @Override
            public void throwIfStopped() {
                job.throwIfStopped();
            }
        };
    }

    private static GraphFiles.Progress stopping(LoadJob job) {
        return (_, _) -> job.throwIfStopped();
    }
}
