package sluice.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.Main;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;

final class BenchCommandTest {
    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @TempDir private Path directory;

    @Test
    void aTableIsPrintedAndWritten() throws IOException {
        Path json = directory.resolve("load.json");
        Path markdown = directory.resolve("load.md");
        int status =
                run(
                        "bench",
                        "load",
                        "--links=20k",
                        "--runs=1",
                        "--memory=256m",
                        "--only=uptime-copy,size-topology",
                        "--dir=" + directory.resolve("bench"),
                        "--json=" + json,
                        "--markdown=" + markdown);
        assertEquals(0, status, errors::toString);
        assertTrue(output.toString().contains("uptime ÷ cp with sync (full)"), output::toString);
        assertEquals(4, Files.readString(markdown).lines().filter(l -> l.startsWith("|")).count());
        assertTrue(Files.readString(json).contains("\"uptime-copy\""), "the row's name");
        assertFalse(Files.exists(directory.resolve("bench")), "the directory is left");
    }

    @Test
    void aWrongRowIsAnsweredWithAllRows() {
        assertEquals(2, run("bench", "load", "--only=uptime"));
        assertTrue(errors.toString().contains("uptime-copy"), errors::toString);
    }

    @Test
    void tasksAreHiddenAndWrongOnesRefused() {
        assertEquals(0, run("bench", "--help"));
        assertFalse(output.toString().contains("task"), output::toString);
        assertEquals(2, run("bench", "task", "sort"));
        assertTrue(errors.toString().contains("no task \"sort\""), errors::toString);
    }

    @Test
    void noBenchmarkIsAMistake() {
        assertEquals(2, run("bench"));
        assertTrue(errors.toString().contains("name a benchmark"), errors::toString);
    }

    private int run(String... arguments) {
        PrintWriter toErrors = new PrintWriter(errors, true);
        return Main.run(
                Terminal.none(),
                new StopSignal(toErrors),
                new PrintWriter(output, true),
                toErrors,
                arguments);
    }
}
