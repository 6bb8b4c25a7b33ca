package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.segment.Borders;
import sluice.segment.KeyRange;
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
import sluice.store.StoreReader;
import sluice.testkit.Experiment;

/**
 * E12: the same source gives the same bytes for any threads, memory and chunks, also after a crash,
 * and a reader has every answer right while staging, at uptime, while building, and after. Three
 * loads follow one another into each store.
 *
 * <p>{@code -Dseeds=} sets how many graphs are tried, {@code -Dseed=} the first of them.
 */
@Tag(Experiment.TAG)
class DeterminismTest {
    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int SEEDS = Experiment.size("seeds", 7, 100);
    private static final int VARIANTS = 3;
    private static final int LOADS = 3;

    @TempDir Path directory;

    private long stores;
    private long crashes;
    private long answers;
    private long overflowed;
    private long kept;
    private final Set<ReadingEvents.Moment> moments = EnumSet.noneOf(ReadingEvents.Moment.class);

    @Test
    void sameSourceGivesSameBytesAndRightAnswersForAnyOptions() throws IOException {
        try (Experiment experiment = new Experiment("E12 any options, any moment", FIRST_SEED)) {
            for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
                try {
                    tryGraph(new SplittableRandom(seed), seed);
                } catch (RuntimeException | IOException | Error failure) {
                    throw new AssertionError("-Dseeds=1 -Dseed=" + seed, failure);
                }
            }
            assertEquals(EnumSet.allOf(ReadingEvents.Moment.class), moments);
            assertTrue(SEEDS < 16 || crashes > 0, "no load crashed");
            assertTrue(SEEDS < 16 || overflowed > 0, "no chunk overflowed its pool");
            assertTrue(SEEDS < 16 || kept > 0, "no segment was kept by a later load");
            experiment.ran(stores);
            experiment.fact("graphs", SEEDS).fact("loads crashed and resumed", crashes);
            experiment.fact("answers compared", answers);
            experiment.fact("runs of overflowing chunks", overflowed);
            experiment.fact("segments kept by a later load", kept).passed();
        }
    }

    private void tryGraph(SplittableRandom random, long seed) throws IOException {
        RandomRows rows = new RandomRows(random, 0);
        boolean named = random.nextInt(4) == 0;
        MemoryStorage store = MemoryStorage.create();
        GraphModel model = new GraphModel();
        for (int load = 0; load < LOADS; load++) {
            String prefix = "s%d-%d-".formatted(seed, load);
            // Later loads are small, so that they leave some buckets as they are.
            int most = load > 0 ? 12 : random.nextInt(4) == 0 ? 4000 : 400;
            int count = random.nextInt(1, most);
            List<TestFile> files = rows.files(prefix, count, named);
            Path folder = Files.createDirectory(directory.resolve(prefix));
            TestSource source = TestSource.write(files, folder);
            LoadOptions options =
                    LoadOptions.defaults().withBucketBytes(1L << random.nextInt(8, 18));
            MemoryStorage next = loadInCaller(store, source, options, model, random);
            for (int variant = 0; variant < VARIANTS; variant++) {
                loadOtherwise(store, source, options, random, next);
            }
            GraphModel after =
                    ReadingEvents.model(next, manifest(next), source, model).orElseThrow();
            checkKept(store, next, source);
            checkReader(next, after, random);
            model = after.loaded();
            store = next;
        }
    }

    private MemoryStorage loadInCaller(
            MemoryStorage store,
            TestSource source,
            LoadOptions options,
            GraphModel before,
            SplittableRandom random)
            throws IOException {
        MemoryStorage storage = copy(store, random);
        ReadingEvents events =
                new ReadingEvents(storage, source, before, random, 1 + source.rows().size() / 20);
        LoadOptions chunks = options.withChunkBytes(1L << random.nextInt(8, 21));
        LoadResult result =
                TestJobs.runInCaller(storage, source.source(), chunks, pools(random), events);
        assertEquals(source.rows().size(), result.rowsRead(), "rows read");
        assertEquals(OpenHandles.NONE, storage.openHandles());
        answers += events.answers;
        moments.addAll(events.momentsRead);
        return storage;
    }

    private void loadOtherwise(
            MemoryStorage store,
            TestSource source,
            LoadOptions options,
            SplittableRandom random,
            MemoryStorage expected)
            throws IOException {
        LoadOptions other =
                options.withThreads(random.nextInt(1, 5))
                        .withChunkBytes(random.nextBoolean() ? 0 : (1L << random.nextInt(8, 21)));
        MemoryStorage copy = copy(store, random);
        MemoryStorage storage =
                random.nextInt(4) == 0 ? crashed(copy, source, other, random) : copy;
        List<Integer> parts = new ArrayList<>();
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public void published(Manifest manifest) {
                        parts.add(
                                (int)
                                        manifest.runs().stream()
                                                .filter(run -> !run.name().endsWith("-000"))
                                                .count());
                    }
                };
        Load.run(TestJobs.of(storage, other, pools(random), events), source.source());
        assertEquals(StoreImage.of(expected), StoreImage.of(storage), other::toString);
        assertEquals(OpenHandles.NONE, storage.openHandles());
        overflowed += parts.stream().mapToInt(Integer::intValue).max().orElse(0);
        stores++;
    }

    /** What a load of several threads leaves on {@code disk} whose power goes at some moment. */
    private MemoryStorage crashed(
            MemoryStorage disk, TestSource source, LoadOptions options, SplittableRandom random)
            throws IOException {
        FaultPlan cut = FaultPlan.at(random.nextInt(1, 200), Fault.CUT);
        try {
            Storage faulty = FaultyStorage.over(disk, cut);
            Load.run(TestJobs.of(faulty, options, pools(random), LoadEvents.NONE), source.source());
        } catch (PowerCut _) {
            crashes++;
        }
        Survival[] survivals = Survival.values();
        return disk.crash(random.split(), survivals[random.nextInt(survivals.length)]);
    }

    /** A load leaves the segments of buckets alone into which it brings no rows. */
    private void checkKept(MemoryStorage before, MemoryStorage after, TestSource source)
            throws IOException {
        if (ManifestFile.read(before).isEmpty()) {
            return;
        }
        Manifest old = manifest(before);
        Manifest now = manifest(after);
        Borders borders = now.borders();
        List<TestRow> rows = source.resolved(source.rows(), after, now);
        for (int i = 0; i < borders.count(); i++) {
            KeyRange range = KeyRange.of(borders, i, i);
            if (rows.stream().noneMatch(row -> range.holds(row.id1(), row.id2()))) {
                Bucket from = old.buckets().get(old.borders().find(borders.id1(i), borders.id2(i)));
                assertEquals(from.segment(), now.buckets().get(i).segment(), "bucket " + i);
                kept += from.segment() == null ? 0 : 1;
            }
        }
    }

    private void checkReader(MemoryStorage storage, GraphModel model, SplittableRandom random)
            throws IOException {
        try (StoreReader reader = StoreReader.open(storage)) {
            answers += Answers.check(reader, model, random);
        }
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    private static MemoryPlan pools(SplittableRandom random) {
        return new MemoryPlan(1L << random.nextInt(16, 18));
    }

    private static Manifest manifest(MemoryStorage storage) throws IOException {
        return ManifestFile.read(storage).orElseThrow();
    }

    /** The same files on another disk, which cuts reads and writes short by chance. */
    private static MemoryStorage copy(MemoryStorage store, SplittableRandom random) {
        return store.crash(random, Survival.ALL);
    }
}
