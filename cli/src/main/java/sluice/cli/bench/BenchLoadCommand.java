package sluice.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import sluice.cli.console.Invocation;
import sluice.cli.console.ResultFile;
import sluice.cli.options.OptionValues;
import sluice.experiments.load.BenchmarkRow;
import sluice.experiments.load.LoadBenchmark;
import sluice.experiments.load.LoadBenchmarkOptions;
import sluice.experiments.load.LoadBenchmarkReport;
import sluice.load.job.LoadOptions;
import sluice.servers.JavaCommand;

/** {@code sluice bench load}: measures loading against a copy, the rival and what was promised. */
@Command(
        name = "load",
        description = "Measure loading against a plain copy, RocksDB and what was promised.",
        footer = {
            "",
            "For 10m links it takes some ten minutes and 4 GB of disk, with --large",
            "ten times the disk. Figures worth keeping come from a quiet machine;",
            "docs/benchmarks.md says what each row is."
        })
final class BenchLoadCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--links",
            paramLabel = "N",
            defaultValue = "10m",
            converter = OptionValues.Count.class,
            description = "How many links the input has (default: ${DEFAULT-VALUE}).")
    private long links;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Where inputs and stores go (default: sluice-bench in the temp directory).")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"), "sluice-bench");

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "How often everything is measured (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--only",
            paramLabel = "ROW",
            split = ",",
            converter = Row.class,
            description = "Measure these rows only: ${COMPLETION-CANDIDATES}.",
            completionCandidates = RowNames.class)
    private List<BenchmarkRow> only = new ArrayList<>();

    @Option(names = "--large", description = "Measure ten times the links too, once.")
    private boolean large;

    @Option(names = "--keep", description = "Leave inputs and stores in the directory.")
    private boolean keep;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description = "Memory for each process (default: half of the machine, at most 2g).")
    private @Nullable Long memoryBytes;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write machine, command and all samples to FILE.")
    private @Nullable Path json;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write the table to FILE as Markdown.")
    private @Nullable Path markdown;

    @Override
    public Integer call() throws IOException {
        ResultFile.check(json, markdown);
        PrintWriter output = spec.commandLine().getOut();
        PrintWriter errors = spec.commandLine().getErr();
        Class<?> program = Invocation.of(spec).getClass();
        JavaCommand java =
                JavaCommand.ofThisProcess(
                        List.of(program.getName(), "bench", BenchTaskCommand.NAME));
        long memory = memoryBytes == null ? LoadOptions.defaults().memoryBytes() : memoryBytes;
        LoadBenchmarkReport report =
                LoadBenchmark.run(
                        LoadBenchmarkOptions.of(
                                links, directory, runs, only, memory, large, keep, help(program)),
                        java,
                        InstantSource.system(),
                        System::nanoTime,
                        errors::println);
        if (json != null) {
            Files.writeString(json, report.json());
        }
        if (markdown != null) {
            Files.writeString(markdown, report.markdown());
        }
        output.println(report.table());
        output.println(report.summary());
        return 0;
    }

    private static List<String> help(Class<?> program) throws IOException {
        List<String> command = new ArrayList<>(Launchers.of(program));
        command.add("--help");
        return command;
    }

    private static final class Row implements ITypeConverter<BenchmarkRow> {
        @Override
        public BenchmarkRow convert(String text) {
            for (BenchmarkRow row : BenchmarkRow.values()) {
                if (row.id().equals(text)) {
                    return row;
                }
            }
            throw new TypeConversionException(
                    "no row \"%s\"; there are %s"
                            .formatted(
                                    text,
                                    new RowNames().stream().collect(Collectors.joining(", "))));
        }
    }

    private static final class RowNames extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        RowNames() {
            super(Arrays.stream(BenchmarkRow.values()).map(BenchmarkRow::id).toList());
        }
    }
}
