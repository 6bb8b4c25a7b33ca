package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.model.ErrorCode;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.SluiceException;
import sluice.schema.Schema;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.PowerCut;
import sluice.storage.Storage;
import sluice.storage.Survival;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreReader;
import sluice.store.StoreVerifier;
import sluice.testkit.Experiment;

/** Loads with indexes: every moment answers, every crash is survived, bytes are always the same. */
@Tag(Experiment.TAG)
class IndexLoadTest {
    private static final int AGE_INDEX = 1;
    private static final int COUNT_INDEX = 2;
    private static final MemoryPlan TIGHT = new MemoryPlan(1 << 16);
    private static final int SEEDS = Experiment.size("indexSeeds", 4, 200);
    private static final int ONE_IN = Experiment.size("indexOneIn", 37, 1);

    /** Keys are on disk during few operations, some of which each run must meet. */
    private static final int SORTING_ONE_IN = Math.min(ONE_IN, 17);

    @TempDir Path directory;

    @Test
    void answersHoldEveryTruthAtEveryManifestOfSeveralLoads() throws IOException {
        int[] checks = new int[1];
        try (Experiment experiment = new Experiment("E12 any moment, indexes", 1)) {
            for (int seed = 1; seed <= SEEDS; seed++) {
                answersHoldEveryTruth(people(seed), checks);
            }
            assertTrue(checks[0] > 20 * SEEDS, checks[0] + " manifests");
            experiment.ran(SEEDS);
            experiment.fact("manifests", checks[0]).passed();
        }
    }

