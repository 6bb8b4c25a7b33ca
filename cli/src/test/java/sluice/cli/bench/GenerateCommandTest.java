package sluice.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandScript;
import sluice.cli.Main;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;

class GenerateCommandTest {
    @TempDir private Path directory;

    @Test
    void helpAndMessagesAreAsWritten() throws IOException {
        degrees();
        CommandScript.check(
                "generate.txt", directory, text -> text.replaceAll("[0-9.]+ s\n", "N s\n"));
    }

    @Test
    void oneAndTwoThreadsWriteTheSameLinks() throws IOException {
        generate("rmat", "one", "--links 300000 --distinct --threads 1");
        generate("rmat", "two", "--links 300000 --distinct --threads 2");
        assertTrue(Files.size(file("one")) > 10_000_000);
        assertEquals(-1, Files.mismatch(file("one"), file("two")));
    }

    @Test
    void oneAndTwoThreadsWriteTheSameNodes() throws IOException {
        String options = "--ids 20000 --data-file " + degrees() + " --nodes " + directory;
        generate("linkbench", "one", options + "/nodes-one --threads 1");
        generate("linkbench", "two", options + "/nodes-two --threads 2");
        assertEquals(1 + 20_000, lines(file("nodes-one")));
        assertEquals(-1, Files.mismatch(file("one"), file("two")));
        assertEquals(-1, Files.mismatch(file("nodes-one"), file("nodes-two")));
    }

    @Test
    void aDataFileGivesTheOutDegrees() throws IOException {
        generate("linkbench", "links", "--ids 1000 --data-file " + degrees());
        assertEquals(1 + 3 * 1000, lines(file("links")));
    }

    /** A distribution in LinkBench's format in which every node has three links. */
    private Path degrees() throws IOException {
        return Files.writeString(file("degrees"), "nlinks\n3 100\n");
    }

    private static long lines(Path file) throws IOException {
        long lines = 0;
        for (byte next : Files.readAllBytes(file)) {
            lines += next == '\n' ? 1 : 0;
        }
        return lines;
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private void generate(String graph, String name, String options) {
        StringWriter errors = new StringWriter();
        String arguments = "generate %s %s %s".formatted(graph, file(name), options);
        int status =
                Main.run(
                        Terminal.none(),
                        new StopSignal(new PrintWriter(errors, true)),
                        new PrintWriter(new StringWriter()),
                        new PrintWriter(errors, true),
                        arguments.split(" "));
        assertEquals("", errors.toString());
        assertEquals(0, status);
    }
}
