package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameFile;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.model.IndexQuery;
import sluice.model.Link;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.schema.IndexNumbers;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.schema.Tokenizer;
import sluice.storage.CorruptFileException;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.PowerCut;
import sluice.storage.Storage;
import sluice.storage.Survival;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.NamedStore;
import sluice.store.StoreVerifier;
import sluice.testkit.Experiment;

/**
 * E1, E4 and E6 with values, links backwards and indexes: the power goes at the operations of a
 * load of RDF into a store that has RDF, or they fail, or bits of its files are flipped. The store
 * has the graph before or the graph after, and the repeat leaves the files of an undisturbed load;
 * an answer is right, or an error that names the file.
 */
@Tag(Experiment.TAG)
class RdfCrashTest {
    private static final int ONE_IN = Experiment.size("oneIn", 29, 1);
    private static final int FAIL_ONE_IN = Experiment.size("failOneIn", 41, 1);
    private static final int BIT_STEP = Experiment.size("bitStep", 499, 3);
    private static final Fault[] FAULTS = {
        Fault.EIO, Fault.ENOSPC, Fault.SHORT_READ, Fault.SHORT_WRITE, Fault.SYNC_FAILURE
    };
    private static final Schema SCHEMA =
            SchemaReader.read("people.schema", RandomStatements.SCHEMA);

    @TempDir Path directory;

    private final SplittableRandom random = new SplittableRandom(1);
    private final MemoryStorage start = MemoryStorage.create();
    private final List<Said> before = new ArrayList<>();
    private final List<Said> after = new ArrayList<>();
    private String files = "";
    private StoreImage image;

    /** A store with RDF, and what the load of {@link #files} makes of it. */
    @BeforeEach
    void loadUndisturbed() throws IOException {
        RandomStatements statements = new RandomStatements(random, 30);
        before.addAll(statements.draw(300));
        load(start, write("first", before));
        List<Said> second = statements.draw(300);
        after.addAll(before);
        after.addAll(second);
        files = write("second", second);
        MemoryStorage done = disk();
        load(done, files);
        image = StoreImage.of(done);
        assertEquals(Said.graph(after), StoredFacts.of(done, SCHEMA));
    }

    private MemoryStorage disk() {
        return start.crash(new SplittableRandom(0), Survival.ALL);
    }

