package sluice.cli.help;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import sluice.cli.console.Version;

/**
 * A page of the manual for one verb, in the macros "man" of roff, with the words of the verb's
 * help.
 *
 * @param name the page's name without its section, such as {@code sluice-load}
 * @param text the whole page
 */
public record ManPage(String name, String text) {
    /** How wide a page is, and how far the text of a section is indented in it. */
    private static final int COLUMNS = 80;

    private static final int INDENT = 7;

    /** The page for {@code command}, with its options and the verbs below it. */
    public static ManPage of(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        String name = spec.qualifiedName("-");
        StringBuilder page = new StringBuilder();
        page.append(".\\\" Made from the help of the command.\n");
        page.append(
                ".TH %s 1 \"\" \"sluice %s\" \"Sluice\"\n"
                        .formatted(upper(name), Version.number()));
        page.append(".SH NAME\n%s \\- %s\n".formatted(escaped(name), escaped(summary(spec))));
        page.append(".SH SYNOPSIS\n.nf\n");
        page.append(lines(synopsis(command)));
        page.append(".fi\n.SH DESCRIPTION\n");
        page.append(prose(lines(spec.usageMessage().description())));
        arguments(page, spec);
        options(page, spec);
        verbs(page, command, name);
        footer(page, lines(spec.usageMessage().footer()));
        page.append(".SH SEE ALSO\n");
        page.append(
                name.equals("sluice")
                        ? "The pages of the single verbs, such as \\fBsluice\\-load\\fR(1).\n"
                        : "\\fBsluice\\fR(1)\n");
        return new ManPage(name, page.toString());
    }

    private static String upper(String name) {
        return escaped(name).toUpperCase(Locale.ROOT);
    }

    /** The first sentence of the help without its full stop. */
    private static String summary(CommandSpec spec) {
        String first = lines(spec.usageMessage().description()).getFirst();
        int end = first.indexOf(". ");
        return (end < 0 ? first : first.substring(0, end)).replaceFirst("\\.$", "");
    }

    private static List<String> synopsis(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        int before = spec.usageMessage().width();
        spec.usageMessage().width(COLUMNS - INDENT);
        try {
            Help help = command.getHelp();
            return help.synopsis(0).lines().map(String::stripTrailing).toList();
        } finally {
            spec.usageMessage().width(before);
        }
    }

    private static void arguments(StringBuilder page, CommandSpec spec) {
        List<PositionalParamSpec> shown =
                spec.positionalParameters().stream().filter(one -> !one.hidden()).toList();
        if (shown.isEmpty()) {
            return;
        }
        page.append(".SH ARGUMENTS\n");
        for (PositionalParamSpec argument : shown) {
            page.append(".TP\n\\fI%s\\fR\n".formatted(escaped(argument.paramLabel())));
            page.append(lines(String.join(" ", lines(argument.description()))));
        }
    }

    private static void options(StringBuilder page, CommandSpec spec) {
        page.append(".SH OPTIONS\n");
        for (OptionSpec option : spec.options()) {
            if (option.hidden()) {
                continue;
            }
            List<String> names = new ArrayList<>();
            for (String name : option.names()) {
                names.add("\\fB%s\\fR".formatted(escaped(name)));
            }
            String value =
                    option.arity().max() == 0
                            ? ""
                            : "=\\fI%s\\fR".formatted(escaped(option.paramLabel()));
            page.append(".TP\n").append(String.join(", ", names)).append(value).append('\n');
            page.append(lines(String.join(" ", lines(option.description()))));
        }
    }

    private static void verbs(StringBuilder page, CommandLine command, String name) {
        Map<String, CommandLine> below = command.getSubcommands();
        if (below.isEmpty()) {
            return;
        }
        page.append(".SH VERBS\n");
        below.forEach(
                (word, verb) -> {
                    CommandSpec spec = verb.getCommandSpec();
                    if (!spec.usageMessage().hidden()) {
                        page.append(".TP\n\\fB%s\\fR(1)\n".formatted(escaped(name + "-" + word)));
                        page.append(lines(summary(spec) + "."));
                    }
                });
    }

    /** Examples and the exit status have sections of their own. */
    private static void footer(StringBuilder page, List<String> lines) {
        List<String> rest = new ArrayList<>();
        for (String line : lines) {
            String section =
                    line.startsWith("Exit status: ")
                            ? "EXIT STATUS"
                            : line.matches("Examples?:") ? "EXAMPLES" : "";
            if (section.isEmpty()) {
                rest.add(line);
                continue;
            }
            page.append(prose(rest));
            rest.clear();
            page.append(".SH %s\n".formatted(section));
            if (line.startsWith("Exit status: ")) {
                rest.add(line.substring("Exit status: ".length()));
            }
        }
        page.append(prose(rest));
    }

    /** Paragraphs, and as they are lines that begin with spaces. */
    private static String prose(List<String> lines) {
        StringBuilder text = new StringBuilder();
        boolean isVerbatim = false;
        boolean isOpen = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean isIndented = line.startsWith("  ");
            if (isIndented != isVerbatim && !line.isEmpty()) {
                text.append(
                        isIndented
                                ? ".PP\n.nf\n" + outdent(lines.subList(i, lines.size()))
                                : ".fi\n.PP\n");
                isVerbatim = isIndented;
            } else if (line.isEmpty() && isOpen && !isVerbatim) {
                text.append(".PP\n");
            }
            if (!line.isEmpty()) {
                text.append(escaped(line)).append('\n');
            }
            isOpen = !line.isEmpty();
        }
        return text.append(isVerbatim ? ".fi\n" : "").toString().replaceFirst("\\.PP\n$", "");
    }

    /** Has the lines as they are, with which {@code rest} begins, fit the page. */
    private static String outdent(List<String> rest) {
        int longest =
                rest.stream()
                        .takeWhile(line -> line.isEmpty() || line.startsWith("  "))
                        .mapToInt(String::length)
                        .max()
                        .orElse(0);
        return longest <= COLUMNS - INDENT
                ? ""
                : ".in %dn\n".formatted(Math.max(0, COLUMNS - longest));
    }

    private static String lines(List<String> lines) {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            text.append(escaped(line)).append('\n');
        }
        return text.toString();
    }

    private static String lines(String line) {
        return escaped(line) + "\n";
    }

    /** The lines of the texts of an annotation, without marks of style. */
    private static List<String> lines(String[] texts) {
        List<String> lines = new ArrayList<>();
        for (String text : texts) {
            String plain = Help.Ansi.OFF.string(text.replace("%n", "\n").replace("%%", "%"));
            lines.addAll(plain.isEmpty() ? List.of("") : plain.lines().toList());
        }
        return lines;
    }

    /** A line of text as roff takes it: no letter of it is a command. */
    private static String escaped(String text) {
        String safe =
                text.replace("\\", "\\e")
                        .replace("-", "\\-")
                        .replace("'", "\\(aq")
                        .replace("`", "\\(ga")
                        .replace("^", "\\(ha")
                        .replace("~", "\\(ti")
                        .replace("…", "\\[u2026]")
                        .replace("→", "\\(->");
        return safe.startsWith(".") ? "\\&" + safe : safe;
    }
}
