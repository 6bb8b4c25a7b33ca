package sluice.cli.verbs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.options.FactArguments;
import sluice.ingest.Source;
import sluice.ingest.mapping.SourceOptions;

/** {@code sluice map}: writes the mapping that a load would use. */
@Command(
        name = "map",
        description = {
            "Write the mapping by which a load of SOURCE would read it.",
            "",
            "A mapping says what each column of a file is: an id, a type, a time, data. Headers and"
                    + " first rows say most of it; map writes down what they say, with comments on what"
                    + " was guessed, and reads the first 64 KiB of each file for it. Change what is"
                    + " wrong and load with --mapping. A file that nothing explains is an error that"
                    + " shows a mapping to begin with."
        },
        footer = {
            "",
            "Examples:",
            "  sluice map knows.csv people.csv            look at it",
            "  sluice map dump/ > m.yaml                  then edit m.yaml, and:",
            "  sluice load graph dump/ --mapping m.yaml --dry-run",
            "  sluice map dump/ --mapping m.yaml          and what m.yaml leaves open",
            "",
            "docs/mapping.md has all that a mapping can say."
        })
public final class MapCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "1..*",
            paramLabel = "SOURCE",
            description =
                    "Files, directories, globs, lists with commas, or - for standard input; plain,"
                            + " gzip or zstd.")
    private List<String> sources = List.of();

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description = "YAML file that says a part already.")
    private @Nullable Path mapping;

    @Mixin private FactArguments facts = new FactArguments();

    @Override
    public Integer call() throws IOException {
        Source source =
                Source.open(sources, mapping, SourceOptions.standard().withFacts(facts.facts()));
        spec.commandLine().getOut().print(source.mapping());
        return 0;
    }
}
