package sluice.cli.config;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.Spelling;

/**
 * {@code sluice config}: prints a file of options for {@code serve} and {@code load} to begin with,
 * or the options in force and where each is set.
 */
@Command(
        name = "config",
        description = {
            "Print a file of options for serve and load, or the options in force.",
            "",
            "Without options it prints a file for --config of serve and load: every option with"
                    + " its help and its default, all commented out. With a verb and its options,"
                    + " or with --config or --in-force, it prints the options in force: the value"
                    + " that the verb would have for each, and where it is set. It starts nothing."
        },
        footer = {
            "",
            "Examples:",
            "  sluice config > sluice.yaml              a file to begin with",
            "  sluice config serve                      the part for serve alone",
            "  sluice config --config sluice.yaml       what the file sets",
            "  sluice config serve --in-force           what variables set",
            "  sluice config serve graph --config sluice.yaml --port 7000",
            "",
            "docs/configuration.md has the rules.",
            "",
            "Exit status: 0 printed, 2 a wrong option, file or variable."
        })
public final class ConfigCommand implements Callable<Integer> {
    private static final String IN_FORCE = "--in-force";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private ConfigArgument config = new ConfigArgument();

    @Option(
            names = IN_FORCE,
            description = "Print the options in force, also where only variables set some.")
    private boolean inForce;

    @Parameters(
            arity = "0..*",
            paramLabel = "VERB",
            completionCandidates = Verbs.class,
            description =
                    "serve or load, and behind it options and arguments as on its own command line"
                            + " (default: both verbs).")
    private List<String> words = List.of();

    /** Those that the first argument can name. */
    static final class Verbs implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return OptionsFile.VERBS.iterator();
        }
    }

    /** Called by picocli; what follows the verb is the verb's. */
    @Spec
    void stopAtTheVerb(CommandSpec own) {
        own.parser().stopAtPositional(true);
    }

    @Override
    public Integer call() {
        PrintWriter output = spec.commandLine().getOut();
        List<String> verbs = words.isEmpty() ? OptionsFile.VERBS : List.of(verb(words.getFirst()));
        // Its own option is understood behind the verb too.
        List<String> behind =
                words.stream().skip(1).filter(word -> !word.equals(IN_FORCE)).toList();
        boolean isTold = inForce || words.contains(IN_FORCE) || config.file() != null;
        CommandLine whole = Invocation.of(spec).whole();
        if (!isTold && behind.isEmpty()) {
            OptionsTemplate.printHead(output, verbs);
            verbs.forEach(
                    verb -> OptionsTemplate.print(below(whole, verb).getCommandSpec(), output));
            return 0;
        }
        for (String verb : verbs) {
            inForce(whole, verb, behind).print(behind, output);
        }
        return 0;
    }

    private static CommandLine below(CommandLine whole, String verb) {
        return Objects.requireNonNull(whole.getSubcommands().get(verb), verb);
    }

    private String verb(String word) {
        if (!OptionsFile.VERBS.contains(word)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "\"%s\" has no file of options, expected serve or load%s"
                            .formatted(word, Spelling.suggestion(word, OptionsFile.VERBS)));
        }
        return word;
    }

    private OptionsInForce inForce(CommandLine whole, String name, List<String> behind) {
        CommandLine verb = below(whole, name);
        Map<String, String> environment = Invocation.of(spec).environment();
        @Nullable Path own = config.file();
        Optional<Path> file = GivenOptions.fileOf(name, behind, environment);
        if (own != null
                && behind.stream().noneMatch(word -> word.startsWith(ConfigArgument.NAME))) {
            file = Optional.of(own);
        }
        return new OptionsInForce(
                whole, verb, GivenOptions.read(verb.getCommandSpec(), file, environment));
    }
}
