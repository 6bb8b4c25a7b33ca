package sluice.cli.bench;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.experiments.load.BenchmarkTasks;

/** {@code sluice bench task}: what a benchmark runs in processes of their own; not for people. */
@Command(
        name = BenchTaskCommand.NAME,
        hidden = true,
        description = "Run a part of a benchmark in this process.")
final class BenchTaskCommand implements Callable<Integer> {
    static final String NAME = "task";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "TASK", description = "The task, then its arguments as key=value.")
    private List<String> arguments = List.of();

    @Override
    public Integer call() throws IOException {
        BenchmarkTasks.run(arguments, spec.commandLine().getOut());
        return 0;
    }
}
