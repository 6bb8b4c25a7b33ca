package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.live.Live;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.servers.WaitsForServers;
import sluice.testkit.Experiment;

/**
 * The process that loads and serves is killed again and again while one writes to it: every write
 * that was acknowledged is there after each restart, the load ends, and in the end the store holds
 * what was loaded with the acknowledged writes over it.
 *
 * <p>{@code -DserveKills=} sets how often, {@code -Dseed=} when.
 */
@Tag(Experiment.TAG)
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class ServeProcessTest {
    private static final int KILLS = Experiment.size("serveKills", 2, 100);
    private static final long SEED = Long.getLong("seed", 1);
    private static final int IDS = 30_000;
    private static final long TYPE = 7;

    @TempDir Path directory;

    /** What was acknowledged; null where a link was removed. */
    private final Map<Long, @Nullable Link> written = new HashMap<>();

    /** Keys of which the last write ended without an answer. */
    private final Map<Long, @Nullable Link> unknown = new HashMap<>();

    private long acknowledged;

    @Test
    void whatWasAcknowledgedOutlivesKillsOfTheLoadingServer() throws Exception {
        Path source = writeSource();
        Path store = directory.resolve("store");
        SplittableRandom random = new SplittableRandom(SEED);
        try (Experiment experiment = new Experiment("E2 kill -9 of a loading server", SEED)) {
            for (int kill = 0; kill < KILLS; kill++) {
                Process process = start(store, source);
                try {
                    int port = port(process);
                    checkWritten(port);
                    write(port, random, random.nextInt(5, 400));
                    LockSupport.parkNanos(random.nextLong(300_000_000));
                } finally {
                    process.destroyForcibly().waitFor();
                }
                experiment.ran(1);
            }
            Process last = start(store, source);
            try {
                int port = port(last);
                awaitComplete(port);
                checkWritten(port);
            } finally {
                last.destroy();
                assertTrue(last.waitFor(60, TimeUnit.SECONDS), "SIGTERM ends it");
            }
            CommandRun absorb = CommandRun.of("absorb", store.toString());
            assertEquals(0, absorb.status(), absorb.errors());
            CommandRun verify = CommandRun.of("verify", store.toString());
            assertEquals(0, verify.status(), verify.output());
            checkExport(store);
            experiment.fact("writes acknowledged", acknowledged).passed();
        }
    }

    /** A load with recent files, killed and gone on with, leaves what one without them leaves. */
    @Test
    void recentFilesChangeNothingOfWhatIsLoaded() throws Exception {
        Path source = writeSource();
        Path store = directory.resolve("store");
        Path plain = directory.resolve("plain");
        SplittableRandom random = new SplittableRandom(SEED);
        try (Experiment experiment = new Experiment("E2 kill -9 with recent files", SEED)) {
            for (int kill = 0; kill < KILLS; kill++) {
                Process process = start(store, source, "--hot-files", "*-recent.tsv");
                try {
                    int port = port(process);
                    LockSupport.parkNanos(random.nextLong(1_000_000_000));
                    checkRecent(port);
                } finally {
                    process.destroyForcibly().waitFor();
                }
                experiment.ran(1);
            }
            Process last = start(store, source, "--hot-files", "*-recent.tsv");
            try {
                int port = port(last);
                awaitComplete(port);
                checkRecent(port);
            } finally {
                last.destroy();
                assertTrue(last.waitFor(60, TimeUnit.SECONDS), "SIGTERM ends it");
            }
            assertFalse(Files.exists(store.resolve(Live.RECENT)), "no copy is left");
            CommandRun finished =
                    CommandRun.of(
                            "load", store.toString(), source.toString(), "--progress", "none");
            assertEquals(0, finished.status(), finished.errors());
            CommandRun load =
                    CommandRun.of(
                            "load", plain.toString(), source.toString(), "--progress", "none");
            assertEquals(0, load.status(), load.errors());
            CommandRun expected = CommandRun.of("hash", plain.toString());
            assertEquals(expected.output(), CommandRun.of("hash", store.toString()).output());
            experiment.passed();
        }
    }

    /** Recent rows are there at once, or nothing is said of them yet. */
    private static void checkRecent(int port) throws IOException {
        try (SluiceClient client = SluiceClient.open(ClientOptions.of("127.0.0.1", port))) {
            Answer<Long> recent = client.count(IDS - 1, TYPE);
            assertTrue(recent.value() == 1 || !recent.complete(), recent.toString());
        }
    }

    /** Each id has one link, to the next id; the last tenth of them are in a file of their own. */
    private Path writeSource() throws IOException {
        Path source = Files.createDirectories(directory.resolve("source"));
        writeLinks(source.resolve("links.tsv"), 0, IDS - IDS / 10);
        writeLinks(source.resolve("links-recent.tsv"), IDS - IDS / 10, IDS);
        return source;
    }

    private static void writeLinks(Path file, long from, long to) throws IOException {
        StringBuilder text = new StringBuilder("id1\tlink_type\tid2\ttime\tdata\n");
        for (long id = from; id < to; id++) {
            text.append("%d\t%d\t%d\t%d\tloaded\n".formatted(id, TYPE, id + 1, id));
        }
        Files.writeString(file, text);
    }

    private Process start(Path store, Path source, String... more) throws IOException {
        List<String> command = MainLaunch.withHeap(256);
        command.addAll(List.of("load", store.toString(), source.toString(), "--serve"));
        command.addAll(List.of("--port", "0", "--http-port", "-1", "--chunk-size", "64k"));
        // So that the process is often killed while it stages.
        command.addAll(List.of("--source-rate", "600k", "--progress", "none"));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectError(directory.resolve("server.log").toFile())
                .start();
    }

    /** The process says where it serves before it loads. */
    private int port(Process process) throws IOException {
        BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        assertTrue(
                line != null && line.startsWith("serving "),
                () -> line + "; " + process.toHandle().info());
        return Integer.parseInt(line.replaceAll(".*:(\\d+) .*", "$1"));
    }

    private void write(int port, SplittableRandom random, int writes) throws IOException {
        try (SluiceClient client = SluiceClient.open(ClientOptions.of("127.0.0.1", port))) {
            for (int i = 0; i < writes; i++) {
                long id1 = random.nextInt(IDS);
                boolean remove = random.nextInt(4) == 0;
                byte[] data = ("write " + acknowledged).getBytes(StandardCharsets.US_ASCII);
                Link link = new Link(id1, TYPE, id1 + 1, Visibility.VISIBLE, 0, acknowledged, data);
                try {
                    if (remove) {
                        client.deleteLink(id1, TYPE, id1 + 1, Deletion.EXPUNGE);
                    } else {
                        client.addLink(link);
                    }
                    written.put(id1, remove ? null : link);
                    unknown.remove(id1);
                    acknowledged++;
                } catch (SluiceException e) {
                    unknown.put(id1, remove ? null : link);
                }
            }
        }
    }

    private void checkWritten(int port) throws IOException {
        try (SluiceClient client = SluiceClient.open(ClientOptions.of("127.0.0.1", port))) {
            for (Map.Entry<Long, @Nullable Link> entry : written.entrySet()) {
                long id1 = entry.getKey();
                if (!unknown.containsKey(id1)) {
                    LinkQuery query = LinkQuery.newest(id1, TYPE, 2);
                    Link link = entry.getValue();
                    List<Link> expected = link == null ? List.of() : List.of(link);
                    assertEquals(expected, client.linkList(query).value().links());
                    assertEquals(expected.size(), client.count(id1, TYPE).value());
                }
            }
        }
    }

    private static void awaitComplete(int port) throws IOException {
        try (SluiceClient client = SluiceClient.open(ClientOptions.of("127.0.0.1", port))) {
            for (int tries = 0; tries < 600; tries++) {
                Answer<Long> answer = client.count(IDS + 5, TYPE);
                if (answer.complete()) {
                    return;
                }
                LockSupport.parkNanos(100_000_000);
            }
            throw new AssertionError("the load does not end");
        }
    }

    /** The directory alone: loaded rows, and over them what was written. */
    private void checkExport(Path store) throws IOException {
        Map<Long, String> expected = new TreeMap<>();
        for (long id1 = 0; id1 < IDS; id1++) {
            expected.put(id1, "loaded");
        }
        written.forEach(
                (id1, link) -> {
                    if (link == null) {
                        expected.remove(id1);
                    } else {
                        expected.put(id1, new String(link.data(), StandardCharsets.US_ASCII));
                    }
                });
        Path out = directory.resolve("out");
        CommandRun run = CommandRun.of("export", store.toString(), out.toString());
        assertEquals(0, run.status(), run.errors());
        Map<Long, String> exported = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(out, "links*.csv")) {
            for (Path file : files) {
                for (String line : Files.readAllLines(file)) {
                    String[] fields = line.split(",");
                    if (!line.startsWith("id1,")) {
                        assertNull(exported.put(Long.parseLong(fields[0]), fields[6]), line);
                    }
                }
            }
        }
        expected.keySet().removeAll(unknown.keySet());
        exported.keySet().removeAll(unknown.keySet());
        assertEquals(expected, exported);
    }
}
