package sluice.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import sluice.ingest.Source;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.storage.DirectoryStorage;
import sluice.store.Manifest;

/**
 * A load in a process of its own: {@code STORE THREADS CHUNK_BYTES SOURCE}. Tells on standard
 * output of each manifest its phase, its runs, and how many chunks were found staged and were
 * staged since; at the end how many rows were read, or that nothing was left to do.
 */
final class LoadMain {
    private LoadMain() {}

    public static void main(String[] arguments) throws IOException {
        LoadProgress progress = new LoadProgress();
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public void published(Manifest manifest) {
                        System.out.printf(
                                "%s %d %d %d%n",
                                manifest.phase(),
                                manifest.runs().size(),
                                progress.chunksResumed(),
                                progress.chunksStaged());
                        System.out.flush();
                    }
                };
        LoadResult result =
                Load.run(
                        DirectoryStorage.create(Path.of(arguments[0])),
                        Source.open(List.of(arguments[3]), null),
                        LoadOptions.defaults()
                                .withThreads(Integer.parseInt(arguments[1]))
                                .withChunkBytes(Long.parseLong(arguments[2])),
                        progress,
                        events,
                        new Demand());
        System.out.println(
                result.alreadyComplete()
                        ? LoadProcess.NOTHING_TO_DO
                        : LoadProcess.ROWS_READ + result.rowsRead());
    }
}
