package sluice.experiments.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.SluiceException;

/** The benchmark of rings, small: its figures are there, and its files are gone. */
class ServingBenchTest {
    @TempDir Path directory;

    private ServingReport run(boolean isStopped) throws IOException {
        return ServingBench.run(
                new ServingOptions(
                        10_000, 2, 3, 0.05, 256L << 20, directory.resolve("work"), false),
                new ServingBench.Surroundings(
                        Instant.EPOCH, System::nanoTime, () -> isStopped, _ -> {}));
    }

    @Test
    void allIsMeasuredAndWrittenInEachForm() throws IOException {
        ServingReport report = run(false);
        assertTrue(report.isGood(), report.text());
        JsonNode figures = new ObjectMapper().readTree(report.json()).path("figures");
        for (String name :
                new String[] {"swap_p99_micros", "after_ratio", "rocksdb_p99_micros", "swaps"}) {
            assertTrue(figures.has(name), name);
        }
        assertTrue(figures.path("swap_p99_micros").asDouble() > 0);
        assertTrue(figures.path("slow_alone_p999_micros").asDouble() > 0);
        double more = figures.path("slow_more_percent").asDouble();
        assertTrue(more > 0 && more <= 100.0 / 20, "a second request for %s %%".formatted(more));
        assertTrue(figures.path("delta_percent").asDouble() > 0, "a small store is one segment");
        assertTrue(report.html().contains("<table>"));
        assertTrue(report.markdown().startsWith("|"));
        assertFalse(Files.exists(directory.resolve("work")));
    }

    @Test
    void swapsOfSeveralSizesAreMeasuredAlone() throws IOException {
        ServingReport report =
                ServingBench.swaps(
                        new ServingOptions(
                                10_000, 1, 5, 0.05, 256L << 20, directory.resolve("work"), false),
                        List.of(1L << 19, 1L << 20),
                        new ServingBench.Surroundings(
                                Instant.EPOCH, System::nanoTime, () -> false, _ -> {}));
        assertTrue(report.isGood(), report.text());
        JsonNode figures = new ObjectMapper().readTree(report.json()).path("figures");
        assertTrue(figures.path("swap_p99_ratio").asDouble() > 0);
        long bytes = figures.path("of_1048576_version_bytes").asLong();
        assertTrue(Math.abs(bytes - (1 << 20)) < 1 << 18, "size " + bytes);
        assertEquals(5, figures.path("of_524288_swaps").asInt());
        assertEquals(0, figures.path("of_1048576_left_open").asInt());
        assertFalse(Files.exists(directory.resolve("work")));
    }

    @Test
    void whatIsStoppedIsNotWholeAndAFolderInUseIsRefused() throws IOException {
        assertFalse(run(true).isGood());
        Files.createDirectories(directory.resolve("work/mine"));
        assertThrows(SluiceException.class, () -> run(false));
    }
}
