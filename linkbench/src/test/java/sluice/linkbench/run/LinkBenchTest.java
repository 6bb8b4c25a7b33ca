package sluice.linkbench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.workload.Configuration;
import sluice.linkbench.workload.RequestKind;
import sluice.model.SluiceException;

/** A whole run of LinkBench: load, requests, and the result as JSON. */
class LinkBenchTest {
    private static final Map<String, String> SMALL =
            Map.of(
                    "maxid1", "501",
                    "nlinks_func", "CONST",
                    "nlinks_config", "0",
                    "nlinks_default", "6",
                    "requests", "2000",
                    "requesters", "2",
                    "warmup_time", "0",
                    "maxtime", "60");

    private static LinkBenchResult run(String store, double rate, Map<String, String> more)
            throws IOException {
        Map<String, String> settings = new HashMap<>(SMALL);
        settings.putAll(more);
        return LinkBench.run(
                new LinkBench.Options(
                        Configuration.shipped(settings), Profile.CORRECTED, store, rate, true),
                BenchClock.system(),
                () -> false,
                new LinkBenchEvents() {});
    }

    @Test
    void aRunTellsWhatItWasRunWith() throws IOException {
        JsonNode result = ResultJson.of(run("memory", 0, Map.of("dbid", "linkdb")), "0.1");
        assertTrue(result.path("sound").asBoolean());
        assertEquals("memory", result.path("store").asText());
        assertEquals("corrected", result.path("profile").asText());
        assertEquals("CONST", result.path("distribution").asText());
        assertEquals(12345, result.path("seeds").path("requests").asLong());
        assertEquals(
                -7018833430379821243L, result.path("seeds").path("requesters").path(0).asLong());
        assertEquals("0.1", result.path("versions").path("sluice").asText());
        assertTrue(result.path("machine").path("cores").asInt() > 0);
        JsonNode settings = result.path("settings");
        assertEquals("0.741", settings.path("used").path("write_shape").asText());
        assertEquals("2", settings.path("used").path("loaders").asText());
        assertEquals("[\"dbid\"]", settings.path("unused").toString());
        assertEquals(500, result.path("load").path("nodes").asInt());
        assertEquals(3000, result.path("load").path("links").asInt());
        assertEquals("closed", result.path("run").path("loop").asText());
        assertEquals(4000, result.path("run").path("requests").asInt());
        assertEquals(0, result.path("verification").path("wrong").asInt());
        assertTrue(result.path("verification").path("lists").asInt() >= 1000);
        long requests = 0;
        for (JsonNode operation : result.path("operations")) {
            requests += operation.path("requests").asLong();
            JsonNode response = operation.path("response");
            assertTrue(
                    response.path("p50_nanos").asLong() <= response.path("p99_99_nanos").asLong());
            assertTrue(
                    response.path("p99_99_nanos").asLong() <= response.path("max_nanos").asLong());
            assertTrue(operation.path("service").isMissingNode());
        }
        assertEquals(4000, requests);
    }

    @Test
    void anOpenLoopHasBothTimes() throws IOException {
        JsonNode result = ResultJson.of(run("memory", 10_000, Map.of("requests", "500")), "0.1");
        assertEquals("open", result.path("run").path("loop").asText());
        assertEquals(10_000, result.path("run").path("rate_per_second").asDouble(), 0.001);
        JsonNode list = result.path("operations").path(RequestKind.GET_LINKS_LIST.ordinal());
        assertTrue(
                list.path("response").path("max_nanos").asLong()
                        >= list.path("service").path("max_nanos").asLong());
    }

    @Test
    void aStoreThatKeepsNothingIsNotLoaded() throws IOException {
        LinkBenchResult result = run("none", 0, Map.of());
        JsonNode members = ResultJson.of(result, "0.1");
        assertTrue(members.path("load").isMissingNode());
        assertTrue(members.path("verification").isMissingNode());
        assertEquals(4000, result.requests().requests());
    }

    @Test
    void failuresMakeAResultUnsound() throws IOException {
        LinkBenchResult sound = run("none", 0, Map.of());
        RequestResult requests = sound.requests();
        RequestResult aborted =
                new RequestResult(
                        requests.plan(),
                        requests.nanos(),
                        requests.operations(),
                        requests.intervals(),
                        0,
                        1,
                        0,
                        List.of());
        assertTrue(sound.isSound());
        assertFalse(with(sound, aborted, null).isSound());
        assertFalse(with(sound, requests, new Verification(2, 1, List.of())).isSound());
    }

    private static LinkBenchResult with(
            LinkBenchResult result, RequestResult requests, Verification verified) {
        return new LinkBenchResult(
                result.store(),
                result.profile(),
                result.distribution(),
                result.started(),
                result.ended(),
                result.machine(),
                result.settings(),
                result.warnings(),
                result.loaded(),
                requests,
                verified);
    }

    @Test
    void whatMakesFiguresLessComparableIsTold() throws IOException {
        List<String> warnings = new ArrayList<>();
        Map<String, String> settings = new HashMap<>(SMALL);
        settings.put("nlinks_func", "real");
        LinkBenchResult result =
                LinkBench.run(
                        new LinkBench.Options(
                                Configuration.shipped(settings), Profile.LEGACY, "none", 0, true),
                        BenchClock.system(),
                        () -> false,
                        new LinkBenchEvents() {
                            @Override
                            public void warned(String warning) {
                                warnings.add(warning);
                            }
                        });
        assertEquals(2, warnings.size());
        assertEquals(warnings, result.warnings());
        assertEquals("built-in", result.distribution());
    }

    @Test
    void aStopLeavesWhatWasMeasured() throws IOException {
        AtomicBoolean stop = new AtomicBoolean();
        LinkBenchResult result =
                LinkBench.run(
                        new LinkBench.Options(
                                Configuration.shipped(SMALL),
                                Profile.CORRECTED,
                                "memory",
                                100,
                                true),
                        BenchClock.system(),
                        stop::get,
                        new LinkBenchEvents() {
                            @Override
                            public void second(Interval interval) {
                                stop.set(true);
                            }
                        });
        long requests = result.requests().requests();
        assertTrue(requests > 0 && requests < 4000, () -> requests + " requests");
        assertNull(result.verified());
        assertEquals(
                "stopped before its end; counts were not compared", result.warnings().getLast());
    }

    @Test
    void wrongOptionsAreRefused() {
        assertThrows(SluiceException.class, () -> run("oracle", 0, Map.of()));
        assertThrows(SluiceException.class, () -> run("memory", -1, Map.of()));
        assertThrows(SluiceException.class, () -> run("memory", 0, Map.of("requesters", "0")));
        assertThrows(SluiceException.class, () -> run("memory", 0, Map.of("maxtime", "0")));
    }
}
