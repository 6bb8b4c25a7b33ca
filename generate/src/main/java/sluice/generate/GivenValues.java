package sluice.generate;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The values given for a list of options, by name; reading one says which value is wrong and why.
 */
final class GivenValues {
    private final List<GenerateOption> options;
    private final Map<String, String> values;

    GivenValues(List<GenerateOption> options, Map<String, String> values) {
        this.options = options;
        this.values = values;
        for (String name : values.keySet()) {
            option(name);
        }
    }

    String text(String name) {
        return values.getOrDefault(name, option(name).fallback());
    }

    long integer(String name) {
        return parse(name, Long::parseLong);
    }

    int smallInteger(String name) {
        return parse(name, Integer::parseInt);
    }

    double real(String name) {
        return parse(name, Double::parseDouble);
    }

    boolean flag(String name) {
        return !text(name).isEmpty() && parse(name, GivenValues::truth);
    }

    <T> T parse(String name, Function<String, T> parser) {
        String text = text(name);
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException failure) {
            GenerateOption option = option(name);
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--%s: \"%s\" is not %s; expected %s"
                            .formatted(name, text, option.unit(), option.range()),
                    failure);
        }
    }

    /** Makes a checked record of the values; what its constructor refuses is the user's to fix. */
    static <T> T checked(Supplier<T> constructor) {
        try {
            return constructor.get();
        } catch (IllegalArgumentException failure) {
            throw new SluiceException(
                    ErrorCode.CONFIG, String.valueOf(failure.getMessage()), failure);
        }
    }

    private GenerateOption option(String name) {
        for (GenerateOption option : options) {
            if (option.name().equals(name)) {
                return option;
            }
        }
        throw new SluiceException(
                ErrorCode.CONFIG,
                "no option --%s; there are %s"
                        .formatted(name, options.stream().map(GenerateOption::name).toList()));
    }

    private static boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }
}
