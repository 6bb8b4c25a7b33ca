package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.OptionSpec;

/** Each verb has a page in the manual, which groff formats without a word. */
class ManPagesTest {
    @TempDir private Path directory;

    @BeforeEach
    void write() throws IOException {
        ManPages.write(directory);
    }

    @Test
    void eachVerbHasItsPageWithItsOptions() throws IOException {
        TreeSet<String> expected = new TreeSet<>();
        for (List<String> verb : Main.verbs()) {
            String name = verb.isEmpty() ? "sluice" : "sluice-" + String.join("-", verb);
            expected.add(name + ".1");
        }
        TreeSet<String> written = new TreeSet<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.forEach(file -> written.add(file.getFileName().toString()));
        }
        assertEquals(expected, written);
        String page = Files.readString(directory.resolve("sluice-load.1"));
        for (OptionSpec option :
                Main.command().getSubcommands().get("load").getCommandSpec().options()) {
            String name = option.longestName().replace("-", "\\-");
            assertTrue(option.hidden() || page.contains("\\fB" + name + "\\fR"), name);
        }
    }

    @Test
    void aPageReadsAsTheHelpDoes() throws Exception {
        String shown = shown(directory.resolve("sluice-pin.1"), "-rLL=100n");
        for (String text :
                List.of(
                        "sluice-pin - Have the buckets of some ids built before all others",
                        "       --unpin\n              The range is no longer built before others.",
                        "EXAMPLES\n         sluice pin 1000000 1999999 --server localhost:7411",
                        "EXIT STATUS\n       0 done, 2 a wrong option",
                        "SEE ALSO\n       sluice(1)")) {
            assertTrue(shown.contains(text), shown);
        }
    }

    @Test
    void groffHasNothingToSay() throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".1")).toList()) {
                String shown = shown(file, "-ww");
                assertTrue(shown.contains("OPTIONS"), shown);
            }
        }
    }

    @Test
    void noLineIsWiderThanTheTerminal() throws Exception {
        List<String> wide = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".1")).toList()) {
                shown(file, "-rLL=80n")
                        .lines()
                        .filter(line -> line.length() > 80)
                        .forEach(line -> wide.add(file.getFileName() + ": " + line));
            }
        }
        assertEquals(List.of(), wide);
    }

    /** The page as a terminal shows it, if groff has no warning. */
    private String shown(Path page, String option) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "no groff here");
        List<String> command =
                new ArrayList<>(List.of("groff", "-man", "-Tutf8", "-Kutf8", "-P-c"));
        command.addAll(List.of(option, page.toString()));
        Path said = Files.createTempFile(directory, "said", ".txt");
        Process groff = new ProcessBuilder(command).redirectError(said.toFile()).start();
        groff.getOutputStream().close();
        String shown = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, groff.waitFor(), shown);
        assertEquals("", Files.readString(said));
        return shown.replaceAll(".\b", "").replaceAll("\u001b\\[[0-9;]*m", "").replace('‐', '-');
    }
}
