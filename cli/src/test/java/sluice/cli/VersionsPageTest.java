package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/versions.md. */
class VersionsPageTest {
    private static final Path PAGE = Path.of("../docs/versions.md");
    private static final int COMMANDS_MIN = 10;
    private static final int COLUMNS_MAX = 100;

    @TempDir private Path directory;

    @Test
    void everyCommandPrintsWhatThePageShows() throws IOException, InterruptedException {
        FollowedPage.Commands commands =
                new FollowedPage.Commands() {
                    @Override
                    public String script(String script) throws IOException, InterruptedException {
                        if (!script.startsWith("sluice ")) {
                            return FollowedPage.shell(directory, script);
                        }
                        for (String line : script.lines().toList()) {
                            CommandRun run = run(line + " --memory 256m --threads 1");
                            assertEquals(0, run.status(), run::errors);
                        }
                        return "";
                    }

                    @Override
                    public String command(String command) {
                        CommandRun run = VersionsPageTest.this.run(command);
                        String printed = (run.output() + run.errors()).replace(directory + "/", "");
                        return FollowedPage.broken(
                                printed.replaceAll(
                                        "20[0-9-]{8}T[0-9:]{8}Z", "2026-11-24T06:00:00Z"),
                                COLUMNS_MAX);
                    }
                };
        new FollowedPage(PAGE, commands).follow(COMMANDS_MIN);
    }

    private CommandRun run(String command) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        for (int i = 2; i < words.size(); i++) {
            if (i == 2 || words.get(i).endsWith(".csv")) {
                words.set(i, directory.resolve(words.get(i)).toString());
            }
        }
        return CommandRun.of(words.subList(1, words.size()).toArray(String[]::new));
    }
}
