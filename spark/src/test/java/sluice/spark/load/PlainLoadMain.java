package sluice.spark.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.LoadResult;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.storage.DirectoryStorage;

/** A load on one machine with two threads, as {@code sluice load}: {@code STORE SOURCE}. */
final class PlainLoadMain {
    private PlainLoadMain() {}

    public static void main(String[] arguments) throws IOException {
        LoadProgress progress = new LoadProgress();
        LoadResult result =
                Load.run(
                        DirectoryStorage.create(Path.of(arguments[0])),
                        Source.open(List.of(arguments[1]), null),
                        LoadOptions.defaults().withThreads(2),
                        progress,
                        LoadEvents.NONE,
                        new Demand());
        System.out.print(LoadProgressLines.summary(arguments[0], result));
    }
}
