package sluice.cli.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The options of one verb that a file and the environment can give, by the keys of the file.
 *
 * <p>A key is the long name of an option without its dashes. The argument STORE of a verb that has
 * no other argument is one of them, as {@code store}. Options that ask for help, name the file or
 * belong to all verbs are on the command line alone.
 */
final class VerbOptions {
    private static final String STORE_LABEL = "STORE";
    private static final String VARIABLE_PREFIX = "SLUICE_";

    private final String verb;
    private final List<ArgSpec> options;

    private VerbOptions(String verb, List<ArgSpec> options) {
        this.verb = verb;
        this.options = options;
    }

    /** Those of {@code verb}, in the order of its help. */
    static VerbOptions of(CommandSpec verb) {
        List<ArgSpec> found = new ArrayList<>();
        List<PositionalParamSpec> arguments = verb.positionalParameters();
        if (arguments.size() == 1 && arguments.getFirst().paramLabel().equals(STORE_LABEL)) {
            found.add(arguments.getFirst());
        }
        // picocli works out a name each time that it is asked.
        Map<String, OptionSpec> byName = new TreeMap<>();
        verb.options().forEach(option -> byName.put(option.longestName(), option));
        byName.remove(ConfigArgument.NAME);
        byName.values().stream().filter(VerbOptions::isConfigurable).forEach(found::add);
        return new VerbOptions(verb.name(), List.copyOf(found));
    }

    private static boolean isConfigurable(OptionSpec option) {
        return !option.hidden()
                && !option.usageHelp()
                && !option.versionHelp()
                && !option.inherited();
    }

    String verb() {
        return verb;
    }

    List<ArgSpec> all() {
        return options;
    }

    List<String> keys() {
        return options.stream().map(VerbOptions::key).toList();
    }

    Optional<ArgSpec> find(String key) {
        return options.stream().filter(option -> key(option).equals(key)).findFirst();
    }

    /** The key of {@code option} in a file. */
    static String key(ArgSpec option) {
        return option instanceof OptionSpec named
                ? named.longestName().substring(2)
                : option.paramLabel().toLowerCase(Locale.ROOT);
    }

    /** The beginning of the names of all variables of {@code verb}. */
    static String variablePrefix(String verb) {
        return VARIABLE_PREFIX + verb.toUpperCase(Locale.ROOT) + "_";
    }

    /** The variable that gives the option {@code key} of {@code verb}. */
    static String variable(String verb, String key) {
        return variablePrefix(verb) + key.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
