package sluice.cli.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.cli.Main;
import sluice.cli.Waiting;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;
import sluice.model.UnreachableException;
import sluice.servers.WaitsForServers;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;

/**
 * Servers that are away when a command begins to serve, as on a machine that starts all at once.
 */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServerWaitTest {
    private static final String WAITS = "waits up to five minutes for a server: mysql://";
    private static final String NOBODY = "mysql://root@127.0.0.1:1/graph";

    @TempDir private Path directory;

    /** A command that runs beside the test until it is stopped. */
    private final class Running {
        final StringWriter output = new StringWriter();
        final StringWriter errors = new StringWriter();
        final CompletableFuture<Integer> status = new CompletableFuture<>();
        private final StopSignal stop = new StopSignal(new PrintWriter(errors, true));

        Running(List<String> command, String hot) {
            List<String> ports = List.of("--hot", hot, "--port", "0", "--http-port", "-1");
            String[] arguments =
                    Stream.of(command, ports).flatMap(List::stream).toArray(String[]::new);
            Thread.ofPlatform().daemon().start(() -> status.complete(run(arguments)));
        }

        private int run(String[] arguments) {
            PrintWriter toErrors = new PrintWriter(errors, true);
            PrintWriter toOutput = new PrintWriter(output, true);
            return Main.run(Terminal.none(), stop, toOutput, toErrors, arguments);
        }

        void awaitErrors(String part) throws Exception {
            Waiting.until(part, () -> status.isDone() || errors.toString().contains(part));
            assertTrue(errors.toString().contains(part), errors::toString);
        }

        void awaitOutput(String part) throws Exception {
            Waiting.until(part, () -> status.isDone() || output.toString().contains(part));
            assertTrue(output.toString().contains(part), errors::toString);
        }

        int stop() {
            stop.request();
            return status.join();
        }
    }

    private List<String> serve(String store) {
        return List.of("serve", directory.resolve(store).toString());
    }

    private List<String> load(String store) throws IOException {
        Path source = Files.writeString(directory.resolve(store + ".txt"), "1 2\n");
        return List.of("load", directory.resolve(store).toString(), source.toString(), "--serve");
    }

    @Test
    void isWaitedForUntilItAnswers() throws Exception {
        MariaDbServer first =
                MariaDbServer.startTemporary(MariaDbPrograms.home(), MariaDbOptions.DEFAULT);
        first.createDatabase("first");
        first.createDatabase("second");
        first.kill();
        Running serve = new Running(serve("first"), first.uri("first"));
        Running load = new Running(load("second"), first.uri("second"));
        serve.awaitErrors(WAITS);
        load.awaitErrors(WAITS);
        try (MariaDbServer _ = first.startAgain()) {
            serve.awaitOutput("serving ");
            load.awaitOutput("loaded ");
            assertEquals(0, serve.stop());
            assertEquals(0, load.stop());
        }
    }

    @Test
    void whoWaitsCanBeStopped() throws Exception {
        Running serve = new Running(serve("first"), NOBODY);
        Running load = new Running(load("second"), NOBODY);
        serve.awaitErrors(WAITS);
        load.awaitErrors(WAITS);
        assertEquals(0, serve.stop());
        assertEquals(130, load.stop());
    }

    @Test
    void whatWaitingDoesNotMendIsToldAtOnce() throws IOException {
        try (MariaDbServer server =
                MariaDbServer.startTemporary(MariaDbPrograms.home(), MariaDbOptions.DEFAULT)) {
            String good = server.uri("graph");
            server.createDatabase("graph");
            assertAtOnce(2, good.replace("root@", "nobody@"));
            assertAtOnce(2, good.replace("/graph", "/another"));
            assertAtOnce(6, good + "?tls=verify");
            assertAtOnce(6, "mysql://root@no-such-host.invalid/graph");
        }
    }

    /** As a load does later: tries take their part of the five minutes. */
    @Test
    void lastTryTellsWhyOnceTheTimeIsOver() {
        StringWriter errors = new StringWriter();
        AtomicLong clock = new AtomicLong();
        StopSignal stop = new StopSignal(new PrintWriter(errors));
        ServerWait wait = new ServerWait(stop, new PrintWriter(errors), clock::get);
        UnreachableException thrown =
                assertThrows(
                        UnreachableException.class,
                        () ->
                                wait.open(
                                        () -> {
                                            long now = clock.addAndGet(TimeUnit.MINUTES.toNanos(3));
                                            throw new UnreachableException(
                                                    "try " + now, new IOException());
                                        }));
        assertEquals("try " + TimeUnit.MINUTES.toNanos(9), thrown.getMessage());
        assertEquals(1, errors.toString().lines().count(), errors::toString);
    }

    private void assertAtOnce(int status, String hot) {
        Running serve = new Running(serve("refused"), hot);
        int ended = serve.status.join();
        assertEquals(status, ended, serve.errors::toString);
        assertFalse(serve.errors.toString().contains(" waits "), serve.errors::toString);
        serve.stop();
    }
}
