package sluice.cli.ask;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.options.ServerArguments;
import sluice.cli.show.Findings;

/** The arguments of a verb that asks one question and shows its answer. */
public final class Asking {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Mixin private AskedArguments asked = new AskedArguments();

    @Mixin private ServerArguments server = new ServerArguments();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "table (cut to the width of a terminal), jsonl (an object a line) or csv"
                            + " (default: table).")
    private FindingsPrinter.@Nullable Format format;

    /** A question to a store or a server. */
    public interface Question {
        Findings ask(AskedGraph graph) throws IOException;
    }

    /** The words of the question, of which {@code behind} stand behind the store. */
    public List<String> words(List<String> behind) {
        return asked.words(behind, server);
    }

    /** Asks {@code question} and prints its answer. Returns the exit status. */
    public int answer(Question question) throws IOException {
        try (AskedGraph graph = asked.open(server)) {
            print(spec, question.ask(graph), format, graph);
        }
        return 0;
    }

    /** Prints what {@code graph} answered, as a table if {@code format} is null. */
    public static void print(
            CommandSpec spec,
            Findings findings,
            FindingsPrinter.@Nullable Format format,
            AskedGraph graph)
            throws IOException {
        new FindingsPrinter(
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr(),
                        Invocation.of(spec).terminal())
                .print(
                        findings,
                        format == null ? FindingsPrinter.Format.TABLE : format,
                        graph.online());
    }
}
