package sluice.bench.linkbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.bench.graph.LinkBenchOptions.Profile;
import sluice.bench.linkbench.mariadb.MariaDbAddress;
import sluice.bench.linkbench.mariadb.MariaDbOptions;
import sluice.bench.linkbench.mariadb.MariaDbPrograms;
import sluice.bench.linkbench.mariadb.MariaDbServer;

/** The whole of LinkBench on a real MariaDB. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
class MariaDbStoreTest {
    @TempDir Path directory;

    @Test
    void aRunOnMariaDbLoadsRequestsAndVerifies() throws IOException {
        try (MariaDbServer server =
                MariaDbServer.start(MariaDbPrograms.home(), directory, MariaDbOptions.DEFAULT)) {
            MariaDbAddress address = server.address("linkbench_test");
            Map<String, String> settings = new HashMap<>();
            settings.put("host", address.host());
            settings.put("port", String.valueOf(address.port()));
            settings.put("user", address.user());
            settings.put("dbid", address.database());
            settings.put("maxid1", "301");
            settings.put("nlinks_func", "CONST");
            settings.put("nlinks_config", "0");
            settings.put("nlinks_default", "6");
            settings.put("requests", "1000");
            settings.put("requesters", "4");
            settings.put("maxtime", "120");

            LinkBenchResult result =
                    LinkBench.run(
                            new LinkBench.Options(
                                    Configuration.shipped(settings),
                                    Profile.CORRECTED,
                                    "mariadb",
                                    0,
                                    true),
                            BenchClock.system(),
                            () -> false,
                            new LinkBenchEvents() {});

            JsonNode json = ResultJson.of(result, "0.1");
            assertTrue(json.path("sound").asBoolean(), json::toPrettyString);
            assertEquals(300, json.path("load").path("nodes").asInt());
            assertEquals(1800, json.path("load").path("links").asInt());
            assertEquals(4000, json.path("run").path("requests").asInt());
            assertEquals(0, json.path("verification").path("wrong").asInt());
            assertTrue(json.path("verification").path("lists").asInt() >= 600);
        }
    }
}
