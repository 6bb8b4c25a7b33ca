package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.servers.WaitsForServers;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;

/**
 * Two directories that name one database: what was written over the one is no part of the other,
 * and is not taken away from it.
 */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedDatabaseTest {
    private static final String ROW =
            "INSERT INTO linktable (id1, link_type, id2, visibility, data, time)"
                    + " VALUES (1, 0, 9, 1, '', 1)";
    private static final String HEADER =
            "INSERT INTO counttable (id, link_type, count, sluice_rows) VALUES (1, 0, 1, 1)";

    @TempDir private Path directory;
    private MariaDbServer server;
    private String address = "";

    @BeforeEach
    void start() throws IOException {
        server = MariaDbServer.startTemporary(MariaDbPrograms.home(), MariaDbOptions.DEFAULT);
        server.createDatabase("graph");
        address = server.uri("graph");
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void isOneDirectorysUntilItIsGivenToAnother() throws Exception {
        Path first = load("first");
        Path second = load("second");
        assertEquals(0, absorb(first).status());
        // A write online.
        run(ROW);
        run(HEADER);
        for (String verb : new String[] {"absorb", "serve"}) {
            CommandRun refused = CommandRun.of(verb, second.toString(), "--hot", address);
            assertEquals(4, refused.status(), refused.errors());
            assertTrue(refused.errors().contains("DELETE FROM sluice_state"), refused.errors());
        }
        CommandRun refused =
                CommandRun.of("serve", "" + directory.resolve("new"), "--hot", address);
        assertEquals(4, refused.status(), refused.errors());
        assertFalse(Files.exists(directory.resolve("new/addresses")));
        CommandRun taken = absorb(first);
        assertTrue(taken.output().startsWith("absorbed 1 row of "), taken::toString);
        run("DELETE FROM sluice_state WHERE name = 'directory'");
        assertEquals(0, absorb(second).status());
        assertEquals(4, absorb(first).status());
    }

    private Path load(String name) throws IOException {
        Path store = directory.resolve(name);
        Path source = Files.writeString(directory.resolve(name + ".txt"), "1 2\n");
        CommandRun run =
                CommandRun.of(
                        "load",
                        store.toString(),
                        source.toString(),
                        "--hot",
                        address,
                        "--progress",
                        "none");
        assertEquals(0, run.status(), run.errors());
        return store;
    }

    private CommandRun absorb(Path store) {
        return CommandRun.of("absorb", store.toString(), "--hot", address);
    }

    private void run(String sql) throws SQLException {
        String url = server.address("graph").url();
        try (Connection connection = DriverManager.getConnection(url, "root", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
