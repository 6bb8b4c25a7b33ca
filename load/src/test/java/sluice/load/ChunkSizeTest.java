package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.ingest.Source;
import sluice.ingest.file.ReadTime;
import sluice.ingest.mapping.SourceOptions;
import sluice.ingest.row.DictionaryNames;
import sluice.load.job.Demand;
import sluice.load.job.Forecast;
import sluice.load.job.Forecast.ChunksChosenBy;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.plan.ChunkRule;
import sluice.load.plan.Forecaster;
import sluice.load.plan.LoadPlan;
import sluice.load.plan.SampleDegrees;
import sluice.load.plan.SampleRows;
import sluice.load.plan.SourceSample;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;

/** Loads whose chunks come out larger or smaller by how fast their source is. No time is waited. */
class ChunkSizeTest {
    private static final int LINKS = 150_000;
    private static final long SLOW = 1_000_000;
    private static final String PADDING = "a".repeat(120);

    @TempDir Path directory;
    private String text = "";

    @BeforeEach
    void writeLinks() throws IOException {
        StringBuilder links = new StringBuilder("id1,id2,time,data\n");
        for (int i = 0; i < LINKS; i++) {
            links.append(i * 31L % 20_011).append(',').append(i).append(',').append(i);
            links.append(',').append(Long.toString(i * 0x9E3779B97F4A7C15L, 36)).append('\n');
        }
        text = links.toString();
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("links.csv", text);
        fixture.writeGzip("links.csv.gz", text);
    }

    @Test
    void aSourceWithALimitedRateIsCutFiner() throws IOException {
        for (String name : List.of("links.csv", "links.csv.gz")) {
            Forecast fast = load(source(name, 0));
            assertEquals(ChunksChosenBy.MEMORY, fast.chunksChosenBy(), name);
            Forecast slow = load(source(name, SLOW));
            assertEquals(ChunksChosenBy.SOURCE_SPEED, slow.chunksChosenBy(), name);
            assertEquals(ChunkRule.CHUNK_BYTES_MIN, slow.chunkBytes());
            assertTrue(slow.chunks() > fast.chunks(), name);
        }
    }

    /** As from a disk or a network that takes a tenth of a second for each block. */
    @Test
    void aSourceWhoseBytesComeSlowlyIsCutFiner() throws IOException {
        for (String name : List.of("links.csv", "links.csv.gz")) {
            Source source = source(name, 0);
            assertEquals(ChunksChosenBy.MEMORY, planned(source, 0, 10, options()).by(), name);
            assertEquals(
                    new ChunkRule.Choice(ChunkRule.CHUNK_BYTES_MIN, ChunksChosenBy.SOURCE_SPEED),
                    planned(source, 100_000_000, 10, options()),
                    name);
        }
    }

    /** Rows take the room of their text, however well that was packed. */
    @Test
    void aPackedSourceIsCutAsItsText() throws IOException {
        StringBuilder rows = new StringBuilder("id1,id2,time,data\n");
        for (int i = 0; i < LINKS; i++) {
            rows.append("1,2,").append(i).append(',');
            rows.append(Long.toString(i * 0x9E3779B97F4A7C15L, 36)).append(PADDING).append('\n');
        }
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("padded.csv", rows.toString());
        fixture.writeGzip("padded.csv.gz", rows.toString());
        LoadOptions options = options().withMemory(256L << 20, 96L << 20);
        long plain = planned(source("padded.csv", 0), 0, 10, options).chunkBytes();
        long packed = planned(source("padded.csv.gz", 0), 0, 10, options).chunkBytes();
        // How large the text of a packed file is in all is guessed.
        long guessed = 4 * Files.size(directory.resolve("padded.csv.gz"));
        assertTrue(packed >= Math.min(plain, guessed), plain + " and " + packed);
    }

    @Test
    void standardInputIsCutAsIfItWereSlow() throws IOException {
        InputStream input = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        SourceOptions options = new SourceOptions(0, System::nanoTime, input);
        Source source = Source.open(List.of("-"), null, options);
        LoadResult result = load(LoadFixture.storage(), source, roomy(), LoadEvents.NONE);
        Forecast forecast = Objects.requireNonNull(result.forecast());
        assertEquals(ChunksChosenBy.SOURCE_SPEED, forecast.chunksChosenBy());
        assertEquals(Forecaster.UNKNOWN_BYTES / ChunkRule.CHUNKS_MAX, forecast.chunkBytes());
    }

    /** What lies in the pipe are too few rows for Java to compile what parses them. */
    @Test
    void theFirstRowsOfAProcessDoNotMakeStagingLookSlow() throws IOException {
        InputStream input = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        SourceOptions options = new SourceOptions(SLOW, () -> 0, input);
        Source source = Source.open(List.of("-"), null, options);
        assertEquals(ChunksChosenBy.SOURCE_SPEED, planned(source, 0, 3000, roomy()).by());
        Source file = source("links.csv", SLOW);
        assertEquals(ChunksChosenBy.MEMORY, planned(file, 0, 3000, options()).by());
    }

