package sluice.cli.verbs;

import java.io.IOException;
import java.io.PrintWriter;
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
import sluice.ingest.MappingDraft;
import sluice.ingest.mapping.SourceOptions;
import sluice.model.ErrorCode;
import sluice.model.Plural;
import sluice.model.SluiceException;

/** {@code sluice map}: writes the mapping that a load would use. */
@Command(
        name = "map",
        description = {
            "Write the mapping by which a load of SOURCE would read it.",
            "",
            "A mapping says what each column of a file is: an id, a type, a time, data. Headers and"
                    + " first rows say most of it; map writes down what they say, with comments on what"
                    + " was guessed, and reads the first 64 KiB of each file for it. Change what is"
                    + " wrong and load with --mapping. For a file that nothing explains, comments at the"
                    + " end say what to fill in; the exit status is then 3."
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
                    "Files, directories, globs, lists with commas, addresses (s3a://, hdfs://), or -"
                            + " for standard input; plain, gzip or zstd.")
    private List<String> sources = List.of();

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description = "YAML file that says a part already.")
    private @Nullable Path mapping;

    @Mixin private FactArguments facts = new FactArguments();

    @Override
    public Integer call() throws IOException {
        MappingDraft draft =
                MappingDraft.of(
                        sources, mapping, SourceOptions.standard().withFacts(facts.facts()));
        PrintWriter output = spec.commandLine().getOut();
        output.print(draft.text());
        output.flush();
        List<String> unknown = draft.unknown();
        if (unknown.isEmpty()) {
            return 0;
        }
        throw new SluiceException(
                ErrorCode.INPUT,
                "the mapping lacks %d of %s, the first is %s; comments at its end say what to fill in"
                        .formatted(
                                unknown.size(),
                                Plural.counted(draft.fileCount() + unknown.size(), "file"),
                                unknown.getFirst()));
    }
}
