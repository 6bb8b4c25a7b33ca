package sluice.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.ResultFile;
import sluice.cli.console.StopSignal;
import sluice.cli.options.OptionValues;
import sluice.experiments.contest.Contest;
import sluice.experiments.contest.ContestOptions;
import sluice.experiments.contest.ContestReport;
import sluice.linkbench.run.BenchClock;

/** {@code sluice bench serve}: measures serving against MariaDB and what was promised. */
@Command(
        name = "serve",
        description = "Measure serving with LinkBench against MariaDB and what was promised.",
        footer = {
            "",
            "Each store gets the same graph and waits for the disk with each write;",
            "several numbers of requesters are tried, and the best is measured. A real",
            "MariaDB is started, as 'bench linkbench --store mariadb' does. With 10m ids it",
            "takes a quarter of an hour and 25 GB in the temp directory.",
            "docs/benchmarks.md says what each row is."
        })
final class BenchServeCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--ids",
            paramLabel = "N",
            defaultValue = "10m",
            converter = OptionValues.Count.class,
            description = "How many ids the graph has (default: ${DEFAULT-VALUE}).")
    private long ids;

    @Option(
            names = "--load-ids",
            paramLabel = "N",
            defaultValue = "2m",
            converter = OptionValues.Count.class,
            description =
                    "How many ids the graph has that is loaded while queries come; 2m have 10 m"
                            + " links (default: ${DEFAULT-VALUE}).")
    private long loadIds;

    @Option(
            names = "--trial",
            paramLabel = "S",
            defaultValue = "8",
            description =
                    "How many seconds each number of requesters is tried (default:"
                            + " ${DEFAULT-VALUE}).")
    private int trialSeconds;

    @Option(
            names = "--time",
            paramLabel = "S",
            defaultValue = "20",
            description =
                    "How many seconds the best one is measured, and each open loop (default:"
                            + " ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Measure these parts only: ${COMPLETION-CANDIDATES}.")
    private List<ContestOptions.Part> only = new ArrayList<>();

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            mapFallbackValue = "",
            description = "A setting of LinkBench.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write machine and all figures to FILE.")
    private @Nullable Path json;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write the table to FILE as Markdown.")
    private @Nullable Path markdown;

    /** The launcher has read it before Java was started; here only its form is checked. */
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description = "Memory for this process (default: half of the machine, at most 2g).")
    void memory(Long bytes) {}

    @Override
    public Integer call() throws IOException {
        ResultFile.check(json, markdown);
        PrintWriter output = spec.commandLine().getOut();
        StopSignal stop = Invocation.of(spec).stop();
        stop.arm(StopSignal.Words.MEASUREMENT);
        List<ContestOptions.Part> parts =
                only.isEmpty() ? List.of(ContestOptions.Part.values()) : only;
        ContestReport report =
                Contest.run(
                        new ContestOptions(
                                ids,
                                Duration.ofSeconds(trialSeconds),
                                Duration.ofSeconds(seconds),
                                loadIds,
                                parts,
                                settings),
                        BenchClock.system(),
                        stop::requested,
                        spec.commandLine().getErr()::println);
        if (json != null) {
            Files.writeString(json, report.json());
        }
        if (markdown != null) {
            Files.writeString(markdown, report.markdown());
        }
        output.print(report.table());
        output.println(report.summary());
        return 0;
    }
}
