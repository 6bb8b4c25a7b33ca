package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.console.LineWords;

/** Follows docs/questions.md. */
class QuestionsPageTest {
    private static final Path PAGE = Path.of("../docs/questions.md");
    private static final int COMMANDS_MIN = 15;

    @TempDir private Path directory;

    @Test
    void everyCommandPrintsWhatThePageShows() throws IOException, InterruptedException {
        FollowedPage.Commands commands =
                new FollowedPage.Commands() {
                    @Override
                    public String script(String script) throws IOException, InterruptedException {
                        String printed = FollowedPage.shell(directory, script);
                        load();
                        return printed;
                    }

                    @Override
                    public String command(String command) {
                        List<String> words = new ArrayList<>(LineWords.of(command));
                        words.set(2, directory.resolve(words.get(2)).toString());
                        CommandRun run =
                                CommandRun.of(
                                        words.subList(1, words.size()).toArray(String[]::new));
                        assertEquals(
                                run.status() != 0,
                                run.errors().startsWith("sluice: "),
                                run::errors);
                        return (run.output() + run.errors()).replace(directory + "/", "");
                    }
                };
        new FollowedPage(PAGE, commands).follow(COMMANDS_MIN);
    }

    private void load() {
        CommandRun run =
                CommandRun.of(
                        "load",
                        directory.resolve("graph").toString(),
                        directory.resolve("people.rdf").toString(),
                        "--schema",
                        directory.resolve("people.schema").toString(),
                        "--memory",
                        "256m",
                        "--threads",
                        "1");
        assertEquals(0, run.status(), run::errors);
    }
}
