package sluice.experiments.serving;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import sluice.ingest.Source;
import sluice.load.Job;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.version.VersionLoad;
import sluice.load.version.Versions;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.ManifestFile;
import sluice.store.VersionFiles;

/** The versions of one store, and the input that they are built of. */
record ServedVersions(Path folder, ServingInput input, long memoryBytes, int threads) {
    /** Builds the first version. */
    void buildFirst() throws IOException {
        Storage storage = DirectoryStorage.create(folder);
        build(storage, input.all(), true);
        Versions.publish(storage, OptionalInt.empty(), System.currentTimeMillis());
    }

    /** Builds a version that differs in 1 % of the lists. */
    void buildChanged() throws IOException {
        build(DirectoryStorage.open(folder), input.changed(), false);
    }

    private LoadOptions options() {
        return LoadOptions.defaults().withMemory(memoryBytes, memoryBytes / 2).withThreads(threads);
    }

    private void build(Storage storage, Path file, boolean isFresh) throws IOException {
        Source source = Source.open(List.of(file.toString()), null);
        VersionLoad.run(
                storage,
                source,
                options(),
                isFresh,
                System::currentTimeMillis,
                draft ->
                        Load.run(
                                Job.of(
                                        draft,
                                        options(),
                                        new LoadProgress(),
                                        LoadEvents.NONE,
                                        new Demand()),
                                source));
    }

    /** The bytes of the newest version. */
    long bytes() throws IOException {
        Storage storage = DirectoryStorage.open(folder);
        int newest =
                Versions.list(storage).stream().mapToInt(each -> each.number()).max().orElse(0);
        return ManifestFile.read(storage, VersionFiles.version(newest))
                .orElseThrow()
                .files()
                .stream()
                .mapToLong(file -> file.lengthBytes())
                .sum();
    }
}
