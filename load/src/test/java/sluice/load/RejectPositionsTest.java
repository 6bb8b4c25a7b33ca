package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkQueue;
import sluice.ingest.Source;
import sluice.ingest.row.DictionaryNames;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.reject.RejectLog;
import sluice.model.ErrorCode;
import sluice.model.RowSink;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;

/** The ledger names each bad row where it stands, however the source is cut and interrupted. */
class RejectPositionsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir Path directory;

    /** What the ledger should say, collected while the files are written. */
    private final List<String> expected = new ArrayList<>();

    @Test
    void everyBadRowIsNamedByFileLineOffsetAndColumn() throws IOException {
        Source source = threeFiles();
        for (int threads : new int[] {1, 2}) {
            for (long chunkBytes : new long[] {37, 500, 1 << 20}) {
                MemoryStorage storage = LoadFixture.storage();
                LoadResult result =
                        LoadFixture.load(
                                storage,
                                source,
                                LoadFixture.diverting()
                                        .withThreads(threads)
                                        .withChunkBytes(chunkBytes));
                assertEquals(expected.size(), result.rowsRejected());
                assertEquals("rejects-000001.jsonl", result.ledger());
                assertEquals(expected, shown(storage, result.ledger()), "chunks " + chunkBytes);
                assertFalse(
                        storage.list().stream().anyMatch(name -> name.startsWith("reject-")),
                        "files of single chunks are left");
            }
        }
    }

    @Test
    void aResumedLoadNamesEachBadRowOnce() throws IOException {
        Source source = threeFiles();
        LoadOptions options = LoadFixture.diverting().withChunkBytes(300).withThreads(1);
        for (int stopAfter = 1; stopAfter < 14; stopAfter += 3) {
            MemoryStorage storage = LoadFixture.storage();
            LoadEvents stop = LoadFixture.stopAfter(stopAfter);
            assertThrows(
                    SluiceException.class, () -> LoadFixture.load(storage, source, options, stop));
            LoadResult result = LoadFixture.load(storage, source, options);
            assertTrue(result.resumed());
            assertEquals(expected.size(), result.rowsRejected());
            assertEquals(expected, shown(storage, result.ledger()), "stopped at " + stopAfter);
        }
    }

    @Test
    void aLoadThatGoesOnAfterUptimeStillCountsWhatStagingRejected() throws IOException {
        Source source = threeFiles();
        MemoryStorage storage = LoadFixture.storage();
        LoadOptions options = LoadFixture.diverting().withBucketBytes(200);
        LoadEvents stop =
                new LoadEvents() {
                    private volatile boolean up;

                    @Override
                    public void uptime() {
                        up = true;
                    }

                    @Override
                    public boolean stopRequested() {
                        return up;
                    }
                };
        assertThrows(SluiceException.class, () -> LoadFixture.load(storage, source, options, stop));
        LoadProgress progress = new LoadProgress();
        LoadResult result =
                Load.run(storage, source, options, progress, LoadEvents.NONE, new Demand());
        assertEquals(expected.size(), result.rowsRejected());
        assertEquals(expected, shown(storage, result.ledger()));
        assertEquals(result.rowsRead(), progress.rowsRead());
        assertEquals(result.rowsRejected(), progress.rowsRejected());
    }

    @Test
    void bytesThatAreNoTextAreKeptInBase64() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        Path file = fixture.write("links.csv", "id1,id2,time\n1,2,3\n");
        Files.write(file, new byte[] {'4', ',', '5', ',', (byte) 0xff}, StandardOpenOption.APPEND);
        MemoryStorage storage = LoadFixture.storage();
        LoadResult result =
                LoadFixture.load(storage, fixture.source("links.csv"), LoadFixture.diverting());
        JsonNode row = rows(storage, result.ledger()).getFirst();
        assertFalse(row.has("row"));
        assertEquals("NCw1LP8=", row.get("row_base64").asText());
    }

    @Test
    void theFirstBadRowStopsALoadAndIsNamed() throws IOException {
        threeFiles();
        LoadFixture fixture = new LoadFixture(directory);
        LoadOptions options = LoadFixture.options().withThreads(1).withChunkBytes(500);
        SluiceException plain =
                assertThrows(
                        SluiceException.class,
                        () ->
                                LoadFixture.load(
                                        LoadFixture.storage(), fixture.source("a.csv"), options));
        assertEquals(ErrorCode.INPUT, plain.code());
        assertTrue(
                plain.getMessage()
                        .endsWith(
                                "a.csv:34:3: time \"x\" is not a signed 64-bit number; fix the"
                                        + " row, or load with --on-error skip or divert"),
                plain::getMessage);
        SluiceException packed =
                assertThrows(
                        SluiceException.class,
                        () ->
                                LoadFixture.load(
                                        LoadFixture.storage(),
                                        fixture.source("c.csv.gz"),
                                        options));
        assertTrue(packed.getMessage().contains("c.csv.gz:34:3: "), packed::getMessage);
    }

    @Test
    void aTypeNameThatIsTooLongIsOneBadRow() throws IOException {
        Files.writeString(
                directory.resolve("types.csv"),
                ":START_ID,:END_ID,:TYPE\n1,2,a\n3,4,%s\n5,6,%s\n"
                        .formatted("x".repeat(4097), "y".repeat(4096)));
        MemoryStorage storage = LoadFixture.storage();
        Source source = new LoadFixture(directory).source("types.csv");
        LoadResult result = LoadFixture.load(storage, source, LoadFixture.diverting());
        assertEquals(2, result.rowsRead());
        String bad = shown(storage, result.ledger()).getFirst();
        assertTrue(bad.startsWith("types.csv:3:3 @"), bad);
        assertTrue(bad.contains("is not 1 to 4096 bytes long"), bad);
    }

    @Test
    void aBadRowOfAPackedFileIsNamedThoughTheChunksBeforeItAreNotStagedYet() throws IOException {
        threeFiles();
        MemoryStorage storage = LoadFixture.storage();
        Source source = new LoadFixture(directory).source("c.csv.gz");
        RejectLog log = new RejectLog(LoadFixture.options(), source, List.of());
        RowSink nowhere = (id1, type, id2, time, version, flags, data, offset, length) -> {};
        try (ChunkQueue queue = ChunkQueue.open(source, 100, List.of());
                Dictionary none = Dictionary.open(storage, List.of());
                DictionaryNames names = new DictionaryNames(none)) {
            SluiceException failure =
                    assertThrows(
                            SluiceException.class,
                            () -> {
                                for (Chunk chunk = queue.take();
                                        chunk != null;
                                        chunk = queue.take()) {
                                    try (var rejects = log.begin(chunk, storage, 1)) {
                                        rejects.stops(chunk.parse(names, nowhere, rejects));
                                    }
                                }
                                log.throwFailure();
                            });
            assertTrue(failure.getMessage().contains("c.csv.gz:34:3: "), failure::getMessage);
        }
    }

    @Test
    void theFirstBadRowOfAFileIsNamedWhateverTheThreads() throws IOException {
        StringBuilder text = new StringBuilder("id1,id2,data\n");
        for (int row = 2; row < 20_000; row++) {
            text.append(row == 42 || row > 1000 && row % 97 == 0 ? "x,2,\"\"\n" : "1,2,\"\"\n");
        }
        Files.writeString(directory.resolve("many.csv"), text);
        for (int round = 0; round < 20; round++) {
            MemoryStorage storage = LoadFixture.storage();
            Source source = new LoadFixture(directory).source("many.csv");
            SluiceException failure =
                    assertThrows(
                            SluiceException.class,
                            () ->
                                    LoadFixture.load(
                                            storage,
                                            source,
                                            LoadFixture.options()
                                                    .withChunkBytes(400)
                                                    .withThreads(4)));
            assertTrue(failure.getMessage().contains("many.csv:42:1: "), failure::getMessage);
        }
    }

    @Test
    void skippedRowsLeaveNoLedger() throws IOException {
        MemoryStorage storage = LoadFixture.storage();
        LoadResult result =
                LoadFixture.load(
                        storage,
                        threeFiles(),
                        LoadFixture.options()
                                .withRejects(
                                        LoadOptions.OnError.SKIP,
                                        LoadOptions.RejectBudget.UNLIMITED));
        assertEquals(expected.size(), result.rowsRejected());
        assertEquals("", result.ledger());
        assertFalse(storage.list().stream().anyMatch(name -> name.startsWith("reject")));
    }

    /** A plain file, one with quoted line ends, a packed one; every 17th row of each is bad. */
    private Source threeFiles() throws IOException {
        expected.clear();
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("a.csv", text("a.csv", "plain"));
        fixture.write("b.csv", text("b.csv", "\"two\nlines\""));
        fixture.writeGzip("c.csv.gz", text("c.csv.gz", "packed"));
        return fixture.source("a.csv", "b.csv", "c.csv.gz");
    }

    private String text(String name, String data) {
        StringBuilder text = new StringBuilder("id1,id2,time,data\n");
        int line = 2;
        int dataLines = data.contains("\n") ? 2 : 1;
        for (int i = 1; i <= 100; i++) {
            boolean bad = i % 17 == 0;
            String row = i + ",1," + (bad ? "x" : i) + "," + data;
            if (i == 17) {
                // Lines that hold no row count as lines.
                text.append("\n".repeat(16));
                line += 16;
            }
            if (bad) {
                int offset = text.toString().getBytes(StandardCharsets.UTF_8).length;
                expected.add(
                        "%s:%d:3 @%d time \"x\" is not a signed 64-bit number | %s"
                                .formatted(name, line, offset, row));
            }
            text.append(row).append('\n');
            line += dataLines;
        }
        return text.toString();
    }

    private List<String> shown(MemoryStorage storage, String ledger) throws IOException {
        List<String> shown = new ArrayList<>();
        for (JsonNode row : rows(storage, ledger)) {
            shown.add(
                    "%s:%d:%d @%d %s | %s"
                            .formatted(
                                    Path.of(row.get("file").asText()).getFileName(),
                                    row.get("line").asLong(),
                                    row.get("column").asInt(),
                                    row.get("offset").asLong(),
                                    row.get("cause").asText(),
                                    row.get("row").asText()));
        }
        return shown;
    }

    private static List<JsonNode> rows(MemoryStorage storage, String ledger) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        for (String line : LoadFixture.lines(LoadFixture.text(storage, ledger))) {
            JsonNode json = JSON.readTree(line);
            if (json.has("file")) {
                rows.add(json);
            }
        }
        return rows;
    }
}
