package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.Answer;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.servers.WaitsForServers;
import sluice.servers.shared.S3Server;
import sluice.testkit.Experiment;
import sluice.testkit.Pauses;

/**
 * K7: a server reads a store in S3 while another process loads it, and is killed again and again.
 * An answer that calls itself complete is that of a table in memory, before uptime, while the load
 * builds, when it has ended. From uptime on every answer is complete.
 *
 * <p>{@code -DservedKills=} sets how often the server is killed, {@code -Dseed=} the rows.
 */
@EnabledOnOs(OS.LINUX)
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
@Tag(Experiment.TAG)
class SharedServeTest {
    private static final int KILLS = Experiment.size("servedKills", 1, 20);
    private static final long SEED = Long.getLong("seed", 1);
    private static final int ROWS = Experiment.size("servedRows", 25_000, 400_000);
    private static final int IDS = 1_000;

    /** A part of the processor's time is left to the load, so that it still builds. */
    private static final int SLOWER = 10;

    private static final String STORE = "s3a://bucket/store";

    @TempDir private Path directory;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** For each id the time of each link, by the id that it leads to. */
    private final TreeMap<Long, TreeMap<Long, Long>> expected = new TreeMap<>();

    private S3Commands commands;
    private int answers;
    private int starts;

    private final class Server implements AutoCloseable {
        private final Process process;
        private final SluiceClient client;

        Server(S3Server storage) throws IOException {
            starts++;
            process =
                    commands.startReading(
                            storage,
                            "server-" + starts,
                            List.of(
                                    "serve",
                                    STORE,
                                    "--cache-dir",
                                    "cache",
                                    "--port",
                                    "0",
                                    "--http-port",
                                    "-1"));
            String line = process.inputReader().readLine();
            assertTrue(
                    line != null && line.startsWith("serving "),
                    () -> commands.report("server-" + starts));
            int port = Integer.parseInt(line.replaceAll(".*:(\\d+) .*", "$1"));
            client =
                    SluiceClient.open(
                            ClientOptions.of("127.0.0.1", port).within(Duration.ofSeconds(60)));
        }

        /** Asks for some lists; returns whether all answers were complete. */
        boolean check(int lists) throws IOException {
            boolean isComplete = true;
            for (int list = 0; list < lists; list++) {
                long id1 = random.nextInt(IDS);
                Answer<Long> count = client.count(id1, 0);
                Answer<LinkList> links = client.linkList(LinkQuery.newest(id1, 0, ROWS));
                isComplete &= count.complete() && links.complete();
                TreeMap<Long, Long> row = expected.getOrDefault(id1, new TreeMap<>());
                if (count.complete()) {
                    assertEquals(row.size(), count.value());
                }
                if (links.complete()) {
                    assertEquals(newest(row), texts(links.value().links()), () -> "id1 " + id1);
                }
                answers += 2;
            }
            return isComplete;
        }

        @Override
        public void close() {
            client.close();
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    @Test
    void answersFromUptimeOnAreThoseOfATableInMemory() throws Exception {
        check("K7 serve shared storage, kill -9", load(write()));
    }

    @Test
    void answersOutOfPackedRunsAreThoseOfATableInMemory() throws Exception {
        check("K7 serve packed runs, kill -9", S3Commands.packed(load(write())));
    }

    private static List<String> load(Path source) {
        return S3Commands.load(STORE, source.toString());
    }

    private void check(String title, List<String> words) throws Exception {
        commands = new S3Commands(directory, 192);
        try (S3Server storage = S3Server.start(directory.resolve("s3"));
                Experiment experiment = new Experiment(title, SEED)) {
            storage.makeBucket("bucket");
            Process load = commands.startReading(storage, "load", words);
            try {
                Waiting.until("a run is there", () -> hasFile("run-") || !load.isAlive());
                Pauses.pause(load.pid());
                try (Server server = new Server(storage)) {
                    boolean unused = server.check(20);
                    try (Pauses.Slowed _ = Pauses.slow(load.pid(), SLOWER)) {
                        Waiting.until("it builds", () -> hasFile("segment-") || !load.isAlive());
                    }
                    Pauses.pause(load.pid());
                    assertTrue(
                            load.isAlive(), () -> "the load has ended; " + commands.report("load"));
                    Waiting.until("the server knows of uptime", () -> server.check(1));
                    assertTrue(server.check(50), "answers are complete from uptime on");
                }
                for (int kill = 0; kill < KILLS; kill++) {
                    try (Server server = new Server(storage)) {
                        assertTrue(server.check(20), "answers are complete after a restart");
                        try (Pauses.Slowed _ = Pauses.slow(load.pid(), SLOWER)) {
                            int lists = random.nextInt(10, 60);
                            assertTrue(server.check(lists), "complete while it builds");
                        }
                        Pauses.pause(load.pid());
                    }
                    experiment.ran(1);
                }
                try (Server server = new Server(storage)) {
                    Pauses.resume(load.pid());
                    while (load.isAlive()) {
                        assertTrue(server.check(10), "complete to the end");
                    }
                    assertEquals(0, load.waitFor(), () -> commands.report("load"));
                    assertTrue(server.check(100), "complete when the load has ended");
                }
            } finally {
                load.destroyForcibly();
            }
            experiment.fact("answers", answers).passed();
        }
    }

    private boolean hasFile(String prefix) throws IOException {
        Path folder = directory.resolve("s3/objects/bucket/store");
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(prefix));
        }
    }

    private static List<String> newest(TreeMap<Long, Long> row) {
        return row.entrySet().stream()
                .sorted(Comparator.comparing(link -> -link.getValue()))
                .map(link -> link.getKey() + " at " + link.getValue())
                .toList();
    }

    private static List<String> texts(List<Link> links) {
        return links.stream().map(link -> link.id2() + " at " + link.time()).toList();
    }

    private Path write() throws IOException {
        StringBuilder rows = new StringBuilder("id1,id2,time,data\n");
        for (long time = 0; time < ROWS; time++) {
            long id1 = random.nextInt(IDS);
            long id2 = random.nextInt(10 * IDS);
            expected.computeIfAbsent(id1, _ -> new TreeMap<>()).put(id2, time);
            rows.append(id1).append(',').append(id2).append(',').append(time).append(",a link\n");
        }
        return Files.writeString(directory.resolve("links.csv"), rows);
    }
}
