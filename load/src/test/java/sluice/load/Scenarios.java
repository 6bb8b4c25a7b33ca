package sluice.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.model.RowKind;
import sluice.storage.MemoryStorage;
import sluice.store.ManifestFile;

/** The small loads that E1, E4 and E5 disturb: a few chunks into a few buckets each. */
public final class Scenarios {
    private static final int ROWS = 60;
    private static final MemoryPlan MEMORY = new MemoryPlan(1 << 18);

    private final Path directory;
    private final SplittableRandom random;

    /** Loads whose rows come from {@code seed} and whose files lie below {@code directory}. */
    public Scenarios(Path directory, long seed) {
        this.directory = directory;
        this.random = new SplittableRandom(seed);
    }

    /** Of every kind one. */
    List<CrashScenario> all() throws IOException {
        CrashScenario first = first();
        return List.of(first, second(first), overflowing(), superNode(), named(), diverted());
    }

    /** Three chunks of links and nodes into an empty store of four buckets. */
    CrashScenario first() throws IOException {
        TestSource source = source("first", false, 0);
        return scenario("first", MemoryStorage.create(), new GraphModel(), source);
    }

    /** Updates and deletions into the store that {@code first} leaves. */
    CrashScenario second(CrashScenario first) throws IOException {
        MemoryStorage store = first.disk();
        first.load(store);
        GraphModel before =
                ReadingEvents.model(
                                store,
                                ManifestFile.read(store).orElseThrow(),
                                first.source(),
                                first.before())
                        .orElseThrow()
                        .loaded();
        List<TestRow> rows = new ArrayList<>(first.source().rows().subList(0, ROWS / 2));
        rows.replaceAll(Scenarios::updated);
        TestSource source =
                write("second", List.of(new TestFile("s.tsv", RowKind.LINK, false, false, rows)));
        return scenario("second", store, before, source);
    }

    private static TestRow updated(TestRow row) {
        return new TestRow(
                row.kind(),
                row.id1(),
                row.type(),
                row.id2(),
                row.time(),
                row.version() + 1,
                false,
                row.id2() % 3 == 0,
                "new",
                false);
    }

    /** One chunk of links that leaves several runs. */
    public CrashScenario overflowing() throws IOException {
        List<TestRow> rows = new RandomRows(random, 0).rows(RowKind.LINK, 1500);
        TestSource source =
                write("overflow", List.of(new TestFile("o.tsv", RowKind.LINK, false, false, rows)));
        return CrashScenario.of(
                "overflowing",
                MemoryStorage.create(),
                new GraphModel(),
                source,
                LoadOptions.defaults().withBucketBytes(1 << 16).withChunkBytes(1 << 20),
                new MemoryPlan(1 << 16));
    }

    /** One id has more links than are sorted in memory, and one key many rows. */
    CrashScenario superNode() throws IOException {
        List<TestRow> rows = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            rows.add(
                    new TestRow(
                            RowKind.LINK,
                            7,
                            4,
                            i * 7 % 400,
                            i % 50,
                            0,
                            false,
                            i % 11 == 0,
                            "x",
                            false));
        }
        TestSource source =
                write("super", List.of(new TestFile("s.tsv", RowKind.LINK, false, false, rows)));
        return CrashScenario.of(
                "super node",
                MemoryStorage.create(),
                new GraphModel(),
                source,
                LoadOptions.defaults().withBucketBytes(1 << 20).withChunkBytes(1 << 20),
                new MemoryPlan(1 << 16));
    }

    /** Ids are names, so that the source is read twice. */
    CrashScenario named() throws IOException {
        TestSource source = source("named", true, 0);
        return scenario("named", MemoryStorage.create(), new GraphModel(), source);
    }

    /** Every fourth row or so goes to the reject ledger. */
    CrashScenario diverted() throws IOException {
        TestSource source = source("diverted", false, 0.25);
        return scenario("diverted", MemoryStorage.create(), new GraphModel(), source);
    }

    private TestSource source(String name, boolean named, double badShare) throws IOException {
        RandomRows rows = new RandomRows(random, badShare);
        List<TestFile> files =
                List.of(
                        new TestFile(
                                "a.tsv", RowKind.LINK, named, false, rows.rows(RowKind.LINK, ROWS)),
                        new TestFile(
                                "b.gz", RowKind.NODE, named, true, rows.rows(RowKind.NODE, 9)));
        return write(name, files);
    }

    private TestSource write(String name, List<TestFile> files) throws IOException {
        return TestSource.write(files, Files.createDirectories(directory.resolve(name)));
    }

    private CrashScenario scenario(
            String name, MemoryStorage store, GraphModel before, TestSource source)
            throws IOException {
        LoadOptions options =
                LoadOptions.defaults()
                        .withBucketBytes(600)
                        .withChunkBytes(1200)
                        .withRejects(
                                LoadOptions.OnError.DIVERT, LoadOptions.RejectBudget.UNLIMITED);
        return CrashScenario.of(name, store, before, source, options, MEMORY);
    }
}
