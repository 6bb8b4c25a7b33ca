package sluice.experiments.contest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.experiments.Verdict;
import sluice.experiments.contest.ContestOptions.Part;
import sluice.linkbench.run.BenchClock;
import sluice.model.SluiceException;
import sluice.servers.WaitsForServers;

@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class ContestTest {
    /** Enough to answer requests in; what it says of speed means nothing. */
    private static final Duration TIME = Duration.ofMillis(200);

    @Test
    void partsAreMeasuredAndTheOthersLeftOpen() throws IOException {
        List<String> log = new ArrayList<>();
        ContestReport report =
                Contest.run(
                        new ContestOptions(
                                2000,
                                TIME,
                                TIME,
                                1000,
                                List.of(Part.SLUICE, Part.COMPACTED, Part.NONE, Part.LOAD),
                                Map.of()),
                        BenchClock.system(),
                        () -> false,
                        log::add);
        JsonNode json = new ObjectMapper().readTree(report.json());
        assertEquals(6, json.get("runs").size(), "four trials, the best again, the driver");
        for (JsonNode run : json.get("runs")) {
            assertTrue(run.get("requests_per_second").asDouble() > 0, run.toString());
            assertEquals(0, run.get("errors").asInt(), run.toString());
        }
        double tried = 0;
        for (int i = 0; i < 4; i++) {
            tried = Math.max(tried, json.get("runs").get(i).get("requests_per_second").asDouble());
        }
        int requesters = json.get("runs").get(4).get("requesters").asInt();
        for (int i = 0; i < 4; i++) {
            JsonNode run = json.get("runs").get(i);
            boolean best = run.get("requests_per_second").asDouble() == tried;
            assertEquals(best, run.get("requesters").asInt() == requesters, report.json());
        }
        assertEquals("-", json.get("figures").get(0).get("verdict").asText(), "no MariaDB");
        assertEquals(0, json.get("figures").get(5).get("value").asInt(), "nobody waited");
        assertTrue(json.get("figures").get(8).get("value").asDouble() > 0, "compacted writes");
        if (Files.isReadable(Path.of("/proc/self/io"))) {
            double kibibytes = json.get("figures").get(7).get("value").asDouble();
            assertTrue(kibibytes > 0 && kibibytes < 1_000, "a look-up of " + kibibytes + " KiB");
        }
        assertTrue(report.table().lines().allMatch(line -> line.length() <= 100), report.table());
        assertTrue(report.markdown().contains("| driver alone"), report.markdown());
        assertTrue(log.stream().anyMatch(line -> line.startsWith("sluice: loaded")), log::toString);
    }

    /** A server with 400 MiB uses more than a fifth of that, and less than a fifth of 2 GiB. */
    @Test
    void theServersMemoryIsComparedWithWhatItsSettingAllows() throws IOException {
        Map<String, String> settings = Map.of("sluice_memory_bytes", String.valueOf(400 << 20));
        ContestReport report =
                Contest.run(
                        new ContestOptions(1000, TIME, TIME, 1000, List.of(Part.GRPC), settings),
                        BenchClock.system(),
                        () -> false,
                        _ -> {});
        JsonNode figure = new ObjectMapper().readTree(report.json()).get("figures").get(6);
        assertTrue(figure.get("value").asDouble() > 0.2, figure.toString());
    }

    @Test
    void verdictsFollowTheLimits() {
        assertEquals(Verdict.SHORT, row(1.99, true).verdict());
        assertEquals(Verdict.PASS, row(2, true).verdict());
        assertEquals(Verdict.AIM, row(4, true).verdict());
        assertEquals(Verdict.SHORT, row(2.01, false).verdict());
        assertEquals(Verdict.PASS, row(2, false).verdict());
        assertEquals(">= 2.00 x", row(2, true).required());
        assertEquals("<= 2.00 x", row(2, false).required());
    }

    private static ContestRow row(double value, boolean higher) {
        return new ContestRow(
                "a row", OptionalDouble.of(value), " x", 2, higher, 2, higher ? 4 : 1);
    }

    @Test
    void sizesThatMeasureNothingAreRefused() {
        assertThrows(
                SluiceException.class,
                () -> new ContestOptions(999, TIME, TIME, 1000, List.of(), Map.of()));
    }
}
