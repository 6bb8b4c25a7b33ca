package sluice.cli.verbs;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.ask.Asking;
import sluice.cli.ask.FindArguments;

/** {@code sluice find}: the nodes whose values are as wanted. */
@Command(
        name = "find",
        customSynopsis = {
            "sluice find STORE PRED OP VALUE [and PRED OP VALUE …] [OPTIONS]",
            "   or: sluice find --server HOST[:PORT] PRED OP VALUE … [OPTIONS]"
        },
        description = {
            "Find nodes by the values of their properties, also while the store is being loaded.",
            "",
            "PRED is a predicate: name (values without a language), name@fr, name@. (of any"
                    + " language or none), count(friend), ~friend (links backwards), <http://…> where a"
                    + " name has other characters.",
            "",
            "OP is eq, lt, le, gt, ge (one VALUE), between (two), in (several), has (none),"
                    + " anyofterms, allofterms (words of a text), anyoftext, alloftext (words by their"
                    + " stems) or regexp (a place in a text, /…/i for letters of any case). eq and in"
                    + " also take the ids of nodes that links lead to.",
            "",
            "Values have the type that the schema declares, and are found by its indexes; a"
                    + " condition without an index is checked node by node. The nodes come by id."
        },
        footer = {
            "",
            "Examples:",
            "  sluice find graph name eq Ann",
            "  sluice find graph age between 30 39 and city eq Graz --with name,age",
            "  sluice find graph 'count(friend)' ge 1000 --order -age --limit 10",
            "  sluice find graph name@fr anyofterms 'anne marie' --format jsonl",
            "  sluice find graph friend eq '<http://example.org/ann>' and has email",
            "",
            "Exit status: 0 answered, also where nothing was found, 2 a wrong condition or option,"
                    + " or no index, 4 no store, 5 a damaged store, 6 more rows looked at than"
                    + " --budget."
        })
public final class FindCommand implements Callable<Integer> {
    @Mixin private Asking asking = new Asking();

    @Parameters(
            index = "1..*",
            arity = "0..*",
            hideParamSyntax = true,
            paramLabel = "CONDITION",
            description = "Conditions with and between them, as words or as one text.")
    private List<String> words = List.of();

    @Mixin private FindArguments find = new FindArguments();

    @Spec
    void setSpec(CommandSpec spec) {
        // A value can begin with a minus.
        spec.parser().unmatchedOptionsArePositionalParams(true);
    }

    @Override
    public Integer call() throws IOException {
        List<String> all = asking.words(words);
        return asking.answer(graph -> find.ask(all, graph));
    }
}
