package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.ConsolePage;

/**
 * The files, loads and queries of docs/five-minutes.md, in this process. The whole page, with the
 * archive, the server and Python, is followed by the tests of the packages.
 */
class FiveMinutesPageTest {
    private static final String FILE = "cat > ";
    private static final String TEXT = " <<'END'\n";
    private static final List<String> VERBS = List.of("load", "query");
    private static final int STEPS_MIN = 4;

    @TempDir private Path directory;

    @Test
    void loadsAndQueriesPrintWhatThePageShows() throws IOException {
        int count = 0;
        for (ConsolePage.Step step : ConsolePage.steps("five-minutes.md")) {
            List<String> words = List.of(step.command().split(" ", -1));
            if (step.command().startsWith(FILE)) {
                write(step.command());
                count++;
            } else if (words.getFirst().equals("sluice") && VERBS.contains(words.get(1))) {
                CommandRun run = CommandRun.of(inDirectory(words));
                String printed = (run.errors() + run.output()).replace(directory + "/", "");
                assertEquals(0, run.status(), printed);
                assertTrue(step.shows(printed), () -> step.besides(printed));
                count++;
            }
        }
        assertTrue(count >= STEPS_MIN, "steps: " + count);
    }

    private void write(String command) throws IOException {
        String name = command.substring(FILE.length(), command.indexOf(TEXT));
        String text = command.substring(command.indexOf(TEXT) + TEXT.length());
        Files.writeString(directory.resolve(name), text.substring(0, text.lastIndexOf("END")));
    }

    private String[] inDirectory(List<String> words) {
        return words.stream()
                .skip(1)
                .map(
                        word ->
                                word.equals("friends") || word.endsWith(".csv")
                                        ? directory.resolve(word).toString()
                                        : word)
                .toArray(String[]::new);
    }
}
