package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.files.Manifests;
import sluice.load.files.StoreFiles;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.MemoryPlan;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.model.SluiceException;
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

/** Online rows are absorbed whole or not at all, and win whatever their version and time. */
class AbsorptionTest {
    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final long SEEDS = Long.getLong("seeds", 24);

    @TempDir Path directory;

    @Test
    void answersAreRightAtEveryManifest() throws IOException {
        int building = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Case some = new Case(seed, 400);
            List<Manifest.Phase> phases = new ArrayList<>();
            LoadEvents events =
                    new LoadEvents() {
                        @Override
                        public void published(Manifest manifest) {
                            phases.add(manifest.phase());
                            check(some.storage, some.after, some.random);
                        }
                    };

            long absorbed = absorb(some.storage, some.online, events);

            String hint = "-Dseeds=1 -Dseed=" + seed;
            assertEquals(some.online.size(), absorbed, hint);
            check(some.storage, some.after, some.random);
            assertNothingIsLeft(some.storage, hint);
            assertEquals(OpenHandles.NONE, some.storage.openHandles(), hint);
            building += phases.contains(Manifest.Phase.ABSORBING) ? 1 : 0;
        }
        assertTrue(building > SEEDS / 2, "rows were seldom absorbed");
    }

    @Test
    void aCrashLeavesAllRowsOrNoneAndTheRepeatEndsIt() throws IOException {
        int before = 0;
        int after = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 2; seed++) {
            Case some = new Case(seed, 60);
            Survival[] survivals = Survival.values();
            boolean cut = true;
            for (int at = 1; cut; at++) {
                MemoryStorage disk = copy(some.storage);
                FaultyStorage failing = FaultyStorage.over(disk, FaultPlan.at(at, Fault.CUT));
                try {
                    absorb(failing, some.online, LoadEvents.NONE);
                } catch (PowerCut _) {
                    // The crash that is wanted.
                }
                cut = failing.isCut();
                Survival survival = survivals[some.random.nextInt(survivals.length)];
                MemoryStorage found = disk.crash(some.random.split(), survival);
                String hint = "-Dseed=%d, cut at %d, %s".formatted(seed, at, survival);
                boolean has = loads(found) > loads(some.storage);
                before += has ? 0 : 1;
                after += has ? 1 : 0;
                try {
                    check(found, has ? some.after : some.before, some.random);
                    absorb(found, some.online, LoadEvents.NONE);
                    check(found, some.after, some.random);
                } catch (RuntimeException | IOException | Error failure) {
                    throw new AssertionError(hint, failure);
                }
                assertNothingIsLeft(found, hint);
            }
        }
        assertTrue(
                before > 10 && after > 10,
                "cuts were before %d, after %d".formatted(before, after));
    }

    @Test
    void theNextLoadFinishesWhatWasToBeBuilt() throws IOException {
        Case some = new Case(FIRST_SEED, 60);
        try (Absorption absorption =
                Absorption.begin(
                        Job.of(
                                some.storage,
                                options(),
                                new LoadProgress(),
                                LoadEvents.NONE,
                                new Demand()))) {
            absorption.stage(new Online(some.online));
        }
        assertEquals(Manifest.Phase.ABSORBING, manifest(some.storage).phase());

        LoadResult again = some.load(some.storage);

        assertTrue(again.alreadyComplete());
        check(some.storage, some.after, some.random);
        assertNothingIsLeft(some.storage, "after the load");
    }

    @Test
    void anUnfinishedLoadIsNotAbsorbedInto() throws IOException {
        Case some = new Case(FIRST_SEED, 60);
        Manifest done = manifest(some.storage);
        ManifestFile.publish(some.storage, Manifests.withPhase(done, Manifest.Phase.STAGING));

        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> absorb(some.storage, some.online, LoadEvents.NONE));

        assertTrue(refused.getMessage().contains("unfinished load"), refused.getMessage());
    }

    @Test
    void anEmptyDirectoryBecomesAStore() throws IOException {
        MemoryStorage storage = LoadFixture.storage();
        List<TestRow> rows = onePerKey(new RandomRows(new SplittableRandom(1), 0), 30);

        absorb(storage, rows, LoadEvents.NONE);

        check(storage, GraphModel.absorbed(new GraphModel(), rows), new SplittableRandom(1));
        assertNothingIsLeft(storage, "new store");
    }

    @Test
    void anEmptyDirectoryBecomesAnEmptyStore() throws IOException {
        MemoryStorage storage = LoadFixture.storage();

        assertEquals(0, absorb(storage, List.of(), LoadEvents.NONE));

        check(storage, new GraphModel(), new SplittableRandom(1));
        assertNothingIsLeft(storage, "new store");
    }

    @Test
    void noRowsChangeNothing() throws IOException {
        Case some = new Case(FIRST_SEED, 60);
        StoreImage before = StoreImage.of(some.storage);

        assertEquals(0, absorb(some.storage, List.of(), LoadEvents.NONE));

        assertEquals(before, StoreImage.of(some.storage));
    }

    /** Threads that leave little memory to each, so that the list is not sorted in memory. */
    @Test
    void manyLinksOfOneIdAreAbsorbedInLittleMemory() throws IOException {
        MemoryStorage roomy = LoadFixture.storage();
        MemoryStorage tight = LoadFixture.storage();
        for (int round = 0; round < 2; round++) {
            List<TestRow> rows = manyLinks(round);

            absorb(roomy, rows, LoadEvents.NONE);
            List<String> sorted = new ArrayList<>();
            FaultyStorage watched = FaultyStorage.over(tight);
            absorb(watched, rows, LoadEvents.NONE, tight(16));
            watched.script().stream().filter(line -> line.contains("-sort-")).forEach(sorted::add);

            assertEquals(StoreImage.of(roomy), StoreImage.of(tight));
            assertTrue(sorted.size() > 20, sorted.toString());
        }
        assertNothingIsLeft(tight, "super node");
        try (StoreReader reader = StoreReader.open(tight)) {
            assertEquals(30_000 - 2000, reader.count(7, 4).value());
        }
    }

    /** Round 1 writes some of the links of round 0 again, with lower times, and deletes some. */
    private static List<TestRow> manyLinks(int round) {
        List<TestRow> rows = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            long id2 = i + 10_000L * round;
            boolean deleted = round == 1 && i % 10 == 0;
            rows.add(
                    new TestRow(
                            RowKind.LINK,
                            7,
                            4,
                            id2,
                            i * 31 % 997 - round * 1000L,
                            1 - round,
                            false,
                            deleted,
                            "data " + round,
                            false));
        }
        return rows;
    }

    private static LoadOptions tight(int threads) {
        return options().withThreads(threads).withMemory(256 << 20, 128 << 20);
    }

    /** A loaded store, rows that were written online since, and what it holds before and after. */
    private final class Case {
        final SplittableRandom random;
        final MemoryStorage storage = LoadFixture.storage();
        final TestSource source;
        final List<TestRow> online;
        final GraphModel before;
        final GraphModel after;

        Case(long seed, int rows) throws IOException {
            random = new SplittableRandom(seed);
            RandomRows drawn = new RandomRows(random, 0);
            Path folder = Files.createTempDirectory(directory, "seed" + seed);
            source = TestSource.write(drawn.files("a", rows, false), folder);
            load(storage);
            before = GraphModel.of(new GraphModel(), source.rows()).loaded();
            online = onePerKey(drawn, random.nextInt(1, 40));
            after = GraphModel.absorbed(before, online);
        }

        LoadResult load(Storage into) throws IOException {
            LoadOptions options = LoadOptions.defaults().withBucketBytes(1024);
            return TestJobs.runInCaller(
                    into, source.source(), options, new MemoryPlan(1 << 17), LoadEvents.NONE);
        }
    }

    private static List<TestRow> onePerKey(RandomRows drawn, int count) {
        Set<List<Object>> keys = new HashSet<>();
        List<TestRow> rows = new ArrayList<>();
        for (RowKind kind : RowKind.values()) {
            for (TestRow row : drawn.rows(kind, count)) {
                long type = kind == RowKind.LINK ? row.type() : 0;
                if (keys.add(List.of(kind, row.id1(), type, row.id2()))) {
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    private record Online(List<TestRow> rows) implements OnlineRows {
        @Override
        public void links(RowSink sink) {
            append(RowKind.LINK, sink);
        }

        @Override
        public void nodes(RowSink sink) {
            append(RowKind.NODE, sink);
        }

        private void append(RowKind kind, RowSink sink) {
            for (TestRow row : rows) {
                if (row.kind() == kind) {
                    byte[] data = row.data().getBytes(StandardCharsets.UTF_8);
                    int flags =
                            (row.hidden() ? RowSink.HIDDEN : 0)
                                    | (row.deleted() ? RowSink.TOMBSTONE : 0);
                    sink.append(
                            row.id1(),
                            row.type(),
                            row.id2(),
                            row.time(),
                            row.version(),
                            kind == RowKind.LINK ? flags : flags & RowSink.TOMBSTONE,
                            data,
                            0,
                            data.length);
                }
            }
        }
    }

    private static long absorb(Storage storage, List<TestRow> rows, LoadEvents events)
            throws IOException {
        return absorb(storage, rows, events, options());
    }

    private static long absorb(
            Storage storage, List<TestRow> rows, LoadEvents events, LoadOptions options)
            throws IOException {
        try (Absorption absorption =
                Absorption.begin(
                        Job.of(storage, options, new LoadProgress(), events, new Demand())
                                .inCaller())) {
            long count = absorption.stage(new Online(rows));
            absorption.build();
            return count;
        }
    }

    private static LoadOptions options() {
        return LoadFixture.options().withThreads(1);
    }

    private static void check(Storage storage, GraphModel model, SplittableRandom random) {
        try (StoreReader reader = StoreReader.open(storage)) {
            Answers.check(reader, model, random);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every file is the manifest's or the lock, and every byte is as it should be. */
    private static void assertNothingIsLeft(MemoryStorage storage, String hint) throws IOException {
        Manifest manifest = manifest(storage);
        assertEquals(Manifest.Phase.COMPLETE, manifest.phase(), hint);
        TreeSet<String> expected = new TreeSet<>(List.of(Manifest.FILE_NAME, StoreFiles.LOCK));
        manifest.files().forEach(file -> expected.add(file.name()));
        assertEquals(List.copyOf(expected), storage.list(), hint);
        StoreVerifier.Options options =
                StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther);
        assertTrue(StoreVerifier.verify(storage, options).isGood(), hint);
    }

    private static int loads(MemoryStorage storage) throws IOException {
        return manifest(storage).loadNumber();
    }

    private static Manifest manifest(MemoryStorage storage) throws IOException {
        return ManifestFile.read(storage).orElseThrow();
    }

    private static MemoryStorage copy(MemoryStorage store) {
        return store.crash(new SplittableRandom(0), Survival.ALL);
    }
}
