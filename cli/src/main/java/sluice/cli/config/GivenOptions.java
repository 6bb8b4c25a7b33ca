package sluice.cli.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import sluice.cli.console.Spelling;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The options that a file and the environment give to one verb; picocli asks for them where the
 * command line is silent.
 *
 * <p>The variable of an option is {@code SLUICE_}, the verb, and the option's name, in capitals and
 * with {@code _} for each dash. The file is the one that {@code --config} names, or the variable
 * {@code SLUICE_VERB_CONFIG}. Variables count before the file.
 */
public final class GivenOptions implements IDefaultValueProvider {
    private static final String CONFIG_KEY = "config";

    private final Map<String, GivenOption> given;

    private GivenOptions(Map<String, GivenOption> given) {
        this.given = given;
    }

    /** No file and no variable. */
    public static GivenOptions none() {
        return new GivenOptions(Map.of());
    }

    /** Whether {@code verb} takes options from a file and the environment. */
    public static boolean apply(String verb) {
        return OptionsFile.VERBS.contains(verb);
    }

    /**
     * Reads those of {@code verb}. Throws a {@link SluiceException} that names line or variable if
     * one is unknown.
     *
     * @param words those of the command line behind the verb
     * @param environment the variables of the process
     */
    public static GivenOptions read(
            CommandSpec verb, List<String> words, Map<String, String> environment) {
        return read(verb, fileOf(verb.name(), words, environment), environment);
    }

    /** As above, with the options of {@code file}, if one is named. */
    public static GivenOptions read(
            CommandSpec verb, Optional<Path> file, Map<String, String> environment) {
        VerbOptions options = VerbOptions.of(verb);
        Map<String, GivenOption> given = new TreeMap<>();
        file.ifPresent(named -> given.putAll(OptionsFile.read(named, options)));
        String prefix = VerbOptions.variablePrefix(options.verb());
        new TreeMap<>(environment)
                .forEach(
                        (variable, value) -> {
                            boolean isOther =
                                    !variable.startsWith(prefix)
                                            || variable.equals(fileVariable(options.verb()));
                            // An empty one counts as unset: files of variables often have some.
                            if (!isOther && !value.isEmpty()) {
                                given.put(key(variable, options), new GivenOption(value, variable));
                            }
                        });
        return new GivenOptions(given);
    }

    private static String key(String variable, VerbOptions options) {
        String key =
                variable.substring(VerbOptions.variablePrefix(options.verb()).length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '-');
        if (options.keys().contains(key)) {
            return key;
        }
        String nearest = Spelling.nearest(key, options.keys());
        String use =
                nearest == null ? "" : ", or use " + VerbOptions.variable(options.verb(), nearest);
        throw new SluiceException(
                ErrorCode.CONFIG,
                "the environment variable %s names no option of %s; unset it%s"
                        .formatted(variable, options.verb(), use));
    }

    /** The file that the command line names behind {@code verb}, or the environment. */
    public static Optional<Path> fileOf(
            String verb, List<String> words, Map<String, String> environment) {
        @Nullable String named = environment.get(fileVariable(verb));
        for (int i = 0; i < words.size() && !words.get(i).equals("--"); i++) {
            if (words.get(i).startsWith(ConfigArgument.NAME + "=")) {
                named = words.get(i).substring(ConfigArgument.NAME.length() + 1);
            } else if (words.get(i).equals(ConfigArgument.NAME) && i + 1 < words.size()) {
                named = words.get(++i);
            }
        }
        return named == null || named.isEmpty() ? Optional.empty() : Optional.of(Path.of(named));
    }

    private static String fileVariable(String verb) {
        return VerbOptions.variable(verb, CONFIG_KEY);
    }

    /** The value that is given for {@code option}, if one is. */
    Optional<GivenOption> of(ArgSpec option) {
        return Optional.ofNullable(given.get(VerbOptions.key(option)));
    }

    boolean isEmpty() {
        return given.isEmpty();
    }

    /** Null where nothing is given; picocli then takes the option's own default. */
    @Override
    public @Nullable String defaultValue(ArgSpec option) {
        GivenOption found = given.get(VerbOptions.key(option));
        // picocli would put variables in; a value is taken as written.
        return found == null ? null : found.value().replace("${", "$${");
    }

    /** Where the options are set that {@code message} names, to be put behind it. */
    public String originsIn(String message) {
        StringBuilder origins = new StringBuilder();
        given.forEach(
                (key, option) -> {
                    if (names(message, key)) {
                        origins.append("; --%s is set by %s".formatted(key, option.origin()));
                    }
                });
        return origins.toString();
    }

    /** Libraries that know no options begin with the name of a value: "httpPort is 70000". */
    private static boolean names(String message, String key) {
        StringBuilder value = new StringBuilder();
        for (String word : key.split("-", -1)) {
            boolean isFirst = value.isEmpty();
            String capital = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
            value.append(isFirst ? word : capital);
        }
        return message.startsWith(value + " is ")
                || Pattern.compile("--" + Pattern.quote(key) + "(?![a-z0-9-])")
                        .matcher(message)
                        .find();
    }
}
