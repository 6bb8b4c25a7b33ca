package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/guide.md, in this process where a command is ours. */
class GuidePageTest {
    private static final Path PAGE = Path.of("../docs/guide.md");
    private static final int COMMANDS_MIN = 20;
    private static final int COLUMNS_MAX = 100;

    @TempDir private Path directory;

    @Test
    void everyCommandPrintsWhatThePageShows() throws IOException, InterruptedException {
        FollowedPage.Commands commands =
                new FollowedPage.Commands() {
                    @Override
                    public String script(String script) throws IOException, InterruptedException {
                        return FollowedPage.shell(directory, script);
                    }

                    @Override
                    public String command(String command) throws IOException, InterruptedException {
                        return command.startsWith("sluice ")
                                ? sluice(command)
                                : FollowedPage.shell(directory, command);
                    }
                };
        new FollowedPage(PAGE, commands).follow(COMMANDS_MIN);
    }

    /** The command in this process; a message of failure and an exit status must come together. */
    private String sluice(String command) throws IOException {
        List<String> words =
                Arrays.stream(command.split(" +"))
                        .map(word -> word.replaceFirst("^'(.*)'$", "$1"))
                        .toList();
        CommandRun run = CommandRun.of(inDirectory(words));
        assertEquals(run.status() != 0, run.errors().startsWith("sluice: "), run::errors);
        nameFilesAsTheReader();
        String printed = (run.errors() + run.output()).replace(directory + "/", "");
        return FollowedPage.broken(FollowedPage.masked(printed), COLUMNS_MAX);
    }

    /** Takes the directory out of ledgers: they name files as the command did. */
    private void nameFilesAsTheReader() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
                String text = Files.readString(file);
                Files.writeString(file, text.replace(directory + "/", ""));
            }
        }
    }

    /** The words behind {@code sluice}, with the names of files and stores in the directory. */
    private String[] inDirectory(List<String> words) {
        boolean takesFiles = List.of("load", "export", "map").contains(words.get(1));
        List<String> arguments = new ArrayList<>(words.subList(1, words.size()));
        for (int i = 1; i < arguments.size(); i++) {
            String before = arguments.get(i - 1);
            boolean isName = i == 1 || takesFiles && !before.startsWith("--");
            boolean isOption = arguments.get(i).startsWith("--");
            if (before.equals("--mapping") || (isName && !isOption)) {
                arguments.set(i, directory.resolve(arguments.get(i)).toString());
            }
        }
        return arguments.toArray(String[]::new);
    }
}
