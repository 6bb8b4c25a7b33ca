package sluice.servers.mariadb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.SluiceException;

/** A server that does not start says why and leaves nothing behind. */
class MariaDbServerTest {
    @TempDir Path directory;

    @Test
    void aTemporaryServerThatDoesNotStartLeavesNoDirectory() throws IOException {
        Path parent = Files.createDirectory(directory.resolve("temporary"));
        for (MariaDbHome home :
                List.of(
                        home("echo no room left; exit 1", "exit 0"),
                        home("exit 0", "echo no room left; exit 1"))) {
            SluiceException failure =
                    assertThrows(
                            SluiceException.class,
                            () ->
                                    MariaDbServer.startTemporary(
                                            home, parent, MariaDbOptions.DEFAULT));
            assertTrue(failure.getMessage().contains("no room left"), failure.getMessage());
            try (Stream<Path> left = Files.list(parent)) {
                assertEquals(List.of(), left.toList());
            }
        }
    }

    @Test
    void whatIsHalfMadeIsNotTakenForADataDirectory() throws IOException {
        Path data = directory.resolve("server");
        MariaDbHome home = home("exit 1", "exit 0");
        assertThrows(
                SluiceException.class,
                () -> MariaDbServer.start(home, data, MariaDbOptions.DEFAULT));
        assertFalse(Files.exists(data.resolve("data")));
    }

    /** A server that starts deletes the temporary tables in there, whosever they are. */
    @Test
    void temporaryFilesAreNotSharedWithOthers() throws IOException {
        String own = "--tmpdir=" + directory.toAbsolutePath();
        for (MariaDbHome home :
                List.of(home("echo $*; exit 1", "exit 0"), home("exit 0", "echo $*; exit 1"))) {
            Path server = Files.createTempDirectory(directory, "server");
            SluiceException failure =
                    assertThrows(
                            SluiceException.class,
                            () -> MariaDbServer.start(home, server, MariaDbOptions.DEFAULT));
            assertTrue(failure.getMessage().contains(own), failure.getMessage());
        }
    }

    @Test
    void errorsInTheLogAreShownRatherThanItsEnd() throws IOException {
        String log = "echo ERROR: no such file; for i in 1 2 3; do echo see the pages; done";
        MariaDbHome home = home(log + "; exit 1", "exit 0");
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () ->
                                MariaDbServer.start(
                                        home, directory.resolve("server"), MariaDbOptions.DEFAULT));
        assertTrue(failure.getMessage().contains("ERROR: no such file"), failure.getMessage());
        assertFalse(failure.getMessage().contains("see the pages"), failure.getMessage());
    }

    /** Programs that do no more than this. */
    private MariaDbHome home(String installer, String server) throws IOException {
        return new MariaDbHome(
                script("server", server), script("installer", installer), Optional.empty());
    }

    private Path script(String name, String line) throws IOException {
        Path file = Files.createTempFile(directory, name, ".sh");
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }
}
