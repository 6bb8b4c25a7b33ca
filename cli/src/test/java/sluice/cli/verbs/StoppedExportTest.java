package sluice.cli.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;
import sluice.cli.MainLaunch;
import sluice.cli.Waiting;
import sluice.cli.options.ExportDirectory;
import sluice.storage.Storage;
import sluice.testkit.JavaLaunch;

/** Files that were half written when a process ended; signals are about real processes. */
class StoppedExportTest {
    private static final int TERMINATED = 143;

    @TempDir private Path directory;

    /** A process that has written half of an export. */
    static final class Half {
        private Half() {}

        public static void main(String[] arguments) throws Exception {
            try (ExportDirectory target = new ExportDirectory(Path.of(arguments[0]))) {
                Storage own = target.storage();
                own.create("a.csv.tmp").close();
                own.create("b.csv.tmp").close();
                own.create("c.csv").close();
                own.rename("b.csv.tmp", "b.csv");
                own.delete("c.csv");
                target.storage("links/node-0").create("0_0_0.data").close();
                new CountDownLatch(1).await();
            }
        }
    }

    @Test
    void aSignalLeavesNothingOfAnExport() throws Exception {
        Path out = Files.createDirectory(directory.resolve("out"));
        List<String> command = JavaLaunch.withHeap(64);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Half.class.getName(), out.toString()));
        Process process = new ProcessBuilder(command).inheritIO().start();
        Waiting.until(
                "an export is half written",
                () -> !process.isAlive() || Files.exists(out.resolve("links/node-0/0_0_0.data")));
        assertEquals(List.of("a.csv.tmp", "b.csv", "links"), names(out));
        terminate(process);
        assertEquals(List.of(), names(out));
    }

    @Test
    void aSignalLeavesNothingOfWhatIsGenerated() throws Exception {
        Path out = directory.resolve("generated");
        List<String> command = MainLaunch.withHeap(128);
        command.addAll(List.of("generate", "linkbench", out.toString(), "--ids", "10m"));
        command.addAll(List.of("--parts", "2", "--threads", "1"));
        Process process = new ProcessBuilder(command).inheritIO().start();
        Waiting.until(
                "files are half written",
                () -> !process.isAlive() || Files.exists(out.resolve("links-0001.tsv.tmp")));
        terminate(process);
        assertEquals(List.of(), names(out));
    }

    private static void terminate(Process process) throws InterruptedException {
        process.toHandle().destroy();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(TERMINATED, process.exitValue());
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatAKilledExportLeftIsNamedAndNotLoaded() throws IOException {
        String source = Files.writeString(directory.resolve("pairs.txt"), "1 2\n").toString();
        String graph = directory.resolve("graph").toString();
        assertEquals(0, CommandRun.of("load", graph, source).status());
        for (String left : List.of("links_part00000.csv.tmp", "spill-links/spill-0")) {
            Path out = directory.resolve("left").resolve(left.substring(0, 5));
            Files.createDirectories(out.resolve(left).getParent());
            Files.writeString(out.resolve(left), "id1,link_type,id2\n1,0,2\n");
            CommandRun again = CommandRun.of("export", graph, out.toString());
            assertEquals(2, again.status(), again::errors);
            String said = "%s holds files of an export that did not end, such as ".formatted(out);
            assertTrue(again.errors().contains(said), again::errors);
        }
        String other = directory.resolve("other").toString();
        for (List<String> verb : List.of(List.of("load", other), List.of("map"))) {
            List<String> words = new ArrayList<>(verb);
            words.add(directory.resolve("left/links").toString());
            CommandRun run = CommandRun.of(words.toArray(String[]::new));
            assertEquals(3, run.status(), run::errors);
            assertTrue(run.errors().contains("may be half written"), run::errors);
        }
        assertFalse(Files.exists(directory.resolve("other/manifest")));
    }
}
