package sluice.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServerProcessTest {
    @TempDir Path folder;

    /** So they go with it: a server is always killed, and leaves what it has unpacked. */
    @Test
    void temporaryFilesAreBelowTheFolderOfTheServer() throws IOException {
        try (ServerProcess server =
                ServerProcess.start(
                        "file",
                        folder,
                        System.getProperty("java.class.path"),
                        64,
                        List.of(TemporaryFileMain.class.getName()))) {
            while (!server.says(".html.")) {
                assertTrue(server.isAlive(), "the process ended by itself");
                LockSupport.parkNanos(10_000_000);
            }
            server.kill();
        }
        try (Stream<Path> files = Files.list(folder.resolve("temporary"))) {
            assertEquals(1, files.count());
        }
    }
}
