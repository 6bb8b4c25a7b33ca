package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.Survival;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreReader;

/**
 * A small load whose every operation is cut or made to fail: what it begins with, its command, and
 * the store that it leaves when nothing disturbs it.
 *
 * @param store what is there before the load
 * @param before the rows in it
 * @param image what the load leaves
 * @param result what it says of itself
 */
public record CrashScenario(
        String name,
        MemoryStorage store,
        GraphModel before,
        TestSource source,
        LoadOptions options,
        MemoryPlan memory,
        StoreImage image,
        LoadResult result) {

    static CrashScenario of(
            String name,
            MemoryStorage store,
            GraphModel before,
            TestSource source,
            LoadOptions options,
            MemoryPlan memory)
            throws IOException {
        MemoryStorage done = copy(store);
        LoadResult result = load(done, source, options, memory, LoadEvents.NONE);
        return new CrashScenario(
                name, store, before, source, options, memory, StoreImage.of(done), result);
    }

    /** Every file is the manifest's, the lock, or the ledger that holds each bad row once. */
    void checkNothingLeft(MemoryStorage done) throws IOException {
        Manifest manifest = ManifestFile.read(done).orElseThrow();
        TreeSet<String> expected = new TreeSet<>(List.of(Manifest.FILE_NAME, StoreFiles.LOCK));
        manifest.files().forEach(file -> expected.add(file.name()));
        if (source.badRows() > 0) {
            String ledger = StoreFiles.ledger(manifest.loadNumber());
            expected.add(ledger);
            String text = new String(StoreImage.bytes(done, ledger), StandardCharsets.UTF_8);
            assertEquals(source.badRows() + 1, text.lines().distinct().count(), text);
            assertEquals(source.badRows() + 1, text.lines().count(), text);
        }
        assertEquals(List.copyOf(expected), done.list(), "files");
    }

    /** The disk as it is before the load. */
    public MemoryStorage disk() {
        return copy(store);
    }

    private int loadsBefore() throws IOException {
        return ManifestFile.read(store).map(Manifest::loadNumber).orElse(0);
    }

    private static MemoryStorage copy(MemoryStorage store) {
        return store.crash(new SplittableRandom(0), Survival.ALL);
    }

    /** Runs the command. */
    public LoadResult load(Storage storage) throws IOException {
        return load(storage, source, options, memory, LoadEvents.NONE);
    }

    private static LoadResult load(
            Storage storage,
            TestSource source,
            LoadOptions options,
            MemoryPlan memory,
            LoadEvents events)
            throws IOException {
        return TestJobs.runInCaller(storage, source.source(), options, memory, events);
    }

    /** What is found after a crash is no store yet, or one that answers as its manifest says. */
    void checkFound(MemoryStorage found, SplittableRandom random) throws IOException {
        if (ManifestFile.read(found).isEmpty()) {
            assertEquals(0, loadsBefore(), "the manifest is gone");
            return;
        }
        try (StoreReader reader = StoreReader.open(found)) {
            Manifest manifest = reader.manifest();
            boolean begun = manifest.loadNumber() == loadsBefore() + 1;
            GraphModel model =
                    begun
                            ? ReadingEvents.model(found, manifest, source, before).orElseThrow()
                            : before;
            Answers.check(reader, model, random);
        }
    }

    /** The same command again ends with the same store, and counts every row once. */
    void checkRepeated(MemoryStorage found) throws IOException {
        LoadResult again = load(found);
        checkNothingLeft(found);
        assertEquals(image, StoreImage.of(found), "after the repeat");
        if (!again.alreadyComplete()) {
            assertEquals(
                    List.of(result.rowsRead(), result.rowsRejected(), result.ledger()),
                    List.of(again.rowsRead(), again.rowsRejected(), again.ledger()),
                    "rows read, rows rejected, ledger");
        }
        assertEquals(
                List.of(result.nodes(), result.links(), result.segmentBytes()),
                List.of(again.nodes(), again.links(), again.segmentBytes()),
                "nodes, links, bytes");
    }
}
