package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.ingest.mapping.SourceOptions;
import sluice.load.files.StoreFiles;
import sluice.load.job.Forecast;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.LoadStart;
import sluice.load.plan.ChunkRule;
import sluice.load.plan.Forecaster;
import sluice.load.plan.PredicateSample;
import sluice.load.plan.SampleDegrees;
import sluice.load.plan.SampleRows;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.segment.Borders;
import sluice.storage.MemoryStorage;

class DryRunTest {
    /** As many rows as make the input ten times the least sample. */
    private static final int LINKS = 500_000;

    private static final ChunkRule.Choice MEBIBYTES =
            new ChunkRule.Choice(1 << 20, Forecast.ChunksChosenBy.MEMORY);

    @TempDir Path directory;

    @Test
    void linksValuesAndIndexesAreForecastByPredicate() throws IOException {
        int people = 20_000;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < people; i++) {
            text.append("<n%d> <follows> <n%d> .\n".formatted(i, i * 7 % people));
            text.append("<n%d> <name> \"Somebody %d\" .\n".formatted(i, i));
            if (i % 2 == 0) {
                text.append("<n%d> <age> \"%d\" .\n".formatted(i, i % 90));
            }
        }
        Files.writeString(directory.resolve("people.rdf"), text);
        Files.writeString(
                directory.resolve("people.schema"),
                "name: string @index(exact) .\nage: int .\nfollows: [uid] @reverse .\n");
        Source source = Source.open(List.of(directory.toString()), null);
        DryRun.Report report =
                DryRun.run(null, source, options(), DryRun.SAMPLE_PERCENT, System::nanoTime);
        List<PredicateSample.PredicateCount> found = report.predicates();
        TreeMap<String, Long> links = new TreeMap<>();
        TreeMap<String, Long> values = new TreeMap<>();
        found.forEach(each -> links.put(each.name(), each.links()));
        found.forEach(each -> values.put(each.name(), each.values()));
        assertEquals(List.of("age", "follows", "name", "~follows"), List.copyOf(links.keySet()));
        assertEquals(people, links.get("follows"), people / 20.0);
        assertEquals(links.get("follows"), links.get("~follows"));
        assertEquals(people, values.get("name"), people / 20.0);
        assertEquals(people / 2.0, values.get("age"), people / 20.0);
        for (PredicateSample.PredicateCount each : found) {
            boolean isIndexed = each.name().equals("name");
            assertEquals(isIndexed, each.indexBytes() > 0, each::toString);
            assertTrue(!isIndexed || each.indexBytes() < 30L * people, each::toString);
        }
    }

    @Test
    void theForecastComesNearWhatTheLoadTakes() throws IOException {
        Source source = skewedLinks();
        // Else chunks would be smaller where a busy machine makes the sample come slowly.
        LoadOptions options = options().withChunkBytes(4 << 20);
        DryRun.Report report =
                DryRun.run(null, source, options, DryRun.SAMPLE_PERCENT, System::nanoTime);
        Forecast forecast = report.forecast();
        assertTrue(forecast.sampleBytes() < forecast.inputBytes() / 5, forecast::toString);
        LoadResult result = LoadFixture.load(LoadFixture.storage(), source, options);
        LoadOutcome outcome = result.outcome();

        assertNear(LINKS, forecast.rows(), 0.05);
        assertNear(outcome.runBytes(), forecast.runBytes(), 0.5);
        assertNear(outcome.segmentBytes(), forecast.segmentBytes(), 0.5);
        assertNear(outcome.diskBytes(), forecast.diskBytes(), 0.5);
        assertNear(outcome.buckets(), forecast.buckets(), 0.5);
        assertNear(outcome.chunks(), forecast.chunks(), 0.01);
        Forecast.LargestId largest = forecast.largestIds().getFirst();
        assertEquals("7", largest.id());
        assertNear(LINKS / 5.0, largest.links(), 0.2);
        assertNear(outcome.largestBucketRows(), forecast.largestBucketRows(), 1);
    }

    @Test
    void aLoadTellsWhatWasExpectedBesideWhatCame() throws IOException {
        LoadResult result = LoadFixture.load(LoadFixture.storage(), skewedLinks(), options());
        Forecast forecast = Objects.requireNonNull(result.forecast());
        assertNear(LINKS, forecast.rows(), 0.05);
        assertNear(result.outcome().runBytes(), forecast.runBytes(), 1);
        assertNear(result.outcome().buckets(), forecast.buckets(), 0.01);
        assertEquals("7", forecast.largestIds().getFirst().id());
        assertTrue(forecast.stageSeconds() > 0 && forecast.buildSeconds() > 0);
        assertTrue(result.outcome().stageSeconds() > 0 && result.outcome().buildSeconds() > 0);
        assertTrue(result.outcome().diskBytes() >= result.outcome().runBytes());
        assertTrue(
                result.outcome().diskBytes()
                        <= result.outcome().runBytes() + result.outcome().segmentBytes());
    }

    @Test
    void timeIsTheMeasuredTimeOfTheSampleForAllBytesOnAllCores() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("links.csv", "id1,id2,time\n" + "1,2,3\n".repeat(400_000));
        Source source = fixture.source("links.csv");
        Forecaster forecaster = new Forecaster(source, options().withThreads(8), 4, 1000);
        Source.Sample sample = new Source.Sample(240_000, 240_000, 0, 40_000, 2, List.of());
        SampleRows rows = new SampleRows();
        Forecaster.Costs costs =
                new Forecaster.Costs(4_000_000_000L, 2_000_000_000L, 100_000_000, 50, 7);
        Forecaster.Cuts cuts =
                new Forecaster.Cuts(Borders.whole(), new SampleRows(), MEBIBYTES, false);
        Forecast forecast =
                forecaster.of(sample, rows, new SampleDegrees(rows), costs, cuts, Long::toString);
        assertNear(10, forecast.stageSeconds(), 0.001);
        assertNear(5, forecast.buildSeconds(), 0.001);
        assertNear(1e9, forecast.runBytes(), 0.001);
        assertNear(500, forecast.segmentBytes(), 0.001);
        assertNear(70, forecast.dictionaryBytes(), 0.02);
        assertEquals(
                1000 + forecast.runBytes() + forecast.segmentBytes() + forecast.dictionaryBytes(),
                forecast.diskBytes());
        assertEquals(3, forecast.chunks());

        Forecaster.Costs cheap = new Forecaster.Costs(1, 1, 100_000_000, 50, 0);
        Forecast writing =
                forecaster.of(sample, rows, new SampleDegrees(rows), cheap, cuts, Long::toString);
        assertNear(1e9 / Forecaster.WRITE_BYTES_PER_SECOND, writing.stageSeconds(), 0.001);
    }

    @Test
    void timeIsNoLessThanASlowSourceTakes() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("links.csv", "id1,id2,time\n" + "1,2,3\n".repeat(400_000));
        SourceOptions slow =
                new SourceOptions(100_000, System::nanoTime, InputStream.nullInputStream());
        Source source = Source.open(List.of(directory.resolve("links.csv").toString()), null, slow);
        Forecaster forecaster = new Forecaster(source, options(), 4, 0);
        Source.Sample sample = new Source.Sample(240_000, 240_000, 0, 40_000, 2, List.of());
        SampleRows rows = new SampleRows();
        Forecast forecast =
                forecaster.of(
                        sample,
                        rows,
                        new SampleDegrees(rows),
                        new Forecaster.Costs(1, 1, 1, 1, 1),
                        new Forecaster.Cuts(Borders.whole(), new SampleRows(), MEBIBYTES, false),
                        Long::toString);
        assertNear(24, forecast.stageSeconds(), 0.001);
    }

    /** The first rounds take a second at each step, the last a millisecond. */
    @Test
    void timeIsThatOfCompiledCode() throws IOException {
        Source source = skewedLinks();
        AtomicLong now = new AtomicLong();
        AtomicInteger calls = new AtomicInteger();
        LongSupplier clock =
                () -> now.addAndGet(calls.incrementAndGet() <= 40 ? 1_000_000_000L : 1_000_000L);
        Forecast forecast =
                DryRun.run(null, source, options().withThreads(1), DryRun.SAMPLE_PERCENT, clock)
                        .forecast();
        double scale = forecast.rows() / (double) forecast.sampleRows();
        assertNear(0.002 * scale, forecast.stageSeconds(), 0.05);
        assertNear(0.001 * scale, forecast.buildSeconds(), 0.05);
    }

    /** Its first rows are longer than the others, so that a sample of it would mislead. */
    @Test
    void smallFilesAreCounted() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("large.csv", "id1,id2,time\n" + "1,2,3\n".repeat(1_000_000));
        String rows = ("5,6," + "0".repeat(40) + "7\n").repeat(200) + "5,6,7\n".repeat(20_000);
        fixture.write("small.csv", "id1,id2,time\n" + rows);
        Forecast forecast = dryRun(null, fixture.source("large.csv", "small.csv")).forecast();
        assertNear(1_020_200, forecast.rows(), 0.005);
    }

    /** A header is no row: of a file that is read whole everything is known. */
    @Test
    void aHeaderDoesNotCount() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("links.csv", "id1,id2,time\n1,2,3\n");
        Source source = fixture.source("links.csv");
        Source.Sample all = new Source.Sample(6, 6, 0, 1, 0, List.of());
        SampleRows rows = new SampleRows();
        Forecast forecast =
                new Forecaster(source, options(), 1, 0)
                        .of(
                                all,
                                rows,
                                new SampleDegrees(rows),
                                new Forecaster.Costs(1, 1, 100, 50, 0),
                                new Forecaster.Cuts(
                                        Borders.whole(), new SampleRows(), MEBIBYTES, true),
                                Long::toString);
        assertEquals(100, forecast.runBytes());
        assertEquals(50, forecast.segmentBytes());
    }

    @Test
    void relationsAreForecastOneByOneWithPackedFilesAmongThem() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        StringBuilder people = new StringBuilder(":ID(Person)|name\n");
        StringBuilder knows = new StringBuilder(":START_ID(Person)|:END_ID(Person)|since:int\n");
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 60_000; i++) {
            people.append("p").append(i).append("|some name of ").append(i).append('\n');
            int star = i % 3 == 0 ? 5 : random.nextInt(60_000);
            knows.append("p%d|p%d|%d\n".formatted(star, random.nextInt(60_000), i));
        }
        fixture.write("Person.csv", people.toString());
        fixture.writeGzip("Person_knows_Person.csv.gz", knows.toString());
        Source source = fixture.source("Person.csv", "Person_knows_Person.csv.gz");
        Forecast forecast = dryRun(null, source).forecast();
        assertEquals(2, forecast.relations().size());
        assertEquals(RowKind.NODE, forecast.relations().getFirst().kind());
        assertEquals("Person", forecast.relations().getFirst().relation());
        assertNear(60_000, forecast.relations().getFirst().rows(), 0.1);
        assertNear(60_000, forecast.relations().getLast().rows(), 0.3);
        assertEquals("Person:p5", forecast.largestIds().getFirst().id());

        MemoryStorage storage = LoadFixture.storage();
        LoadFixture.load(storage, source, options());
        long dictionary = 0;
        for (String name : storage.list()) {
            dictionary += name.startsWith("dict-") ? LoadFixture.text(storage, name).length() : 0;
        }
        assertNear(dictionary, forecast.dictionaryBytes(), 1);
    }

    @Test
    void rowsOfTheSampleThatCannotBeReadAreNamed() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("links.csv", "id1,id2,time\n1,2,3\n1,2,x\n" + "4,5,y\n".repeat(30));
        DryRun.Report report = dryRun(null, fixture.source("links.csv"));
        assertEquals(31, report.forecast().sampleRejected());
        assertEquals(20, report.rejects().size());
        DryRun.SampledReject first = report.rejects().getFirst();
        assertTrue(first.file().endsWith("links.csv"));
        assertEquals(19, first.offset());
        assertEquals(3, first.column());
        assertEquals("time \"x\" is not a signed 64-bit number", first.cause());
    }

    @Test
    void nothingIsWrittenAndTheStoreIsAsked() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("a.csv", "id1,id2\n" + "1,2\n".repeat(500));
        fixture.write("b.csv", "id1,id2\n3,4\n");
        fixture.write("named.csv", "id1(P),id2(P)\n3,4\n");
        Source a = fixture.source("a.csv");
        Source b = fixture.source("b.csv");
        MemoryStorage storage = LoadFixture.storage();
        assertStart(LoadStart.NEW_STORE, storage, a);
        assertEquals(List.of(), storage.list());

        LoadOptions options = options().withChunkBytes(200);
        assertThrows(
                SluiceException.class,
                () -> LoadFixture.load(storage, a, options, LoadFixture.stopAfterChunks(3)));
        TreeMap<String, String> image = LoadFixture.image(storage);
        assertEquals(
                LoadStart.RESUME, DryRun.run(storage, a, options, 1, System::nanoTime).start());
        assertRefused(ErrorCode.STORE, "sluice abandon", storage, b);
        assertEquals(image, LoadFixture.image(storage));

        LoadFixture.load(storage, a, options);
        image = LoadFixture.image(storage);
        assertStart(LoadStart.NOTHING, storage, a);
        assertStart(LoadStart.NEXT_LOAD, storage, b);
        assertRefused(
                ErrorCode.CONFIG,
                "ids of this store are numbers",
                storage,
                fixture.source("named.csv"));
        try (Closeable _ = storage.lock(StoreFiles.LOCK).orElseThrow()) {
            assertRefused(
                    ErrorCode.STORE, "another load, absorption or backup is at work", storage, b);
        }
        assertEquals(image, LoadFixture.image(storage));
    }

    @Test
    void aShareOfTheInputIsReadAsUsersWriteIt() {
        assertEquals(1, DryRun.parsePercent("1%"));
        assertEquals(0.25, DryRun.parsePercent("0.25%"));
        for (String wrong : List.of("0%", "1", "101%", "%", "-1%", "x%", "NaN%")) {
            SluiceException refused =
                    assertThrows(SluiceException.class, () -> DryRun.parsePercent(wrong), wrong);
            assertEquals(ErrorCode.CONFIG, refused.code());
        }
    }

    @Test
    void phasesAreTimedByTheClockThatIsGiven() {
        long[] now = {5};
        LoadProgress progress = new LoadProgress(() -> now[0]);
        now[0] += 2_000_000_000L;
        progress.enter(LoadProgress.Phase.STAGE);
        now[0] += 3_000_000_000L;
        progress.enter(LoadProgress.Phase.BUILD);
        now[0] += 500_000_000L;
        assertEquals(2, progress.seconds(LoadProgress.Phase.PLAN));
        assertEquals(3, progress.seconds(LoadProgress.Phase.STAGE));
        assertEquals(0.5, progress.seconds(LoadProgress.Phase.BUILD));
        assertEquals(0, progress.seconds(LoadProgress.Phase.DONE));
    }

    private static void assertStart(LoadStart start, MemoryStorage storage, Source source)
            throws IOException {
        DryRun.Report report = dryRun(storage, source);
        assertEquals(start, report.start());
        assertNull(report.refusal());
    }

    private static void assertRefused(
            ErrorCode code, String message, MemoryStorage storage, Source source)
            throws IOException {
        DryRun.Report report = dryRun(storage, source);
        assertEquals(LoadStart.REFUSED, report.start());
        SluiceException refusal = report.refusal();
        assertNotNull(refusal);
        assertEquals(code, refusal.code());
        assertTrue(refusal.getMessage().contains(message), refusal::getMessage);
    }

    private static DryRun.Report dryRun(@Nullable MemoryStorage storage, Source source)
            throws IOException {
        return DryRun.run(storage, source, options(), DryRun.SAMPLE_PERCENT, System::nanoTime);
    }

    private static void assertNear(double expected, double found, double share) {
        assertTrue(
                Math.abs(found - expected) <= share * expected,
                "expected about " + expected + ", found " + found);
    }

    private static LoadOptions options() {
        return LoadFixture.options();
    }

    /** Links of which a fifth come from one id. */
    private Source skewedLinks() throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        StringBuilder text = new StringBuilder("id1,id2,time\n");
        for (int i = 0; i < LINKS; i++) {
            int id1 = i % 5 == 0 ? 7 : random.nextInt(100_000);
            text.append(id1).append(',').append(random.nextInt(1_000_000)).append(',');
            text.append(1_600_000_000_000L + i).append('\n');
        }
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("links.csv", text.toString());
        return fixture.source("links.csv");
    }
}
