package sluice.cli.config;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import sluice.model.SluiceException;

/**
 * Prints the options in force under one command line: the value of each option of a verb that a
 * file can give, and where it is set.
 */
final class OptionsInForce {
    private static final int VALUE_COLUMNS = 34;

    private final CommandLine whole;
    private final CommandLine verb;
    private final GivenOptions given;

    /**
     * @param whole the command that {@code verb} belongs to
     */
    OptionsInForce(CommandLine whole, CommandLine verb, GivenOptions given) {
        this.whole = whole;
        this.verb = verb;
        this.given = given;
    }

    /**
     * Prints the values for the command line {@code words} as a section of a file. Throws what
     * picocli or the verb finds wrong with a value; arguments may be missing, and rules between
     * options are not checked.
     */
    void print(List<String> words, PrintWriter output) {
        verb.setDefaultValueProvider(given);
        verb.getCommandSpec().parser().collectErrors(true);
        List<String> line = new ArrayList<>(words);
        line.addFirst(verb.getCommandName());
        ParseResult parsed = whole.parseArgs(line.toArray(String[]::new)).subcommand();
        for (Exception error : parsed.errors()) {
            if (error instanceof ParameterException wrong
                    && !(error instanceof MissingParameterException missing
                            && isOfArguments(missing))) {
                throw wrong;
            }
        }
        checkValues();
        VerbOptions options = VerbOptions.of(verb.getCommandSpec());
        output.printf("%s:%n", options.verb());
        for (ArgSpec option : options.all()) {
            output.println(line(option, parsed));
        }
    }

    /** A refused value is not shown either: it may be an address with a password. */
    private void checkValues() {
        if (verb.getCommand() instanceof CheckedVerb checked) {
            try {
                checked.checkValues();
            } catch (SluiceException refusal) {
                String message = String.valueOf(refusal.getMessage());
                throw new SluiceException(
                        refusal.code(), message + given.originsIn(message), refusal);
            }
        }
    }

    private static boolean isOfArguments(MissingParameterException missing) {
        return missing.getMissing().stream().allMatch(PositionalParamSpec.class::isInstance);
    }

    private String line(ArgSpec option, ParseResult parsed) {
        String key = VerbOptions.key(option);
        List<String> typed = typed(option, parsed);
        Optional<GivenOption> set = given.of(option);
        if (!typed.isEmpty()) {
            return line(key, String.join("\n", typed), "command line");
        }
        if (set.isPresent()) {
            return line(key, set.get().value(), set.get().origin());
        }
        String value = OptionText.defaultValue(option);
        return value.isEmpty()
                ? "  #" + key + ":" + " ".repeat(padding(key.length() + 4)) + "# not set"
                : line(key, value, "default");
    }

    private static String line(String key, String value, String origin) {
        String text = "  %s: %s".formatted(key, OptionText.yaml(value));
        return text + " ".repeat(padding(text.length())) + "# " + origin;
    }

    private static int padding(int columns) {
        return Math.max(2, VALUE_COLUMNS - columns);
    }

    /** The values that the command line gives to {@code option}. */
    private static List<String> typed(ArgSpec option, ParseResult parsed) {
        List<String> values = new ArrayList<>();
        if (option instanceof OptionSpec named && parsed.hasMatchedOption(named.longestName())) {
            values.addAll(parsed.matchedOption(named.longestName()).originalStringValues());
            if (values.isEmpty()) {
                values.add("true");
            }
        }
        if (option instanceof PositionalParamSpec && !parsed.matchedPositionals().isEmpty()) {
            values.addAll(parsed.matchedPositionals().getFirst().originalStringValues());
        }
        return values;
    }
}
