package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.store.StoreVerifier;

/** Facts are parsed once: their rows are staged from the trails of their chunks. */
class RowTrailUseTest {
    private static final LoadOptions OPTIONS =
            LoadFixture.diverting().withThreads(2).withChunkBytes(2000);

    @TempDir Path directory;

    private Path plain;
    private StoreImage image;

    @BeforeEach
    void write() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        RandomStatements statements = new RandomStatements(new SplittableRandom(5), 40);
        plain = fixture.write("a.nt", withErrors(statements.draw(400)));
        fixture.writeGzip("b.rdf.gz", withErrors(statements.draw(300)));
        fixture.write("people.schema", RandomStatements.SCHEMA);
        // Without trails the text is parsed again, and every name looked up.
        MemoryStorage parsedTwice = LoadFixture.storage();
        load(parsedTwice, HarmedLoad.each(MemoryStorage::delete));
        image = StoreImage.of(parsedTwice);
        assertTrue(
                parsedTwice.list().stream().anyMatch(name -> name.contains("reject")),
                () -> "a ledger is among " + parsedTwice.list());
    }

    private static String withErrors(List<Said> statements) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < statements.size(); i++) {
            text.append(statements.get(i).line()).append('\n');
            if (i % 50 == 7) {
                text.append("<a> <b> \"not closed .\n");
            }
        }
        return text.toString();
    }

    @Test
    void everyTrailIsReplayedAndDeleted() throws IOException {
        MemoryStorage storage = LoadFixture.storage();
        List<String> atUptime = load(storage, _ -> {});
        assertEquals(
                List.of(),
                HarmedLoad.trails(atUptime),
                "a chunk deletes the trail that it replayed");
        assertEquals(image, StoreImage.of(storage));
    }

    @Test
    void theTextIsNotReadAgain() throws IOException {
        FileTime written = Files.getLastModifiedTime(plain);
        MemoryStorage storage = LoadFixture.storage();
        load(
                storage,
                _ -> {
                    byte[] other = new byte[(int) Files.size(plain)];
                    Arrays.fill(other, (byte) '#');
                    Files.write(plain, other);
                    Files.setLastModifiedTime(plain, written);
                });
        assertEquals(image, StoreImage.of(storage));
    }

    @Test
    void chunksWithoutWholeTrailsAreParsedAgain() throws IOException {
        List<HarmedLoad.Harm> harms =
                List.of(
                        HarmedLoad.each((storage, trail) -> storage.truncate(trail, 40)),
                        HarmedLoad.each((storage, trail) -> storage.damage(trail, 20, (byte) 77)),
                        storage -> {
                            // As after a power cut, where a trail of an earlier try is there again.
                            List<String> all = HarmedLoad.trails(storage.list());
                            for (String trail : all.subList(1, all.size())) {
                                storage.delete(trail);
                                storage.link(all.getFirst(), trail);
                            }
                        },
                        storage -> {
                            // Every second one is whole.
                            List<String> all = HarmedLoad.trails(storage.list());
                            for (int i = 0; i < all.size(); i += 2) {
                                storage.delete(all.get(i));
                            }
                        });
        for (HarmedLoad.Harm harm : harms) {
            MemoryStorage storage = LoadFixture.storage();
            load(storage, harm);
            assertEquals(image, StoreImage.of(storage));
            assertEquals(List.of(), HarmedLoad.trails(storage.list()), "until uptime");
        }
    }

    /** Its names, their ids and its trails lie beside its runs, and none of them is damage. */
    @Test
    void aStoreWhoseLoadWasStoppedWhileItStagedIsGood() throws IOException {
        MemoryStorage storage = LoadFixture.storage();
        Source source = Source.open(List.of(directory.toString()), null);
        assertThrows(
                SluiceException.class,
                () -> LoadFixture.load(storage, source, OPTIONS, LoadFixture.stopAfterChunks(1)));
        assertTrue(
                storage.list().stream().anyMatch(name -> name.endsWith(".ids")),
                () -> "files: " + storage.list());
        StoreVerifier.Options options =
                StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther);
        StoreVerifier.Report report = StoreVerifier.verify(storage, options);
        assertTrue(report.isGood(), () -> "findings: " + report.findings());
    }

    /** Chunks share a run of names: a stop ends it, and no chunk that was ended is read again. */
    @Test
    void aStopKeepsTheNamesOfChunksThatEnded() throws IOException {
        MemoryStorage storage = LoadFixture.storage();
        Source source = Source.open(List.of(directory.toString()), null);
        LoadProgress stopped = new LoadProgress();
        LoadEvents stop = LoadEvents.stoppedIf(() -> stopped.rowsNamed.sum() > 250);
        assertThrows(
                SluiceException.class,
                () -> Load.run(storage, source, OPTIONS, stopped, stop, new Demand()));
        assertTrue(stopped.rowsNamed.sum() < 600, "rows: " + stopped.rowsNamed.sum());
        LoadProgress rest = new LoadProgress();
        Load.run(storage, source, OPTIONS, rest, LoadEvents.NONE, new Demand());
        assertEquals(700, stopped.rowsNamed.sum() + rest.rowsNamed.sum());
        assertEquals(image, StoreImage.of(storage));
    }

    private List<String> load(MemoryStorage storage, HarmedLoad.Harm harm) throws IOException {
        Source source = Source.open(List.of(directory.toString()), null);
        return HarmedLoad.load(storage, source, OPTIONS, harm);
    }
}
