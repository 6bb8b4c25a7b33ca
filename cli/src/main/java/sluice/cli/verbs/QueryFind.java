package sluice.cli.verbs;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import sluice.cli.ask.FindArguments;

/** The question {@code find} of {@code sluice query}, also in a shell and a batch. */
@Command(
        name = "find",
        customSynopsis = "sluice query STORE find PRED OP VALUE [and PRED OP VALUE …] [OPTIONS]",
        description = {
            "The nodes whose values are as wanted, by id.",
            "'sluice find --help' explains conditions."
        },
        footer = "")
final class QueryFind implements Callable<Integer> {
    @ParentCommand private QueryCommand query = new QueryCommand();

    @Parameters(
            arity = "0..*",
            paramLabel = "CONDITION",
            description = "Conditions with and between them.")
    private List<String> words = List.of();

    @Mixin private FindArguments find = new FindArguments();

    @Spec
    void setSpec(CommandSpec spec) {
        // A value can begin with a minus.
        spec.parser().unmatchedOptionsArePositionalParams(true);
    }

    @Override
    public Integer call() throws IOException {
        return query.ask(graph -> find.ask(words, graph));
    }
}
