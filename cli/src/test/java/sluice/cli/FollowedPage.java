package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A page of docs/ that a test follows as a reader does: runs its blocks of {@code sh} and its
 * blocks of {@code console}, whose lines {@code $ …} are commands and whose other lines are what
 * they print. Blocks of {@code sh by-hand} are left out. {@code -Drewrite} writes down what is
 * printed.
 */
final class FollowedPage {
    private static final Pattern BLOCK =
            Pattern.compile("(?<=```)(sh|console)\n(.*?)(?=```\n)", Pattern.DOTALL);

    private final Path page;
    private final Commands commands;
    private int count;

    /** How a test runs what a page tells. */
    interface Commands {
        /** Runs a script, and returns what it printed. */
        String script(String script) throws IOException, InterruptedException;

        /** Runs one command, and returns what it printed, as the page may show it. */
        String command(String command) throws IOException, InterruptedException;
    }

    FollowedPage(Path page, Commands commands) {
        this.page = page;
        this.commands = commands;
    }

    /** Follows the page; it must have {@code commandsMin} commands, and print what it shows. */
    void follow(int commandsMin) throws IOException, InterruptedException {
        String text = Files.readString(page);
        StringBuilder followed = new StringBuilder();
        int end = 0;
        for (MatchResult block : BLOCK.matcher(text).results().toList()) {
            followed.append(text, end, block.start()).append(block.group(1)).append('\n');
            if (block.group(1).equals("sh")) {
                assertEquals("", commands.script(block.group(2)), block.group(2));
                followed.append(block.group(2));
            } else {
                followed.append(console(block.group(2)));
            }
            end = block.end();
        }
        followed.append(text, end, text.length());
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(page, followed);
        }
        assertEquals(
                Files.readString(page), followed.toString(), "rewrite with -Drewrite, then read");
        assertTrue(count >= commandsMin, "commands: " + count);
    }

    /** Runs {@code script} in {@code directory}, where it must succeed; returns what it printed. */
    static String shell(Path directory, String script) throws IOException, InterruptedException {
        Process shell =
                new ProcessBuilder("sh", "-e", "-c", script)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor(), printed);
        return printed;
    }

    /** The commands of {@code block}, each with what it prints, an empty line between two. */
    private String console(String block) throws IOException, InterruptedException {
        StringBuilder printed = new StringBuilder();
        for (String line : block.lines().toList()) {
            if (line.startsWith("$ ")) {
                printed.append(printed.isEmpty() ? "" : "\n").append(line).append('\n');
                printed.append(commands.command(line.substring(2)));
                count++;
            }
        }
        return printed.toString();
    }

    /** What differs from run to run, and from machine to machine, as dots. */
    static String masked(String printed) {
        return printed.replaceAll("(?m)^ +[0-9]+:[0-9]{2}  .*\n", "")
                .replaceAll(" {2,}[0-9.]+ m?s\\b", "       … s")
                .replace("  time in all     ", "  time in all        ")
                .replaceAll("[0-9.]+ m?s\\b", "… s")
                .replaceAll("[0-9.]+ k?M?B/s", "… B/s")
                .replaceAll(
                        "(?m)^(  peak memory) .* MiB ", "$1" + " ".repeat(12) + "… MiB  of … MiB ");
    }

    /** Lines that are wider than {@code columns}, broken at blanks. */
    static String broken(String printed, int columns) {
        return printed.replaceAll("(?m)^(?=.{%1$d})(.{1,%1$d}) ".formatted(columns), "$1\n    ");
    }
}
