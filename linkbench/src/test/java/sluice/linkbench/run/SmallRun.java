package sluice.linkbench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.workload.Configuration;

/** A whole run of LinkBench that takes a second on any store, and what must come of it. */
final class SmallRun {
    private SmallRun() {}

    /** 300 nodes with 6 links each, 4 requesters with 1000 requests each. */
    static Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("maxid1", "301");
        settings.put("nlinks_func", "CONST");
        settings.put("nlinks_config", "0");
        settings.put("nlinks_default", "6");
        settings.put("requests", "1000");
        settings.put("requesters", "4");
        settings.put("maxtime", "120");
        return settings;
    }

    /** Runs on {@code store} and checks that all was loaded and answered, and the counts. */
    static void check(String store, Map<String, String> settings) throws IOException {
        LinkBenchResult result =
                LinkBench.run(
                        new LinkBench.Options(
                                Configuration.shipped(settings), Profile.CORRECTED, store, 0, true),
                        BenchClock.system(),
                        () -> false,
                        new LinkBenchEvents() {});

        JsonNode json = ResultJson.of(result, "0.1");
        assertTrue(json.path("sound").asBoolean(), json::toPrettyString);
        assertEquals(300, json.path("load").path("nodes").asInt());
        assertEquals(1800, json.path("load").path("links").asInt());
        assertEquals(4000, json.path("run").path("requests").asInt());
        assertEquals(0, json.path("run").path("errors").asInt());
        assertEquals(0, json.path("verification").path("wrong").asInt());
        assertTrue(json.path("verification").path("lists").asInt() >= 600);
        json.path("operations")
                .forEach(operation -> assertEquals(0, operation.path("partial").asInt()));
    }
}
