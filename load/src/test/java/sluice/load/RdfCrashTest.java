package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Storage;
import sluice.storage.Survival;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.testkit.Experiment;

/**
 * The power goes at the operations of a load of RDF into a store that has RDF: what is found is the
 * graph before or the graph after, and the repeat leaves what an undisturbed load leaves.
 */
class RdfCrashTest {
    private static final int ONE_IN = Experiment.size("oneIn", 7, 1);
    private static final Schema SCHEMA =
            SchemaReader.read("people.schema", RandomStatements.SCHEMA);

    @TempDir Path directory;

    @Test
    void everyCrashLeavesAGraphAndTheRepeatFinishesIt() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        RandomStatements statements = new RandomStatements(random, 30);
        List<Said> before = statements.draw(300);
        List<Said> after = new ArrayList<>(before);
        MemoryStorage start = MemoryStorage.create();
        Files.writeString(directory.resolve("people.schema"), RandomStatements.SCHEMA);
        load(start, write("first", before));
        List<Said> second = statements.draw(300);
        after.addAll(second);
        String files = write("second", second);
        MemoryStorage done = start.crash(new SplittableRandom(0), Survival.ALL);
        load(done, files);
        StoreImage image = StoreImage.of(done);
        assertEquals(Said.graph(after), StoredFacts.of(done, SCHEMA));

        int crashes = 0;
        boolean cut = true;
        for (int at = 1; cut; at += ONE_IN) {
            MemoryStorage disk = start.crash(new SplittableRandom(0), Survival.ALL);
            FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(at, Fault.CUT));
            try {
                load(storage, files);
            } catch (PowerCut _) {
                // The crash that is wanted.
            }
            cut = storage.isCut();
            for (Survival survival : Survival.values()) {
                MemoryStorage found = disk.crash(random.split(), survival);
                checkFound(found, before, after, "cut at " + at);
                load(found, files);
                assertEquals(image, StoreImage.of(found), "repeated after a cut at " + at);
                crashes++;
            }
        }
        assertTrue(crashes > 20, "only " + crashes + " crashes");
    }

    private static void checkFound(
            MemoryStorage found, List<Said> before, List<Said> after, String where)
            throws IOException {
        Manifest manifest = ManifestFile.read(found).orElseThrow();
        if (manifest.complete()) {
            List<Said> expected = manifest.loadNumber() == 1 ? before : after;
            assertEquals(Said.graph(expected), StoredFacts.of(found, SCHEMA), where);
        }
    }

    private String write(String name, List<Said> statements) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(name));
        int half = statements.size() / 2;
        Files.writeString(folder.resolve("a.rdf"), Said.text(statements.subList(0, half)));
        Files.writeString(
                folder.resolve("b.nq"), Said.text(statements.subList(half, statements.size())));
        Files.writeString(folder.resolve("p.schema"), RandomStatements.SCHEMA);
        return folder.toString();
    }

    private static void load(Storage storage, String files) throws IOException {
        LoadOptions options =
                LoadFixture.options().withChunkBytes(8 << 10).withBucketBytes(8 << 10);
        Source source = Source.open(List.of(files), null);
        TestJobs.runInCaller(storage, source, options, MemoryPlan.of(options), LoadEvents.NONE);
    }
}
