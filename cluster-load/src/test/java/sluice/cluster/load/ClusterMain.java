package sluice.cluster.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import sluice.cluster.load.place.DriverName;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadProgress;
import sluice.storage.DirectoryStorage;
import sluice.store.Manifest;

/**
 * A load by tasks in a process of its own: {@code STORE INPUT SOURCE}. Prints the phase of each
 * manifest that it commits.
 */
final class ClusterMain {
    private ClusterMain() {}

    public static void main(String[] arguments) throws IOException {
        UUID epoch = UUID.randomUUID();
        String process = "p" + ProcessHandle.current().pid();
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public void published(Manifest manifest) {
                        System.out.println(manifest.phase());
                        System.out.flush();
                    }
                };
        ClusterLoad.run(
                StorePlace.directory(DirectoryStorage.create(Path.of(arguments[0])), process),
                SourceRecipe.of(List.of(arguments[2])),
                new ThreadEngine(2, process),
                new ClusterSettings(
                        ClusterFixture.options(ClusterInputs.valueOf(arguments[1]))
                                .withChunkBytes(4096),
                        9,
                        new DriverName(epoch, process, System::currentTimeMillis),
                        new LoadProgress(),
                        events));
    }
}
