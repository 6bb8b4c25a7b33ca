package sluice.cli.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import sluice.cli.console.WrappedText;
import sluice.ingest.mapping.YamlText;

/** The text of one option in a file of options: its help, its value, its default. */
final class OptionText {
    /** Values that YAML reads as they are, whatever stands behind them. */
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z0-9/.-]([A-Za-z0-9_/.@%+:=,-]*[A-Za-z0-9_/.@%+=,-])?");

    private static final List<String> NOT_PLAIN =
            List.of("null", "Null", "NULL", "-", "---", "...");

    private OptionText() {}

    /** The help of {@code option} in lines of at most {@code columnsMax} letters. */
    static List<String> help(ArgSpec option, int columnsMax) {
        List<String> lines = new ArrayList<>();
        for (String text : option.description()) {
            String plain = Help.Ansi.OFF.string(text.replace("%n", "\n").replace("%%", "%"));
            plain.lines().forEach(line -> lines.addAll(WrappedText.lines(line, columnsMax)));
        }
        return lines;
    }

    /** The default of {@code option} as it would be written; empty if no value stands for it. */
    static String defaultValue(ArgSpec option) {
        String declared = option.defaultValue();
        if (declared != null) {
            return declared;
        }
        return switch (option.initialValue()) {
            case Boolean value -> value.toString();
            case Integer value -> value.toString();
            case String value -> value;
            case null, default -> "";
        };
    }

    /** {@code value} as YAML; a text of several lines becomes a list. */
    static String yaml(String value) {
        if (value.indexOf('\n') >= 0) {
            return "[%s]"
                    .formatted(String.join(", ", value.lines().map(OptionText::quoted).toList()));
        }
        boolean isPlain = PLAIN.matcher(value).matches() && !NOT_PLAIN.contains(value);
        return isPlain ? value : quoted(value);
    }

    private static String quoted(String value) {
        return YamlText.quoted(value);
    }
}
