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
import sluice.storage.NamedStorage;
import sluice.storage.Storage;
import sluice.store.Manifest;

/**
 * A load by tasks in a process of its own: {@code STORE INPUT SOURCE}. Prints the phase of each
 * manifest that it commits, and each file of a task that it begins though it is published.
 */
final class ClusterMain {
    /** The beginning of a line that names a file which is made again. */
    static final String AGAIN = "again ";

    private ClusterMain() {}

    /** A directory that says which published files of tasks are made again. */
    private static final class Watched extends NamedStorage {
        private final Storage files;

        Watched(Storage files) {
            super(files);
            this.files = files;
        }

        @Override
        protected String named(String name) {
            return name;
        }

        @Override
        public List<String> list() throws IOException {
            return files.list();
        }

        @Override
        public Sink create(String name) throws IOException {
            String target = name.replaceFirst("\\..*", "");
            if (target.matches("(run|segment|names-t|tasks-[0-9]+-starts)-.*")
                    && list().contains(target)) {
                System.out.println(AGAIN + target);
            }
            return super.create(name);
        }
    }

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
                StorePlace.directory(
                        new Watched(DirectoryStorage.create(Path.of(arguments[0]))), process),
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