    @Test
    void everyCrashLeavesAGraphAndTheRepeatFinishesIt() throws IOException {
        try (Experiment experiment = new Experiment("E1 crash at every operation, RDF", 1)) {
            int crashes = 0;
            boolean cut = true;
            for (int at = 1; cut; at += ONE_IN) {
                MemoryStorage disk = disk();
                FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(at, Fault.CUT));
                try {
                    load(storage, files);
                } catch (PowerCut _) {
                    // The crash that is wanted.
                }
                cut = storage.isCut();
                for (Survival survival : Survival.values()) {
                    MemoryStorage found = disk.crash(random.split(), survival);
                    checkFound(found, "cut at " + at);
                    load(found, files);
                    assertEquals(image, StoreImage.of(found), "repeated after a cut at " + at);
                    crashes++;
                }
            }
            assertTrue(crashes > 20, "only " + crashes + " crashes");
            experiment.ran(crashes);
            experiment.fact("one operation in", ONE_IN).passed();
        }
    }

    @Test
    void everyFailureEndsTheLoadAndTheRepeatFinishesIt() throws IOException {
        try (Experiment experiment = new Experiment("E4 fail every operation, RDF", 1)) {
            int failures = 0;
            for (Fault fault : FAULTS) {
                for (boolean forEver : new boolean[] {false, true}) {
                    boolean struck = true;
                    for (int at = 1; struck; at += FAIL_ONE_IN) {
                        FaultPlan plan =
                                forEver ? FaultPlan.from(at, fault) : FaultPlan.at(at, fault);
                        struck = fail(plan, "%s at %d, %s".formatted(fault, at, forEver));
                        failures++;
                    }
                }
            }
            assertTrue(failures > 50, "only " + failures + " failures");
            experiment.ran(failures);
            experiment.fact("one operation in", FAIL_ONE_IN).passed();
        }
    }

    private boolean fail(FaultPlan plan, String where) throws IOException {
        MemoryStorage disk = disk();
        FaultyStorage storage = FaultyStorage.over(disk, plan);
        try {
            load(storage, files);
        } catch (IOException | SluiceException failure) {
            assertTrue(storage.hitCount() > 0, () -> where + ": " + failure);
        }
        assertEquals(OpenHandles.NONE, disk.openHandles(), where);
        checkFound(disk, where);
        load(disk, files);
        assertEquals(image, StoreImage.of(disk), "repeated after " + where);
        return storage.hitCount() > 0;
    }

    /** In a store whose buckets are built in part, so that it has runs, segments and names. */
    @Test
    void everyFlippedBitIsFoundAndNeverServed() throws IOException {
        MemoryStorage disk = disk();
        assertThrows(SluiceException.class, () -> load(disk, files, stopWhileBuilding()));
        Manifest manifest = ManifestFile.read(disk).orElseThrow();
        assertEquals(Manifest.Phase.BUILDING, manifest.phase());
        List<Integer> ages = IntStream.rangeClosed(-3, 60).boxed().toList();
        List<List<String>> answers = new ArrayList<>();
        for (int age : ages) {
            answers.add(ofAge(disk, age));
        }
        long flips = 0;
        try (Experiment experiment = new Experiment("E6 flipped bits, RDF", 1)) {
            for (String name : disk.list()) {
                if (name.equals(StoreFiles.LOCK)) {
                    continue;
                }
                byte[] good = StoreImage.bytes(disk, name);
                for (long bit = random.nextInt(BIT_STEP); bit < 8L * good.length; bit += BIT_STEP) {
                    int at = (int) (bit >>> 3);
                    disk.damage(name, at, (byte) (good[at] ^ 1 << (bit & 7)));
                    String where = "bit %d of %s".formatted(bit, name);
                    assertTrue(!isGood(disk), where);
                    int which = (int) (flips % ages.size());
                    try {
                        assertEquals(answers.get(which), ofAge(disk, ages.get(which)), where);
                    } catch (CorruptFileException e) {
                        assertEquals(name, e.file(), where);
                    } catch (SluiceException e) {
                        assertTrue(e.getMessage().contains(name), e::getMessage);
                    }
                    disk.damage(name, at, good[at]);
                    flips++;
                }
            }
            assertTrue(isGood(disk), "after all is as it was");
            assertTrue(flips > 200, flips + " flips");
            experiment.ran(flips);
            experiment.passed();
        }
    }

    private static LoadEvents stopWhileBuilding() {
        return new LoadEvents() {
            private volatile boolean stop;

            @Override
            public void published(Manifest manifest) {
                stop |=
                        manifest.phase() == Manifest.Phase.BUILDING
                                && manifest.buckets().stream()
                                        .anyMatch(each -> each.state() == Bucket.State.BUILT)
                                && manifest.buckets().stream()
                                        .anyMatch(each -> each.state() != Bucket.State.BUILT);
            }

            @Override
            public boolean stopRequested() {
                return stop;
            }
        };
    }

    private static boolean isGood(Storage storage) throws IOException {
        StoreVerifier.Options options =
                StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther);
        if (!StoreVerifier.verify(storage, options).isGood()) {
            return false;
        }
        List<NameFile> names = ManifestFile.read(storage).orElseThrow().nameFiles();
        return Dictionary.verify(storage, names).isEmpty();
    }

    /** The nodes that the index of ages gives for an age, each with its value. */
    private static List<String> ofAge(Storage storage, int age) throws IOException {
        try (NamedStore store = NamedStore.open(storage)) {
            IndexNumbers.Key key = new IndexNumbers.Key(0, "age", Tokenizer.INT);
            int index = store.schema().numbers().number(key).orElseThrow();
            long type = PropertyTypes.ofPredicate(store.type("age"));
            byte sign = (byte) (age < 0 ? 0 : 1);
            byte[] token = ByteBuffer.allocate(9).put(sign).putLong(age).array();
            IndexQuery query = new IndexQuery(index, type, token, token, false, 0, 1000);
            List<String> found = new ArrayList<>();
            for (long id : store.reader().indexed(query).value().ids()) {
                Optional<Link> value = store.reader().link(id, type, 0).value();
                found.add(id + " " + value.map(link -> HexFormat.of().formatHex(link.data())));
            }
            return found;
        }
    }

    private void checkFound(MemoryStorage found, String where) throws IOException {
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
        load(storage, files, LoadEvents.NONE);
    }

    private static void load(Storage storage, String files, LoadEvents events) throws IOException {
        LoadOptions options =
                LoadFixture.options().withChunkBytes(8 << 10).withBucketBytes(8 << 10);
        Source source = Source.open(List.of(files), null);
        TestJobs.runInCaller(storage, source, options, MemoryPlan.of(options), events);
    }
}
