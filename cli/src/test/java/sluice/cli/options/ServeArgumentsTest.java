package sluice.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;
import sluice.cli.console.Terminal;

/** Options of a server that it must not start with. */
class ServeArgumentsTest {
    @TempDir Path directory;

    @Test
    void limitsOutOfRangeAreRefused() {
        refused("--read-p99 must be", "--read-p99=-1");
        refused("--read-p99 must be", "--read-p99=NaN");
        refused("--absorb-at must be", "--absorb-at=1k");
        refused("--hot-lists needs --cold", "--hot-lists=1m");
        refused("port is 70000", "--port=70000");
    }

    /** What is made for a server that does not start would stay. */
    @Test
    void nothingIsMadeForAServerThatDoesNotStart() throws IOException {
        refused("needs TLS", "--host=0.0.0.0");
        refused("no address is known", "--host=nobody.invalid");
        refused("TLS needs both", "--tls-key=key.pem");
        refused("does not exist", "--token-file=" + directory.resolve("none"));
        refused("cannot share port 7499", "--port=7499", "--http-port=7499");
        Path none = directory.resolve("none.pem");
        refused(none + " cannot be read", "--tls-certificate=" + none, "--tls-key=" + none);
        Path source = Files.writeString(directory.resolve("pairs.txt"), "1 2\n");
        for (String more : List.of("--progress=none", "--dry-run")) {
            CommandRun run =
                    CommandRun.of(
                            "load",
                            store().toString(),
                            source.toString(),
                            "--serve",
                            more,
                            "--host=0.0.0.0");
            assertEquals(2, run.status(), run.errors());
            assertTrue(run.errors().contains("needs TLS"), run.errors());
            assertFalse(Files.exists(store()));
        }
    }

    /**
     * An empty store in place of one whose name was misspelt would answer that nothing is there.
     */
    @Test
    void aStoreIsMadeOnlyWhereTheUserSaysSo() throws IOException {
        String[] free = {"--port=0", "--http-port=-1"};
        CommandRun missing = CommandRun.of("serve", store().toString(), free[0], free[1]);
        assertEquals(4, missing.status(), missing.errors());
        assertTrue(missing.errors().contains("serve " + store() + " --create"), missing.errors());
        assertFalse(Files.exists(store()));
        Path empty = Files.createDirectory(directory.resolve("empty"));
        CommandRun nothing = CommandRun.of("serve", empty.toString(), free[0], free[1]);
        assertEquals(4, nothing.status(), nothing.errors());
        assertEquals(0, empty.toFile().list().length);

        for (Path begun : List.of(store(), empty, empty)) {
            CommandRun run =
                    CommandRun.of(
                            Terminal.none(),
                            true,
                            "serve",
                            begun.toString(),
                            "--create",
                            free[0],
                            free[1]);
            assertEquals(0, run.status(), run.errors());
            assertTrue(run.output().contains("serving " + begun), run.output());
        }
        // Once it is there, it needs no word.
        CommandRun again =
                CommandRun.of(Terminal.none(), true, "serve", empty.toString(), free[0], free[1]);
        assertEquals(0, again.status(), again.errors());
    }

    @Test
    void nothingIsMadeForAServerWhosePortIsTaken() throws IOException {
        Path source = Files.writeString(directory.resolve("pairs.txt"), "1 2\n");
        String[][] commands = {
            {"serve", store().toString()},
            {"load", store().toString(), source.toString(), "--serve", "--progress=none"}
        };
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            for (String[] command : commands) {
                refusedAsTaken(port, command, "--port=" + port, "--http-port=-1");
                refusedAsTaken(port, command, "--port=0", "--http-port=" + port);
            }
            CommandRun dry =
                    CommandRun.of(
                            "load",
                            store().toString(),
                            source.toString(),
                            "--serve",
                            "--dry-run",
                            "--port=" + port);
            assertEquals(0, dry.status(), dry.errors());
        }
    }

    private void refusedAsTaken(int port, String[] command, String... options) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(options));
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertEquals(6, run.status(), run.errors());
        assertFalse(Files.exists(store()), "something was made");
        String said = "cannot listen on 127.0.0.1 port " + port + ": Address already in use; end";
        assertTrue(run.errors().contains(said), run.errors());
    }

    /** Else a moment after the year 2262 was before all files, which were all recent. */
    @Test
    void aMomentThatIsFarAwayIsLaterThanAllFiles() {
        for (String since :
                new String[] {
                    "2262-04-11T23:47:16.9Z", "2300-01-01T00:00:00.5Z", "+999999999-12-31"
                }) {
            Instant read = new RecentArguments.Since().convert(since);
            assertEquals(Long.MAX_VALUE, RecentArguments.nanos(read), since);
        }
        Instant past = new RecentArguments.Since().convert("-999999999-01-01");
        assertEquals(Long.MIN_VALUE, RecentArguments.nanos(past));
        assertEquals(1_500_000_001L, RecentArguments.nanos(Instant.ofEpochSecond(1, 500_000_001)));
    }

    private Path store() {
        return directory.resolve("graph");
    }

    private void refused(String words, String... options) {
        List<String> command = new ArrayList<>(List.of("serve", store().toString()));
        command.addAll(List.of(options));
        if (options.length == 1) {
            command.add("--http-port=-1");
        }
        CommandRun run = CommandRun.of(command.toArray(String[]::new));
        assertEquals(2, run.status(), run.errors());
        assertTrue(run.errors().contains(words), run.errors());
        assertFalse(Files.exists(store()), words);
    }
}
