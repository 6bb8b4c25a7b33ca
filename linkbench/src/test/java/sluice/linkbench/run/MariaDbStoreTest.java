package sluice.linkbench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.servers.WaitsForServers;
import sluice.servers.mariadb.MariaDbAddress;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;

/** The whole of LinkBench on a real MariaDB. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class MariaDbStoreTest {
    @TempDir Path directory;

    @Test
    void aRunOnMariaDbLoadsRequestsAndVerifies() throws IOException {
        try (MariaDbServer server =
                MariaDbServer.start(MariaDbPrograms.home(), directory, MariaDbOptions.DEFAULT)) {
            MariaDbAddress address = server.address("linkbench_test");
            Map<String, String> settings = SmallRun.settings();
            settings.put("host", address.host());
            settings.put("port", String.valueOf(address.port()));
            settings.put("user", address.user());
            settings.put("dbid", address.database());
            SmallRun.check("mariadb", settings);
        }
    }
}
