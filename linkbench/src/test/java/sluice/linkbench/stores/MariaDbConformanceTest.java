package sluice.linkbench.stores;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.GraphStore;
import sluice.model.GraphStoreConformance;
import sluice.servers.mariadb.MariaDbAddress;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;

/**
 * A real MariaDB does what every graph store does, but for two things that the benchmark's tables
 * and queries, which are those of the original, do not hold: times are unsigned, and lists say
 * nothing of how links of one time are ordered.
 */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
class MariaDbConformanceTest extends GraphStoreConformance {
    @TempDir static Path directory;
    private static MariaDbServer server;

    @BeforeAll
    static void start() throws IOException {
        server = MariaDbServer.start(MariaDbPrograms.home(), directory, MariaDbOptions.DEFAULT);
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Override
    protected GraphStore open(long firstNodeId) {
        MariaDbAddress address = server.address("conformance");
        MariaDbTables.create(address, firstNodeId);
        return MariaDbGraph.connect(address, InstantSource.system());
    }

    @Override
    protected boolean ordersLinksOfOneTime() {
        return false;
    }

    @Override
    protected boolean hasTimesBelowZero() {
        return false;
    }
}
