package sluice.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.StopSignal;
import sluice.cli.options.OptionValues;
import sluice.experiments.rdf.RdfBench;
import sluice.experiments.rdf.RdfBenchOptions;
import sluice.experiments.rdf.RdfBenchReport;
import sluice.experiments.rdf.RdfJob;
import sluice.load.job.LoadOptions;
import sluice.servers.JavaCommand;

/** {@code sluice bench rdf}: measures loads of RDF, beside Dgraph, and questions by name. */
@Command(
        name = "rdf",
        description = "Measure loads of RDF, beside Dgraph's bulk loader, and questions by name.",
        footer = {
            "",
            "People with names, ages and links are generated and loaded, job by job, each in",
            "a process of its own and beside a plain copy of the same file. Job A is then",
            "asked by name and walked in two steps, at uptime and built. With --dgraph each",
            "input is loaded by 'dgraph bulk' too; its coordinator is started on free ports.",
            "docs/benchmarks.md says what each column is. 10m links take 3 GB of disk.",
            "",
            "Exit status: 0 measured, 1 stopped before the end, 2 a wrong option."
        })
final class BenchRdfCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    /** One of the jobs, by its letter. */
    static final class Job extends KeyConverter<RdfJob> {
        Job() {
            super(RdfJob::of);
        }
    }

    /** Shown by help. */
    static final class Jobs extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Jobs() {
            super(RdfJob.letters());
        }
    }

    @Option(
            names = "--links",
            paramLabel = "N",
            defaultValue = "1m",
            converter = OptionValues.Count.class,
            description = "How many links there are (default: ${DEFAULT-VALUE}).")
    private long links;

    @Option(
            names = "--scale",
            paramLabel = "N",
            description =
                    "People are drawn from 2^N ids (default: about 17 links each; 17 for 1m links, 20"
                            + " for 10m).")
    private @Nullable Integer scale;

    @Option(
            names = "--jobs",
            paramLabel = "JOB",
            split = ",",
            converter = Job.class,
            completionCandidates = Jobs.class,
            description = "Measure these jobs only: ${COMPLETION-CANDIDATES}.")
    private List<RdfJob> jobs = new ArrayList<>();

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often each job is loaded (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description = "Memory for each load (default: half of the machine, at most 2g).")
    private @Nullable Long memoryBytes;

    @Option(
            names = "--time",
            paramLabel = "S",
            defaultValue = "3",
            description = "How many seconds each question is asked (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--dgraph",
            paramLabel = "PATH",
            description = "The program of Dgraph, whose bulk loader is measured too.")
    private @Nullable Path dgraph;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Where inputs and stores go (default: sluice-bench-rdf in the temp directory).")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"), "sluice-bench-rdf");

    @Option(names = "--keep", description = "Leave inputs and the last store in the directory.")
    private boolean keep;

    @Mixin private ReportFiles files = new ReportFiles();

    @Override
    public Integer call() throws IOException {
        files.check();
        PrintWriter errors = spec.commandLine().getErr();
        StopSignal stop = Invocation.of(spec).stop();
        stop.arm(StopSignal.Words.MEASUREMENT);
        Class<?> program = Invocation.of(spec).getClass();
        JavaCommand java =
                JavaCommand.ofThisProcess(
                        List.of(program.getName(), "bench", BenchTaskCommand.NAME));
        RdfBenchOptions options =
                new RdfBenchOptions(
                        links,
                        scale == null ? RdfBenchOptions.usualScale(links) : scale,
                        jobs.isEmpty() ? RdfJob.usual() : jobs,
                        runs,
                        memoryBytes == null ? LoadOptions.defaults().memoryBytes() : memoryBytes,
                        seconds,
                        directory,
                        keep,
                        dgraph);
        RdfBenchReport report =
                RdfBench.run(
                        options,
                        new RdfBench.Surroundings(
                                java,
                                Instant.now(),
                                System::nanoTime,
                                stop::requested,
                                errors::println));
        files.write(report::json, report::html);
        spec.commandLine().getOut().print(report.tables());
        return report.isWhole() ? 0 : 1;
    }
}
