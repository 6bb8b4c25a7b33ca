package sluice.cli.verbs;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.ask.Asking;
import sluice.cli.ask.WalkArguments;

/** {@code sluice walk}: where a path of links leads. */
@Command(
        name = "walk",
        customSynopsis = {
            "sluice walk STORE START PATH [OPTIONS]",
            "   or: sluice walk --server HOST[:PORT] START PATH [OPTIONS]"
        },
        description = {
            "Follow links for a few steps, also while the store is being loaded.",
            "",
            "START is an id, or 'find PRED OP VALUE …' for the nodes that sluice find would show."
                    + " PATH has a type of links for each step, as friend, friend/works_at or ~boss"
                    + " (links backwards); 8 steps at most.",
            "",
            "Each node at the end is shown once, with the number of ways that lead to it; those"
                    + " with the most ways come first, then by id."
        },
        footer = {
            "",
            "Examples:",
            "  sluice walk graph '<http://example.org/ann>' friend/friend --with name",
            "  sluice walk graph 'find name eq Ann' friend --where 'age ge 30'",
            "  sluice walk graph Person:933 knows/knows --limit 10",
            "  sluice walk graph 17 4/5 --tree --format jsonl",
            "",
            "Exit status: 0 answered, also where nothing was found, 2 a wrong path or option, 4 no"
                    + " store, 5 a damaged store, 6 more rows looked at than --budget."
        })
public final class WalkCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private Asking asking = new Asking();

    @Parameters(
            index = "1..*",
            arity = "0..*",
            hideParamSyntax = true,
            paramLabel = "START PATH",
            description = "Where the walk begins, and its steps.")
    private List<String> words = List.of();

    @Mixin private WalkArguments walk = new WalkArguments();

    @Override
    public Integer call() throws IOException {
        List<String> all = asking.words(words);
        if (all.size() != 2) {
            throw new ParameterException(
                    spec.commandLine(),
                    "expected START and PATH, found %s; put quotes around a name with blanks"
                            .formatted(all.isEmpty() ? "nothing" : String.join(" ", all)));
        }
        return asking.answer(graph -> walk.ask(all.get(0), all.get(1), graph));
    }
}
