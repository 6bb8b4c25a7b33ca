package sluice.cli.config;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Prints a file of options to begin with: each option of a verb, its help and its default. */
final class OptionsTemplate {
    private static final int COLUMNS_MAX = 80;
    private static final String COMMENT = "  # ";

    private OptionsTemplate() {}

    /** Prints the comment above all sections. */
    static void printHead(PrintWriter output, List<String> verbs) {
        String first = verbs.getFirst();
        output.printf("# Options of sluice %s.%n", String.join(" and of sluice ", verbs));
        output.printf("# Use it with: sluice %s --config FILE%n", first);
        output.println("# Take the # of an option away to set it. The command line counts before");
        output.printf(
                "# a variable (%s), and that before this file.%n",
                VerbOptions.variable(first, first.equals("serve") ? "port" : "threads"));
        output.println("# Passwords and tokens are in files of their own, which options name.");
    }

    /** Prints the section of {@code verb}. */
    static void print(CommandSpec verb, PrintWriter output) {
        VerbOptions options = VerbOptions.of(verb);
        output.printf("%n%s:%n", options.verb());
        for (ArgSpec option : options.all()) {
            output.println();
            OptionText.help(option, COLUMNS_MAX - COMMENT.length())
                    .forEach(line -> output.println(COMMENT + line));
            String value = OptionText.defaultValue(option);
            output.printf(
                    "  #%s: %s%n",
                    VerbOptions.key(option),
                    value.isEmpty() ? option.paramLabel() : OptionText.yaml(value));
        }
    }
}
