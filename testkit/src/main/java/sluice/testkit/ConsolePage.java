package sluice.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The commands of a page of docs/: in its blocks of {@code console} the lines {@code $ …}, with a
 * text up to {@code END} behind a {@code <<'END'}, and the lines that each command prints. In these
 * {@code …} is any text but none.
 */
public final class ConsolePage {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```console\n(.*?)^```$");

    private ConsolePage() {}

    /** A command of a page, with what it prints there. */
    public record Step(String command, String expected) {
        /** Whether {@code printed} is what the page shows. */
        public boolean shows(String printed) {
            String pattern =
                    expected.lines()
                            .map(
                                    line ->
                                            List.of(line.split("…", -1)).stream()
                                                    .map(Pattern::quote)
                                                    .collect(Collectors.joining(".+")))
                            .map(line -> line + "\\s*\n")
                            .collect(Collectors.joining());
            return printed.matches(pattern);
        }

        /** Both, for the message of a failure. */
        public String besides(String printed) {
            return "%s\nexpected:\n%s\nfound:\n%s".formatted(command, expected, printed);
        }
    }

    /** The commands of the page {@code name}, in order. */
    public static List<Step> steps(String name) throws IOException {
        List<Step> steps = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(Files.readString(Path.of("..", "docs", name)));
        while (blocks.find()) {
            StringBuilder command = new StringBuilder();
            StringBuilder expected = new StringBuilder();
            boolean isText = false;
            for (String line : blocks.group(1).lines().toList()) {
                if (isText) {
                    command.append('\n').append(line);
                    isText = !line.equals("END");
                } else if (line.startsWith("$ ")) {
                    add(steps, command, expected);
                    command.append(line.substring(2));
                    isText = line.endsWith("<<'END'");
                } else {
                    expected.append(line).append('\n');
                }
            }
            add(steps, command, expected);
        }
        return steps;
    }

    private static void add(List<Step> steps, StringBuilder command, StringBuilder expected) {
        if (!command.isEmpty()) {
            steps.add(new Step(command.toString(), expected.toString()));
        }
        command.setLength(0);
        expected.setLength(0);
    }
}
