package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.servers.WaitsForServers;
import sluice.servers.shared.S3Server;

/**
 * Follows docs/shared-storage.md with a real server and real processes, which have the libraries of
 * shared storage in folders of their own.
 */
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class SharedStoragePageTest {
    private static final Path PAGE = Path.of("../docs/shared-storage.md");
    private static final int COMMANDS_MIN = 4;

    @TempDir private Path directory;

    @Test
    void everyCommandPrintsWhatThePageShows() throws IOException, InterruptedException {
        writeCommand();
        try (S3Server server = S3Server.start(directory.resolve("s3"))) {
            server.makeBucket("bucket");
            FollowedPage.Commands commands =
                    new FollowedPage.Commands() {
                        @Override
                        public String script(String script)
                                throws IOException, InterruptedException {
                            String printed = shell(server, script);
                            server.put("bucket/in", directory.resolve("people.csv"));
                            server.put("bucket/in", directory.resolve("links"));
                            return printed;
                        }

                        @Override
                        public String command(String command)
                                throws IOException, InterruptedException {
                            return shell(server, command);
                        }
                    };
            new FollowedPage(PAGE, commands).follow(COMMANDS_MIN);
        }
    }

    /** Puts {@code sluice} on the path of the shell. */
    private void writeCommand() throws IOException {
        Path sluice = Files.createDirectory(directory.resolve("bin")).resolve("sluice");
        List<String> command = MainLaunch.withHeap(128, "-XX:MaxMetaspaceSize=128m");
        String words = command.stream().map("'%s'"::formatted).collect(Collectors.joining(" "));
        Files.writeString(sluice, "#!/bin/sh\nexec %s \"$@\"\n".formatted(words));
        Files.setPosixFilePermissions(sluice, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String shell(S3Server server, String script) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("sh", "-e", "-c", script)
                        .directory(directory.toFile())
                        .redirectErrorStream(true);
        builder.environment().merge("PATH", directory + "/bin:", (path, ours) -> ours + path);
        builder.environment().putAll(server.environment());
        Process shell = builder.start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(shell.waitFor(1, TimeUnit.MINUTES), "it does not end: " + script);
        assertEquals(0, shell.exitValue(), printed);
        return printed;
    }
}
