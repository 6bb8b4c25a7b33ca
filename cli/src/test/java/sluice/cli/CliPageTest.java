package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The reference page of the command is the help of its verbs, word for word. */
class CliPageTest {
    private static final Path PAGE = Path.of("../docs/cli.md");
    private static final boolean REWRITE = Boolean.getBoolean("rewrite");
    private static final int COLUMNS_MAX = 80;

    @Test
    void pageIsTheHelpOfAllVerbs() throws IOException {
        StringBuilder page = new StringBuilder("# The command line\n\n");
        page.append("What `--help` says of each verb; a test writes this page (`-Drewrite`).\n");
        for (List<String> verb : Main.verbs()) {
            String name = verb.isEmpty() ? "sluice" : "sluice " + String.join(" ", verb);
            page.append("\n#".repeat(1)).append("#".repeat(verb.size() > 1 ? 2 : 1));
            page.append(' ').append(name).append("\n\n```text\n");
            page.append(help(verb).stripTrailing()).append("\n```\n");
        }
        if (REWRITE) {
            Files.writeString(PAGE, page);
        }
        assertEquals(
                Files.readString(PAGE), page.toString(), "rewrite with -Drewrite, read the diff");
    }

    @Test
    void helpFitsTheScreen() {
        for (List<String> verb : Main.verbs()) {
            help(verb)
                    .lines()
                    .forEach(line -> assertTrue(line.length() <= COLUMNS_MAX, () -> line));
        }
    }

    /** A paragraph whose lines are broken by hand is not broken once more, in the middle. */
    @Test
    void noLineIsBrokenTwice() {
        check(Main.command());
    }

    @Test
    void helpBeforeAVerbIsItsHelp() {
        for (List<String> verb :
                List.of(List.<String>of(), List.of("load"), List.of("bench", "rdf"))) {
            List<String> words = new ArrayList<>(List.of("help"));
            words.addAll(verb);
            CommandRun run = CommandRun.of(words.toArray(String[]::new));
            assertEquals(0, run.status(), run::errors);
            assertEquals(help(verb), run.output());
        }
    }

    private static void check(CommandLine command) {
        CommandLine.Model.UsageMessageSpec help = command.getCommandSpec().usageMessage();
        for (String[] lines : List.of(help.description(), help.footer())) {
            for (int i = 0; i + 1 < lines.length; i++) {
                String line = lines[i];
                boolean isBroken = !lines[i + 1].isEmpty() && !line.endsWith(".");
                assertTrue(!isBroken || line.length() <= COLUMNS_MAX, line);
            }
        }
        command.getSubcommands().values().forEach(CliPageTest::check);
    }

    private static String help(List<String> verb) {
        // A question stands behind the store in a command line, and its parent's name in the list.
        String[] words = verb.toArray(String[]::new);
        String[] arguments = Arrays.copyOf(words, words.length + 1);
        arguments[words.length] = "--help";
        CommandRun run = CommandRun.of(arguments);
        assertEquals(0, run.status(), run::errors);
        return run.output();
    }
}
