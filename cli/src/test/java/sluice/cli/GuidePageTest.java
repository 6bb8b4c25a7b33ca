package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows docs/guide.md as a reader does: runs its blocks of {@code sh}, then its blocks of {@code
 * console}, whose lines {@code $ …} are commands and whose other lines are what they print. Blocks
 * of {@code sh by-hand} are left out. {@code -Drewrite} writes down what is printed.
 */
class GuidePageTest {
    private static final Path PAGE = Path.of("../docs/guide.md");
    private static final Pattern BLOCK =
            Pattern.compile("(?<=```)(sh|console)\n(.*?)(?=```\n)", Pattern.DOTALL);
    private static final int COMMANDS_MIN = 20;
    private static final int COLUMNS_MAX = 100;

    @TempDir private Path directory;
    private int commands;

    @Test
    void everyCommandPrintsWhatThePageShows() throws IOException, InterruptedException {
        String page = Files.readString(PAGE);
        StringBuilder followed = new StringBuilder();
        int end = 0;
        for (MatchResult block : BLOCK.matcher(page).results().toList()) {
            followed.append(page, end, block.start()).append(block.group(1)).append('\n');
            if (block.group(1).equals("sh")) {
                assertEquals("", shell(block.group(2)), block.group(2));
                followed.append(block.group(2));
            } else {
                followed.append(console(block.group(2)));
            }
            end = block.end();
        }
        followed.append(page, end, page.length());
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(PAGE, followed);
        }
        assertEquals(
                Files.readString(PAGE), followed.toString(), "rewrite with -Drewrite, then read");
        assertTrue(commands >= COMMANDS_MIN, "commands: " + commands);
    }

    /** The commands of {@code block}, each with what it prints, an empty line between two. */
    private String console(String block) throws IOException, InterruptedException {
        StringBuilder printed = new StringBuilder();
        for (String line : block.lines().toList()) {
            if (line.startsWith("$ ")) {
                String command = line.substring(2);
                printed.append(printed.isEmpty() ? "" : "\n").append(line).append('\n');
                printed.append(command.startsWith("sluice ") ? sluice(command) : shell(command));
                commands++;
            }
        }
        return printed.toString();
    }

    /** The command in this process; a message of failure and an exit status must come together. */
    private String sluice(String command) throws IOException {
        CommandRun run = CommandRun.of(inDirectory(List.of(command.split(" +"))));
        assertEquals(run.status() != 0, run.errors().startsWith("sluice: "), run::errors);
        nameFilesAsTheReader();
        return broken(masked((run.errors() + run.output()).replace(directory + "/", "")));
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
        boolean takesFiles = List.of("load", "export").contains(words.get(1));
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

    /** What differs from run to run, and from machine to machine, as dots. */
    private static String masked(String printed) {
        return printed.replaceAll("(?m)^ +[0-9]+:[0-9]{2}  .*\n", "")
                .replaceAll(" {2,}[0-9.]+ m?s\\b", "       … s")
                .replace("  time in all     ", "  time in all        ")
                .replaceAll("[0-9.]+ m?s\\b", "… s")
                .replaceAll("[0-9.]+ k?M?B/s", "… B/s")
                .replaceAll(
                        "(?m)^(  peak memory) .* MiB ", "$1" + " ".repeat(12) + "… MiB  of … MiB ");
    }

    /** Lines that are wider than the page, broken at blanks. */
    private static String broken(String printed) {
        return printed.replaceAll(
                "(?m)^(?=.{%1$d})(.{1,%1$d}) ".formatted(COLUMNS_MAX), "$1\n    ");
    }

    private String shell(String script) throws IOException, InterruptedException {
        Process shell =
                new ProcessBuilder("sh", "-e", "-c", script)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor(), printed);
        return printed;
    }
}
