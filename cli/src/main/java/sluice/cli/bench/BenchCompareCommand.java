package sluice.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.ResultFile;
import sluice.cli.console.StopSignal;
import sluice.cli.options.OptionValues;
import sluice.experiments.turns.BenchmarkTurns;
import sluice.experiments.turns.TurnBenchmark;
import sluice.experiments.turns.TurnsOptions;
import sluice.experiments.turns.TurnsReport;
import sluice.linkbench.report.HtmlReport;
import sluice.linkbench.report.ResultDocument;
import sluice.linkbench.report.TextReport;

/**
 * {@code sluice bench compare}: two results of LinkBench beside each other, or two builds of Sluice
 * that take turns.
 */
@Command(
        name = "compare",
        description = {
            "Show two results of LinkBench beside each other, or measure another build of Sluice and"
                    + " this one by turns."
        },
        footer = {
            "",
            "Examples:",
            "  sluice bench compare a.json b.json",
            "  sluice bench compare --with ../sluice-0.1 --bench load --links 10m",
            "",
            "By turns: in each round both builds run each benchmark, in processes of",
            "their own; every figure of this build is divided by that of the other one",
            "in the same round. The table has the median of these ratios and their",
            "range. Within 0.03 of 1 is the same; where rounds disagree it is unclear.",
            "Five rounds of all take hours: choose with --bench, --rows and --parts.",
            "",
            "Exit status: 0 compared, 1 stopped before the last round, 2 a wrong option."
        })
final class BenchCompareCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..2",
            paramLabel = "RESULT.json",
            description = "Two files that 'bench linkbench --json' wrote.")
    private List<Path> results = new ArrayList<>();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with plots of both results to FILE.")
    private @Nullable Path html;

    @Option(
            names = "--with",
            paramLabel = "DIR",
            description =
                    "Take turns with the build of Sluice in DIR: a folder of sources, or one that"
                            + " was installed.")
    private @Nullable Path other;

    @Option(
            names = "--bench",
            paramLabel = "NAME",
            split = ",",
            description = "What both run: ${COMPLETION-CANDIDATES} (default: all).")
    private List<TurnBenchmark> benchmarks = new ArrayList<>();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "How often each build runs each benchmark (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--links",
            paramLabel = "N",
            defaultValue = "10m",
            converter = OptionValues.Count.class,
            description = "How many links 'bench load' loads (default: ${DEFAULT-VALUE}).")
    private long links;

    @Option(
            names = "--rows",
            paramLabel = "ROW",
            split = ",",
            description = "Rows of 'bench load', as its --only (default: all).")
    private List<String> rows = new ArrayList<>();

    @Option(
            names = "--ids",
            paramLabel = "N",
            defaultValue = "1m",
            converter = OptionValues.Count.class,
            description =
                    "How many ids 'bench serve' and 'bench linkbench' have (default:"
                            + " ${DEFAULT-VALUE}).")
    private long ids;

    @Option(
            names = "--parts",
            paramLabel = "PART",
            split = ",",
            description = "Parts of 'bench serve', as its --only (default: all).")
    private List<String> parts = new ArrayList<>();

    @Option(
            names = "--time",
            paramLabel = "S",
            defaultValue = "20",
            description =
                    "How many seconds 'bench serve' and 'bench linkbench' measure (default:"
                            + " ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            defaultValue = "sluice",
            description = "The store that 'bench linkbench' asks (default: ${DEFAULT-VALUE}).")
    private String store = "sluice";

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where inputs and stores of the turns go (default: the temp directory).")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write all figures of all turns to FILE.")
    private @Nullable Path json;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write the table of the turns to FILE as Markdown.")
    private @Nullable Path markdown;

    @Override
    public Integer call() throws IOException {
        if (other != null) {
            if (!results.isEmpty() || html != null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--with measures on its own; leave out files and --html");
            }
            return takeTurns(other);
        }
        if (results.size() != 2) {
            throw new ParameterException(
                    spec.commandLine(),
                    "%d results; name two, or a build with --with DIR".formatted(results.size()));
        }
        if (json != null || markdown != null) {
            throw new ParameterException(
                    spec.commandLine(), "--json and --markdown belong to --with DIR");
        }
        ResultDocument a = ResultDocument.read(results.get(0));
        ResultDocument b = ResultDocument.read(results.get(1));
        if (html != null) {
            Files.writeString(html, HtmlReport.of(a, b));
        }
        spec.commandLine().getOut().print(TextReport.of(a, b));
        return 0;
    }

    private int takeTurns(Path otherPlace) throws IOException {
        ResultFile.check(json, markdown);
        StopSignal stop = Invocation.of(spec).stop();
        stop.arm(StopSignal.Words.MEASUREMENT);
        TurnsReport report =
                BenchmarkTurns.run(
                        benchmarks.isEmpty() ? List.of(TurnBenchmark.values()) : benchmarks,
                        new TurnsOptions(
                                rounds,
                                Files.createTempDirectory(
                                        Files.createDirectories(directory), "sluice-turns-"),
                                links,
                                rows,
                                ids,
                                parts.stream().map(part -> part.toUpperCase(Locale.ROOT)).toList(),
                                seconds,
                                store),
                        Launchers.in(otherPlace),
                        Launchers.of(Invocation.of(spec).getClass()),
                        stop::requested,
                        spec.commandLine().getErr()::println);
        if (json != null) {
            Files.writeString(json, report.json());
        }
        if (markdown != null) {
            Files.writeString(markdown, report.markdown());
        }
        spec.commandLine().getOut().print(report.table());
        spec.commandLine().getOut().println(report.summary());
        return report.isWhole() ? 0 : 1;
    }
}
