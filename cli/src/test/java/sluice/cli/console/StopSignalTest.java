package sluice.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;
import sluice.cli.Main;
import sluice.cli.MainLaunch;
import sluice.cli.Waiting;
import sluice.coordinator.LiveStore;
import sluice.coordinator.LiveStoreOptions;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.live.OwnHotStore;
import sluice.load.job.LoadOptions;
import sluice.model.Link;
import sluice.model.Visibility;
import sluice.storage.DirectoryStorage;
import sluice.store.Manifest;
import sluice.testkit.JavaLaunch;

/** A real process, since signals are about processes. */
class StopSignalTest {
    private static final int ROWS = 60_000;
    private static final int ONLINE_ROWS = 30_000;

    @TempDir private Path directory;

    @Test
    void stoppedLoadGoesOnWithTheSameCommand() throws IOException, InterruptedException {
        Path source = directory.resolve("edges.txt");
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            rows.append(i % 100).append(' ').append(i).append('\n');
        }
        Files.writeString(source, rows);

        Process process = start(arguments(source, "--source-rate=250k"));
        List<String> errors = new ArrayList<>();
        try (BufferedReader reader = process.errorReader()) {
            // A chunk is staged: something is there to go on with.
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                errors.add(line);
                boolean staged =
                        line.contains("\"chunks_staged\":")
                                && !line.contains("\"chunks_staged\":0,");
                if (staged && process.isAlive() && !errors.contains("signalled")) {
                    errors.add("signalled");
                    // Unlike the process's own method this leaves its streams open.
                    process.toHandle().destroy();
                }
            }
        }
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(130, process.exitValue(), errors::toString);
        assertTrue(errors.getLast().contains("repeat the same command"), errors::toString);

        CommandRun run = CommandRun.of(arguments(source, "--format=json"));
        assertEquals(0, run.status(), run::errors);
        JsonNode report = new ObjectMapper().readTree(run.output());
        assertTrue(report.get("resumed").asBoolean());
        assertEquals(ROWS, report.get("links").asLong());
        assertEquals(ROWS, report.get("rows_read").asLong());
        assertTrue(report.get("input_bytes").asLong() < Files.size(source), run::output);
        assertEquals(
                Files.size(source),
                report.get("input_bytes").asLong() + report.get("resumed_bytes").asLong());
    }

    /** Signalled once its rows are in runs: then they leave the hot store one after the other. */
    @Test
    void stoppedAbsorptionGoesOnWithTheSameCommand() throws Exception {
        Path store = Files.createDirectory(directory.resolve("graph"));
        HotOptions quick = new HotOptions(32L << 20, new Durability.Async(100));
        try (RocksHotStore hot = RocksHotStore.open(store.resolve(OwnHotStore.HOT), quick);
                LiveStore live =
                        LiveStore.open(
                                DirectoryStorage.create(store),
                                hot,
                                LiveStoreOptions.of(LoadOptions.defaults(), DecisionOptions.DEFAULT)
                                        .numberingNodesFrom(1),
                                System::nanoTime)) {
            for (long id1 = 0; id1 < ONLINE_ROWS; id1++) {
                live.graph().addLink(new Link(id1, 1, 2, Visibility.VISIBLE, 0, 0, new byte[8]));
            }
        }
        Process process = start("absorb", store.toString());
        Waiting.until(
                "rows are staged",
                () -> !process.isAlive() || Files.exists(store.resolve(Manifest.FILE_NAME)));
        process.toHandle().destroy();
        List<String> errors = process.errorReader().lines().toList();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(130, process.exitValue(), errors::toString);
        assertTrue(
                errors.stream().anyMatch(line -> line.contains("no online write is lost")),
                errors::toString);
        assertTrue(errors.getLast().contains("repeat the same command"), errors::toString);

        assertEquals(0, CommandRun.of("verify", store.toString()).status());
        CommandRun run = CommandRun.of("absorb", store.toString());
        assertEquals(0, run.status(), run::errors);
        CommandRun verified = CommandRun.of("verify", store.toString());
        assertEquals(0, verified.status(), verified::errors);
        CommandRun stats = CommandRun.of("stats", store.toString(), "--format=json");
        assertEquals(
                ONLINE_ROWS, new ObjectMapper().readTree(stats.output()).path("links").asLong());
    }

    /** A process that runs a verb within itself, and ends without a word of how. */
    static final class Within {
        private Within() {}

        public static void main(String[] arguments) {
            PrintWriter output = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
            StopSignal stop = new StopSignal(output);
            int status = Main.run(Terminal.none(), stop, output, output, arguments);
            output.println("status " + status);
        }
    }

    /** Else it would wait for the verb, as if a signal had come, and end with the status of one. */
    @Test
    void processThatRanAVerbWithinItselfEndsAtOnce() throws Exception {
        Path source = Files.writeString(directory.resolve("edges.txt"), "1 2\n");
        List<String> command = JavaLaunch.withHeap(64);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Within.class.getName());
        command.addAll(List.of(arguments(source, "--format=json")));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        assertTrue(output.endsWith("status 0\n"), output);
    }

    private static Process start(String... arguments) throws IOException {
        List<String> command = MainLaunch.withHeap(64);
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    private String[] arguments(Path source, String option) {
        return new String[] {
            "load",
            directory.resolve("graph").toString(),
            source.toString(),
            "--chunk-size=16k",
            "--bucket-size=64k",
            "--memory=256m",
            "--threads=1",
            "--progress=json",
            option
        };
    }
}