    private void answersHoldEveryTruth(PeopleSource people, int[] checks) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        for (int load = 1; load <= 3; load++) {
            // The count of links is declared by the second load.
            Schema schema = load == 1 ? PeopleSource.AGES : PeopleSource.ALL;
            boolean counts = load > 1;
            List<String> files = people.write(load, 150);
            load(storage, files, schema, TIGHT, checking(storage, people, counts, checks));
            PeopleSource.checkTypes(storage);
            check(storage, people, counts);
            checkGood(storage);
        }
        index(storage, LoadFixture.options(), checking(storage, people, true, checks));
        check(storage, people, true);
        checkGood(storage);
    }

    private LoadEvents checking(
            MemoryStorage storage, PeopleSource people, boolean counts, int[] checks) {
        return new LoadEvents() {
            @Override
            public void published(Manifest manifest) {
                if (manifest.complete()) {
                    checks[0]++;
                    try {
                        check(storage, people, counts);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        };
    }

    @Test
    void bytesDependOnNothingButTheRows() throws IOException {
        List<String> files = people(9).write(1, 900);
        StoreImage first = null;
        for (LoadOptions options :
                List.of(
                        options().withThreads(1),
                        options().withThreads(3),
                        options().withThreads(2).withChunkBytes(700))) {
            for (MemoryPlan memory : List.of(TIGHT, new MemoryPlan(1 << 22))) {
                MemoryStorage storage = MemoryStorage.create();
                Load.run(
                        TestJobs.of(
                                storage,
                                options.withSchema(PeopleSource.ALL),
                                memory,
                                LoadEvents.NONE),
                        PeopleSource.open(files));
                StoreImage image = StoreImage.of(storage);
                first = first == null ? image : first;
                assertEquals(first, image);
                assertEquals(OpenHandles.NONE, storage.openHandles());
            }
        }
    }

    /** An index that is built later has the bytes of one that was declared before its rows came. */
    @Test
    void indexThatIsAddedLaterIsTheSame() throws IOException {
        List<String> files = people(11).write(1, 400);
        MemoryStorage later = MemoryStorage.create();
        load(later, files, PeopleSource.WITHOUT_INDEXES, TIGHT, LoadEvents.NONE);
        IndexBuild.Result result =
                index(later, options().withSchema(PeopleSource.ALL), LoadEvents.NONE);
        assertEquals(2, result.indexes());
        assertTrue(result.built() > 1, result.toString());
        checkGood(later);
        MemoryStorage before = MemoryStorage.create();
        load(before, files, PeopleSource.ALL, TIGHT, LoadEvents.NONE);
        assertEquals(segmentLengths(before), segmentLengths(later));
        IndexBuild.Result again = index(later, LoadFixture.options(), LoadEvents.NONE);
        assertEquals(0, again.built());
    }

    /** Values that no schema declared are kept as they were written, not as values of a type. */
    @Test
    void indexOfUndeclaredRowsIsRefused() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        load(storage, people(11).write(1, 400), Schema.EMPTY, TIGHT, LoadEvents.NONE);
        LoadOptions declaring = options().withSchema(PeopleSource.ALL);
        SluiceException refused =
                assertThrows(
                        SluiceException.class, () -> index(storage, declaring, LoadEvents.NONE));
        assertEquals(ErrorCode.CONFIG, refused.code());
        checkGood(storage);
    }

    private static List<Long> segmentLengths(Storage storage) throws IOException {
        return manifest(storage).blockFiles().stream().map(file -> file.lengthBytes()).toList();
    }

    @Test
    void storeWithoutSchemaHasNothingToBuild() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        assertEquals(
                ErrorCode.STORE,
                assertThrows(
                                SluiceException.class,
                                () -> index(storage, options(), LoadEvents.NONE))
                        .code());
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("pairs.txt", "1\t2\n");
        LoadFixture.load(storage, fixture.source("pairs.txt"), LoadFixture.options());
        SluiceException failure =
                assertThrows(
                        SluiceException.class, () -> index(storage, options(), LoadEvents.NONE));
        assertEquals(ErrorCode.CONFIG, failure.code());
        assertTrue(failure.getMessage().contains("declares no indexes"), failure.getMessage());
    }

    /** Such a store has a schema, as each load of facts declares what it has. */
    @Test
    void storeWithoutIndexesHasNothingToBuild() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        Path folder = Files.createDirectories(directory.resolve("plain"));
        Files.writeString(folder.resolve("p.tsv"), "id\tage\n1\t2\n");
        Files.writeString(
                folder.resolve("map.yaml"),
                "relations: [{files: p.tsv, node: 7, id: id, properties: [age:int]}]\n");
        load(
                storage,
                List.of(folder.resolve("p.tsv").toString()),
                Schema.EMPTY,
                TIGHT,
                LoadEvents.NONE);
        StoreImage before = StoreImage.of(storage);
        assertEquals(0, index(storage, LoadFixture.options(), LoadEvents.NONE).built());
        assertEquals(before, StoreImage.of(storage));
    }

    @Test
    void loadWithAnotherSchemaIsAnotherLoad() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        List<String> files = people(3).write(1, 60);
        assertThrows(
                SluiceException.class,
                () -> load(storage, files, PeopleSource.AGES, TIGHT, LoadFixture.stopAfter(2)));
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> load(storage, files, PeopleSource.ALL, TIGHT, LoadEvents.NONE));
        assertTrue(
                refused.getMessage().contains("the schema declares something else"),
                refused.getMessage());
    }

    /** The store declares again only what it declared before the load. */
    @Test
    void loadThatIsGivenUpTakesItsSchemaWithIt() throws IOException {
        PeopleSource people = people(7);
        MemoryStorage storage = MemoryStorage.create();
        load(storage, people.write(1, 100), PeopleSource.AGES, TIGHT, LoadEvents.NONE);
        StoreImage before = StoreImage.of(storage);
        List<String> second = people.write(2, 100);
        for (int tries = 0; tries < 2; tries++) {
            assertThrows(
                    SluiceException.class,
                    () -> load(storage, second, PeopleSource.ALL, TIGHT, LoadFixture.stopAfter(2)));
            checkGood(storage);
        }
        Load.abandon(storage);
        checkGood(storage);
        assertEquals(before, StoreImage.of(storage));
    }

    /** E1 with indexes: a load, a later load and the building of an index that was added. */
    @Test
    void everyCrashLeavesAStoreAndTheRepeatFinishesIt() throws IOException {
        PeopleSource people = people(5);
        MemoryStorage empty = MemoryStorage.create();
        List<String> first = people.write(1, 120);
        Step load = disk -> load(disk, first, PeopleSource.AGES, TIGHT, LoadEvents.NONE);
        long crashes = sweep("load", empty, load, people, false, ONE_IN);
        load.run(empty);

        List<String> second = people.write(2, 60);
        Step next = disk -> load(disk, second, PeopleSource.ALL, TIGHT, LoadEvents.NONE);
        crashes += sweep("next load", empty, next, people, true, ONE_IN);
        next.run(empty);

        Step index = disk -> index(disk, options(), LoadEvents.NONE);
        crashes += sweep("index", empty, index, people, true, ONE_IN);
        assertTrue(crashes > 30, crashes + " crashes");
    }

    /** As above, where the keys of a run and of a segment do not fit into memory. */
    @Test
    void everyCrashWhileKeysAreSortedOnDiskIsSurvived() throws IOException {
        PeopleSource people = people(6);
        List<String> files = people.write(1, 1500);
        LoadOptions large = options().withBucketBytes(1 << 20).withChunkBytes(1 << 20);
        Step load =
                disk ->
                        TestJobs.runInCaller(
                                disk,
                                PeopleSource.open(files),
                                large.withSchema(PeopleSource.AGES),
                                TIGHT,
                                LoadEvents.NONE);
        sweep("sorting load", MemoryStorage.create(), load, people, false, SORTING_ONE_IN);
        assertTrue(sorting > 0, "no crash left files of a sort");
    }

    /** How many crashes left files of keys that were being sorted. */
    private long sorting;

    private interface Step {
        void run(Storage disk) throws IOException;
    }

    private long sweep(
            String name,
            MemoryStorage begin,
            Step step,
            PeopleSource people,
            boolean counts,
            int oneIn)
            throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        MemoryStorage done = copy(begin);
        step.run(done);
        StoreImage image = StoreImage.of(done);
        int loads = ManifestFile.read(begin).map(Manifest::loadNumber).orElse(0);
        long crashes = 0;
        boolean cut = true;
        for (int at = random.nextInt(1, oneIn + 1); cut; at += oneIn) {
            MemoryStorage disk = copy(begin);
            FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(at, Fault.CUT));
            try {
                step.run(storage);
            } catch (PowerCut _) {
                // The crash that is wanted.
            }
            cut = storage.isCut();
            for (Survival survival : Survival.values()) {
                MemoryStorage found = disk.crash(random.split(), survival);
                sorting += found.list().stream().anyMatch(IndexLoadTest::isOfSort) ? 1 : 0;
                try {
                    if (ManifestFile.read(found).isPresent()) {
                        checkGood(found);
                        boolean has =
                                manifest(found).loadNumber() > loads && manifest(found).complete();
                        if (has) {
                            check(found, people, counts);
                        }
                    }
                    step.run(found);
                    assertEquals(image, StoreImage.of(found));
                    assertEquals(OpenHandles.NONE, found.openHandles());
                } catch (RuntimeException | IOException | Error failure) {
                    throw new AssertionError(
                            "%s cut at %d, %s".formatted(name, at, survival), failure);
                }
                crashes++;
            }
        }
        return crashes;
    }

    private static boolean isOfSort(String name) {
        return name.startsWith("keys-") || name.contains("-sort-keys-");
    }

    private static MemoryStorage copy(MemoryStorage store) {
        return store.crash(new SplittableRandom(0), Survival.ALL);
    }

    private PeopleSource people(int seed) {
        return new PeopleSource(directory.resolve("seed-" + seed), new SplittableRandom(seed));
    }

    private static LoadOptions options() {
        return LoadFixture.options().withBucketBytes(600).withChunkBytes(1200);
    }

    private static void load(
            Storage storage,
            List<String> files,
            Schema schema,
            MemoryPlan memory,
            LoadEvents events)
            throws IOException {
        TestJobs.runInCaller(
                storage, PeopleSource.open(files), options().withSchema(schema), memory, events);
    }

    private static IndexBuild.Result index(Storage storage, LoadOptions options, LoadEvents events)
            throws IOException {
        LoadOptions one = options.withThreads(1);
        return IndexBuild.run(TestJobs.of(storage, one, MemoryPlan.of(one), events).inCaller());
    }

    private static Manifest manifest(Storage storage) throws IOException {
        return ManifestFile.read(storage).orElseThrow();
    }

    private static void checkGood(Storage storage) throws IOException {
        StoreVerifier.Report report =
                StoreVerifier.verify(
                        storage,
                        StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther));
        assertTrue(report.isGood(), () -> report.findings().toString());
    }

    private static void check(Storage storage, PeopleSource people, boolean counts)
            throws IOException {
        try (StoreReader reader = StoreReader.open(storage)) {
            for (int age = '@'; age < '@' + 9; age++) {
                TreeSet<Long> truth = people.ofAge(age, age + 1);
                List<Long> found =
                        ids(reader, AGE_INDEX, PeopleSource.AGE, number(age), number(age + 1));
                assertTrue(found.containsAll(truth), "%s not all in %s".formatted(truth, found));
                found.removeIf(id -> !isOfAge(reader, id, truth));
                assertEquals(List.copyOf(truth), found);
            }
            for (int count = 1; counts && count < 6; count++) {
                byte[] token = ByteBuffer.allocate(4).putInt(count).array();
                assertEquals(
                        List.copyOf(people.knowing(count, count)),
                        ids(reader, COUNT_INDEX, PeopleSource.KNOWS, token, token));
            }
        }
    }

    private static boolean isOfAge(StoreReader reader, long id, TreeSet<Long> truth) {
        try {
            boolean hasAge = reader.link(id, PeopleSource.AGE, 0).value().isPresent();
            assertTrue(hasAge || !truth.contains(id), "id " + id);
            return hasAge && truth.contains(id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Long> ids(StoreReader reader, int index, long type, byte[] from, byte[] to)
            throws IOException {
        List<Long> found = new ArrayList<>();
        long next = 0;
        while (true) {
            IndexedIds page =
                    reader.indexed(new IndexQuery(index, type, from, to, false, next, 7)).value();
            for (long id : page.ids()) {
                found.add(id);
                next = id + 1;
            }
            if (!page.more()) {
                return found;
            }
        }
    }

    private static byte[] number(long number) {
        return ByteBuffer.allocate(9).put((byte) 1).putLong(number).array();
    }
}
