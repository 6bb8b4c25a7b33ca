package sluice.cli.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.options.StoreSite;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.version.VersionLoad;
import sluice.load.version.Versions;
import sluice.storage.DirectoryStorage;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.ManifestFile;
import sluice.store.StoreVerifier;
import sluice.store.StoreVerifier.Finding;
import sluice.store.VersionFiles;

/** What is verified of a store with versions, also while versions are deleted. */
class StoreCheckTest {
    @TempDir Path directory;

    @Test
    void noVersionIsDeletedWhileItIsVerified() throws IOException {
        Storage storage = DirectoryStorage.create(directory.resolve("store"));
        loadVersion(storage, "a.csv", "1,2,3");
        loadVersion(storage, "b.csv", "2,3,4");
        loadVersion(storage, "c.csv", "3,4,5");
        assertTrue(check(storage, (_, _) -> delete(storage, List.of())).isGood());
        delete(storage, List.of(1, 2));
    }

    @Test
    void aFileThatVersionsShareIsReadAndFoundOnce() throws IOException {
        Storage storage = DirectoryStorage.create(directory.resolve("store"));
        loadVersion(storage, "a.csv", "1,2,3");
        StoreCheck one = check(storage, (_, _) -> {});
        loadVersion(storage, "b.csv", "");
        loadVersion(storage, "c.csv", "\n");
        assertEquals(3, Versions.list(storage).size());
        String segment = only(storage, 1);
        assertEquals(segment, only(storage, 3));
        StoreCheck three = check(storage, (_, _) -> {});
        assertTrue(three.isGood());
        assertEquals(one.files(), three.files());
        assertEquals(one.bytes(), three.bytes());
        assertEquals(1, three.linkRows());

        storage.delete(segment);
        StoreCheck missing = check(storage, (_, _) -> {});
        assertEquals(1, missing.findingCount());
        assertEquals(List.of(segment), missing.findings().stream().map(Finding::file).toList());
    }

    @Test
    void damageThatOnlyTheFirstVersionShowsIsFound() throws IOException {
        Storage storage = DirectoryStorage.create(directory.resolve("store"));
        loadVersion(storage, "a.csv", "1,2,3");
        loadVersion(storage, "b.csv", "2,3,4");
        storage.delete(only(storage, 1));
        StoreCheck missing = check(storage, (_, _) -> {});
        assertEquals(1, missing.findingCount());
    }

    /** The name of the only file of a version. */
    private static String only(Storage storage, int number) throws IOException {
        List<FileEntry> files =
                ManifestFile.read(storage, VersionFiles.version(number)).orElseThrow().files();
        assertEquals(1, files.size());
        return files.getFirst().name();
    }

    private static void delete(Storage storage, List<Integer> expected) {
        try {
            assertEquals(expected, Versions.keep(storage, 0));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private StoreCheck check(Storage storage, StoreVerifier.Progress progress) throws IOException {
        return StoreCheck.run(
                storage, StoreSite.of(directory.resolve("store").toString()), progress);
    }

    /** Loads one row on top of what is served, and serves it. */
    private void loadVersion(Storage storage, String name, String row) throws IOException {
        Path file = Files.writeString(directory.resolve(name), "id1,id2,time\n" + row + "\n");
        Source source = Source.open(List.of(file.toString()), null);
        LoadOptions options =
                LoadOptions.defaults().withMemory(256L << 20, 64L << 20).withThreads(1);
        VersionLoad.run(
                storage,
                source,
                options,
                false,
                () -> 1,
                draft ->
                        Load.run(
                                draft,
                                source,
                                options,
                                new LoadProgress(),
                                LoadEvents.NONE,
                                new Demand()));
        Versions.publish(storage, OptionalInt.empty(), 1);
    }
}
