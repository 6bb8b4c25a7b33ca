package sluice.cli.verbs;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import sluice.cli.ask.WalkArguments;

/** The question {@code walk} of {@code sluice query}, also in a shell and a batch. */
@Command(
        name = "walk",
        customSynopsis = "sluice query STORE walk START PATH [OPTIONS]",
        description = {
            "Where a path of links leads, by how many ways.",
            "'sluice walk --help' explains paths."
        },
        footer = "")
final class QueryWalk implements Callable<Integer> {
    @ParentCommand private QueryCommand query = new QueryCommand();

    @Parameters(
            index = "0",
            paramLabel = "START",
            description = "An id, or 'find …' with conditions, in quotes.")
    private String start = "";

    @Parameters(
            index = "1",
            paramLabel = "PATH",
            description = "Types of links with slashes between them.")
    private String path = "";

    @Mixin private WalkArguments walk = new WalkArguments();

    @Override
    public Integer call() throws IOException {
        return query.ask(graph -> walk.ask(start, path, graph));
    }
}
