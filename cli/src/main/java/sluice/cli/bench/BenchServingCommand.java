package sluice.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.StopSignal;
import sluice.cli.logs.NetworkLogs;
import sluice.cli.options.OptionValues;
import sluice.experiments.serving.ServingBench;
import sluice.experiments.serving.ServingOptions;
import sluice.experiments.serving.ServingReport;

/** {@code sluice bench serving}: measures a ring of read-only servers. */
@Command(
        name = "serving",
        description = "Measure a ring: builds, fetches, swaps, and reads beside them.",
        footer = {
            "",
            "Versions of one store are built, fetched by nodes of this process, and swapped",
            "while lists are read over the network. The same links are read from a RocksDB.",
            "A figure of nodes in one process shares its cores with the clients.",
            "",
            "Examples:",
            "  sluice bench serving",
            "  sluice bench serving --links 10m --swaps 1000 --html serving.html",
            "  sluice bench serving --swap-sizes 10m,4g --nodes 1 --swaps 1000",
            "",
            "Exit status: 0 measured, 1 stopped early, or lists of the two stores differ, 2 a wrong"
                    + " option."
        })
final class BenchServingCommand implements Callable<Integer> {
    private static final long MEMORY_BYTES = 512L << 20;

    /** Tells of each step of each node, and hundreds of swaps would hide what is measured. */
    private static final Logger NODES = Logger.getLogger("sluice.readonly");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--links",
            paramLabel = "N",
            defaultValue = "500k",
            converter = OptionValues.Count.class,
            description = "How many links the store has (default: ${DEFAULT-VALUE}).")
    private long links;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "How many nodes the largest ring has (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--swaps",
            paramLabel = "N",
            defaultValue = "200",
            description = "How often two versions change places (default: ${DEFAULT-VALUE}).")
    private int swaps;

    @Option(
            names = "--time",
            paramLabel = "S",
            defaultValue = "2",
            description = "Seconds of reads in each measurement (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--swap-sizes",
            paramLabel = "SIZE",
            split = ",",
            converter = OptionValues.Bytes.class,
            description =
                    "Measure swaps alone, of versions of about these sizes, as 10m,4g. Needs four times"
                            + " the largest size on the disk, and that once more for each node.")
    private List<Long> swapSizesBytes = List.of();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description = "Memory for a load, and for RocksDB (default: 512m).")
    private @Nullable Long memoryBytes;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Where inputs, stores and folders of nodes go (default: sluice-bench-serving in"
                            + " the temp directory).")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"), "sluice-bench-serving");

    @Option(names = "--keep", description = "Leave them there.")
    private boolean keep;

    @Option(names = "--markdown", description = "Print the table as Markdown.")
    private boolean markdown;

    @Mixin private ReportFiles files = new ReportFiles();

    @Override
    public Integer call() throws IOException {
        files.check();
        NODES.setLevel(Level.WARNING);
        NetworkLogs.leaveOut();
        PrintWriter errors = spec.commandLine().getErr();
        StopSignal stop = Invocation.of(spec).stop();
        stop.arm(StopSignal.Words.MEASUREMENT);
        ServingOptions options =
                new ServingOptions(
                        links,
                        nodes,
                        swaps,
                        seconds,
                        memoryBytes == null ? MEMORY_BYTES : memoryBytes,
                        directory,
                        keep);
        ServingBench.Surroundings around =
                new ServingBench.Surroundings(
                        Instant.now(), System::nanoTime, stop::requested, errors::println);
        ServingReport report =
                swapSizesBytes.isEmpty()
                        ? ServingBench.run(options, around)
                        : ServingBench.swaps(options, swapSizesBytes, around);
        files.write(report::json, report::html);
        spec.commandLine().getOut().print(markdown ? report.markdown() : report.text());
        return report.isGood() ? 0 : 1;
    }
}
