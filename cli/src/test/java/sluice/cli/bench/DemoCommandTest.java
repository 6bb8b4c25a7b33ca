package sluice.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandScript;
import sluice.cli.Main;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;
import sluice.experiments.WorkFolder;

class DemoCommandTest {
    @TempDir private Path directory;

    @Test
    void helpAndMessagesAreAsWritten() throws IOException {
        CommandScript.check("demo-help.txt", directory, text -> text);
    }

    @Test
    void aQuickDemoInAPipeHasItsShapeAndLeavesNothing() throws IOException {
        CommandScript.check("demo.txt", directory, DemoCommandTest::mask);
        assertEquals(List.of(), temporaryDirectories());
    }

    @Test
    void aKeptDemoIsWhereItSays() throws IOException {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        int status =
                Main.run(
                        Terminal.none(),
                        new StopSignal(new PrintWriter(errors, true)),
                        new PrintWriter(output, true),
                        new PrintWriter(errors, true),
                        "demo",
                        "--keep",
                        "--links",
                        "10k");
        List<Path> kept = temporaryDirectories();
        try {
            assertEquals("", errors.toString());
            assertEquals(0, status);
            assertEquals(1, kept.size(), kept::toString);
            String store = kept.getFirst().resolve("store").toString();
            assertTrue(output.toString().contains("sluice status " + store), output::toString);
            assertTrue(Files.exists(Path.of(store, "manifest")));
            assertTrue(Files.size(kept.getFirst().resolve("links.tsv")) > 500_000);
        } finally {
            for (Path left : kept) {
                WorkFolder.delete(left);
            }
        }
    }

    private static List<Path> temporaryDirectories() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(
                            file ->
                                    file.getFileName()
                                            .toString()
                                            .startsWith(DemoCommand.TEMPORARY_PREFIX))
                    .toList();
        }
    }

    /** Without what changes from run to run: numbers, bars, and how many intervals there are. */
    private static String mask(String printed) {
        List<String> lines = new ArrayList<>();
        for (String line : printed.split("\n", -1)) {
            String masked =
                    line.replaceAll("^ *[0-9.]+-[0-9.]+ .*", "(an interval)")
                            .replaceAll("^ +[-|]+$", "(an axis)")
                            .replaceAll("^(seconds) .*", "$1 (numbers)")
                            .replaceAll("^(copy|stage|uptime|build) +[0-9.]+ s .*", "$1 N s (bar)")
                            .replaceAll("^( +seconds) .{32}", "$1 (demand)")
                            .replaceAll("^([0-9.]+)( .*[a-z]) -+$", "N$2 ---");
            if (!masked.contains("--")) {
                masked = masked.replaceAll(" +[0-9][0-9.,]*[kM]?", " N");
            }
            masked = masked.replaceAll("N (us|ms|s)\\b(?! \\()", "N time");
            if (lines.isEmpty() || !lines.getLast().equals(masked)) {
                lines.add(masked);
            }
        }
        return String.join("\n", lines);
    }
}
