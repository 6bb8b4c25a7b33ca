package sluice.experiments.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.SluiceException;
import sluice.servers.JavaCommand;

/** The whole benchmark on a graph so small that nothing it says of speed means anything. */
final class LoadBenchmarkTest {
    private static final long LINKS = 20_000;
    private static final long MEMORY_BYTES = 256 << 20;
    private static final int TABLE_COLUMNS_MAX = 100;

    @TempDir private Path temporary;
    private final List<String> log = new ArrayList<>();

    @Test
    void everyRowIsMeasuredAndNothingIsLeftBehind() throws IOException {
        Path directory = temporary.resolve("bench");
        LoadBenchmarkReport report =
                run(directory, EnumSet.allOf(BenchmarkRow.class), 1, true, false);

        JsonNode json = new ObjectMapper().readTree(report.json());
        assertEquals(BenchmarkRow.values().length, json.path("rows").size());
        for (JsonNode row : json.path("rows")) {
            double value = row.path("value").asDouble(Double.NaN);
            assertTrue(Double.isFinite(value) && value > 0, row::toString);
            assertTrue(row.path("min").asDouble() <= row.path("max").asDouble(), row::toString);
            assertFalse(row.path("samples").isEmpty(), row::toString);
        }
        assertEquals(LINKS, json.path("samples").path("inverse").path("links").path(0).asLong());
        assertFalse(json.path("machine").path("processor").asText().isEmpty());

        List<String> lines = report.table().lines().toList();
        assertEquals(1 + BenchmarkRow.values().length, lines.size());
        for (String line : lines) {
            assertTrue(line.length() <= TABLE_COLUMNS_MAX, line);
        }
        assertEquals(
                2 + BenchmarkRow.values().length,
                report.markdown().lines().filter(line -> line.startsWith("|")).count());
        assertFalse(Files.exists(directory), "the directory is left");
    }

    @Test
    void onlyWhatTheRowsNeedIsMeasuredAsOftenAsAsked() throws IOException {
        LoadBenchmarkReport report =
                run(temporary, Set.of(BenchmarkRow.UPTIME_COPY), 2, false, false);
        JsonNode json = new ObjectMapper().readTree(report.json());
        assertEquals(
                List.of("copy", "full"),
                List.copyOf(json.path("samples").propertyStream().map(Map.Entry::getKey).toList()));
        assertEquals(2, json.path("rows").path(0).path("samples").size());
        assertEquals(2, json.path("samples").path("copy").path("seconds").size());
        try (var left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void keptInputsAreUsedAgainUnlessTheyWereCutShort() throws IOException {
        Set<BenchmarkRow> rows = Set.of(BenchmarkRow.SIZE_TOPOLOGY);
        run(temporary, rows, 1, false, true);
        Path input = temporary.resolve("edges-" + LINKS + ".txt");
        byte[] bytes = Files.readAllBytes(input);
        assertTrue(log.getFirst().endsWith("generated"), log::toString);

        log.clear();
        run(temporary, rows, 1, false, false);
        assertTrue(log.getFirst().endsWith("found"), log::toString);
        assertTrue(Files.exists(input), "an input that was there is left there");

        Files.writeString(input, "1 2\n");
        log.clear();
        run(temporary, rows, 1, false, true);
        assertTrue(log.getFirst().endsWith("generated"), log::toString);
        assertEquals(bytes.length, Files.size(input));
    }

    @Test
    void aProcessThatFailsEndsTheBenchmarkAndLeavesNothing() throws IOException {
        Path directory = temporary.resolve("bench");
        LoadBenchmarkOptions options =
                options(directory, Set.of(BenchmarkRow.START), 1, false, false, List.of("false"));
        IOException failure = assertThrows(IOException.class, () -> run(options));
        assertTrue(failure.getMessage().contains("status 1"), failure::getMessage);
        assertFalse(Files.exists(directory), "the directory is left");
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        assertThrows(
                SluiceException.class,
                () -> run(temporary, Set.of(BenchmarkRow.DISK), 0, false, false));
        assertThrows(
                SluiceException.class,
                () ->
                        LoadBenchmarkOptions.of(
                                LINKS,
                                temporary,
                                1,
                                Set.of(BenchmarkRow.LARGE_MEMORY),
                                MEMORY_BYTES,
                                false,
                                false,
                                List.of("true")));
    }

    private LoadBenchmarkReport run(
            Path directory, Set<BenchmarkRow> rows, int runs, boolean large, boolean keep)
            throws IOException {
        return run(options(directory, rows, runs, large, keep, List.of("true")));
    }

    private LoadBenchmarkReport run(LoadBenchmarkOptions options) throws IOException {
        return LoadBenchmark.run(
                options,
                JavaCommand.ofThisProcess(List.of(BenchmarkTasks.class.getName())),
                InstantSource.system(),
                System::nanoTime,
                log::add);
    }

    private static LoadBenchmarkOptions options(
            Path directory,
            Set<BenchmarkRow> rows,
            int runs,
            boolean large,
            boolean keep,
            List<String> help) {
        return new LoadBenchmarkOptions(
                LINKS, directory, runs, rows, MEMORY_BYTES, large, keep, 2000, 20, help, 3);
    }
}
