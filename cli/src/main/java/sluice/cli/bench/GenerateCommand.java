package sluice.cli.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import sluice.generate.LinkBenchGraph;
import sluice.generate.LinkBenchOptions;
import sluice.generate.PeopleGraph;
import sluice.generate.RmatGraph;
import sluice.generate.RmatOptions;

/** {@code sluice generate}: one verb below it for each kind of graph. */
@Command(
        name = "generate",
        description = "Write a random graph to text files.",
        modelTransformer = GenerateCommand.Graphs.class,
        footer = {
            "",
            "Equal options give equal files, whatever the number of threads.",
            "",
            "  sluice generate linkbench links.tsv --nodes nodes.tsv --ids 1m",
            "  sluice generate rmat links.tsv --links 10m --distinct",
            "  sluice generate rmat people.rdf --links 10m --distinct --rdf"
        })
public final class GenerateCommand implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a graph: linkbench or rmat");
    }

    /** Adds the kinds of graphs. */
    static final class Graphs implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec generate) {
            GenerateGraph linkBench =
                    new GenerateGraph(
                            LinkBenchOptions.options(),
                            (given, _) -> LinkBenchGraph.open(LinkBenchOptions.of(given)));
            GenerateGraph rmat =
                    new GenerateGraph(
                            RmatOptions.options(),
                            (given, threads) -> RmatGraph.open(RmatOptions.of(given), threads),
                            (given, threads) -> PeopleGraph.open(RmatOptions.of(given), threads));
            return generate.addSubcommand(
                            "linkbench",
                            linkBench.spec("Write LinkBench's graph: links, and nodes.", true))
                    .addSubcommand(
                            "rmat", rmat.spec("Write an R-MAT graph: links with hubs.", false));
        }
    }
}