    @Test
    void theOptionIsStrongerThanTheRule() throws IOException {
        LoadOptions given = options().withChunkBytes(3 << 20);
        LoadResult result =
                load(LoadFixture.storage(), source("links.csv", SLOW), given, LoadEvents.NONE);
        Forecast forecast = Objects.requireNonNull(result.forecast());
        assertEquals(3 << 20, forecast.chunkBytes());
        assertEquals(ChunksChosenBy.OPTION, forecast.chunksChosenBy());
    }

    @Test
    void aLoadThatGoesOnAtAnotherRateKeepsItsChunks() throws IOException {
        MemoryStorage whole = LoadFixture.storage();
        LoadResult usual = load(whole, source("links.csv", 0), options(), LoadEvents.NONE);
        // At the usual size there is one chunk, which a stop must come before.
        goesOn(whole, usual, 0, 0, SLOW);
        goesOn(whole, usual, SLOW, 1, 0);
    }

    private void goesOn(
            MemoryStorage whole, LoadResult usual, long rate, int chunks, long laterRate)
            throws IOException {
        long chunkBytes = load(source("links.csv", rate)).chunkBytes();
        MemoryStorage resumed = LoadFixture.storage();
        assertThrows(
                SluiceException.class,
                () ->
                        load(
                                resumed,
                                source("links.csv", rate),
                                options(),
                                LoadFixture.stopAfterChunks(chunks)));
        Source later = source("links.csv", laterRate);
        LoadResult ended = load(resumed, later, options(), LoadEvents.NONE);
        assertTrue(ended.resumed());
        Forecast forecast = Objects.requireNonNull(ended.forecast());
        assertEquals(ChunksChosenBy.EARLIER_TRY, forecast.chunksChosenBy());
        assertEquals(chunkBytes, forecast.chunkBytes());
        assertEquals(usual.rowsRead(), ended.rowsRead());
        assertEquals(segments(whole), segments(resumed));
    }

    /** A source of which {@code bytesPerSecond} may be read, by a clock on which all is due. */
    private Source source(String name, long bytesPerSecond) throws IOException {
        AtomicLong now = new AtomicLong();
        LongSupplier leaping = () -> now.addAndGet(TimeUnit.HOURS.toNanos(1));
        SourceOptions options =
                new SourceOptions(bytesPerSecond, leaping, InputStream.nullInputStream());
        return Source.open(List.of(directory.resolve(name).toString()), null, options);
    }

    private static LoadOptions options() {
        return LoadFixture.options().withThreads(1);
    }

    private static LoadOptions roomy() {
        return options().withMemory(1L << 30, 256L << 20);
    }

    private static Forecast load(Source source) throws IOException {
        LoadResult result = load(LoadFixture.storage(), source, options(), LoadEvents.NONE);
        return Objects.requireNonNull(result.forecast());
    }

    /** What rows take is nothing by its clock, so only a source that is told slow is slow. */
    private static LoadResult load(
            MemoryStorage storage, Source source, LoadOptions options, LoadEvents events)
            throws IOException {
        LoadProgress progress = new LoadProgress(() -> 0);
        return Load.run(storage, source, options, progress, events, new Demand());
    }

    /** The plan of a load for whose sample each block takes {@code blockNanos} to come. */
    private static ChunkRule.Choice planned(
            Source source, long blockNanos, long parseByteNanos, LoadOptions options)
            throws IOException {
        AtomicLong now = new AtomicLong();
        ReadTime reading = new ReadTime(() -> now.getAndAdd(blockNanos));
        SampleRows rows = new SampleRows();
        try (Dictionary none = Dictionary.open(LoadFixture.storage(), List.of());
                DictionaryNames names = new DictionaryNames(none)) {
            Source.Sample read =
                    source.sample(
                            2 << 20,
                            names,
                            _ -> rows,
                            _ -> (line, offset, column, cause, row) -> {},
                            reading);
            long parseNanos = parseByteNanos * read.textBytes();
            SourceSample sample =
                    new SourceSample(
                            read, rows, rows, new SampleDegrees(rows), reading, parseNanos);
            return LoadPlan.of(source, options, Optional.empty(), sample).chunks();
        }
    }

    private static TreeMap<String, String> segments(MemoryStorage storage) throws IOException {
        TreeMap<String, String> image = LoadFixture.image(storage);
        image.keySet().removeIf(name -> !name.startsWith("segment-"));
        assertFalse(image.isEmpty());
        return image;
    }
}
