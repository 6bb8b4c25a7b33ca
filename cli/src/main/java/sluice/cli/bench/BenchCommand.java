package sluice.cli.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sluice bench}: the benchmarks. */
@Command(
        name = "bench",
        subcommands = {
            BenchLoadCommand.class,
            BenchLinkBenchCommand.class,
            BenchServeCommand.class,
            BenchServingCommand.class,
            BenchDeblCommand.class,
            BenchPlanCommand.class,
            BenchRdfCommand.class,
            BenchCompareCommand.class,
            BenchTaskCommand.class,
        },
        description = "Measure how fast it is.")
public final class BenchCommand implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "name a benchmark: load, linkbench, serve, serving, debl, plan," + " rdf");
    }
}
