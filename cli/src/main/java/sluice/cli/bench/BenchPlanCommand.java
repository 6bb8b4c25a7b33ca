package sluice.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.StopSignal;
import sluice.experiments.plan.LiveBench;
import sluice.experiments.plan.LiveReport;
import sluice.experiments.plan.PlanBench;
import sluice.experiments.plan.PlanBenchPage;
import sluice.experiments.plan.PlanBenchReport;
import sluice.experiments.plan.PlanFigure;
import sluice.live.ColdStores;

/**
 * {@code sluice bench plan}: the figures of the paper on planned bulk insertion, simulated, or its
 * ways of inserting in a live HBase.
 */
@Command(
        name = "plan",
        description =
                "Simulate the figures of the paper on planned bulk insertion; with --live, compare its"
                        + " ways of inserting in a real HBase.",
        footer = {
            "",
            "A batch of rows is inserted into a table that is cut into ranges of keys on 10",
            "to 50 servers: planned, with splits and moves before the first row, and as rows",
            "come, in random and in sorted order. The planner is the real one; the servers",
            "are a model. docs/planned-insertion.md says what it leaves out.",
            "With --live an HBase is started and removed again. Each of its region servers",
            "takes a fixed number of rows a second, so times show how evenly they are used.",
            "",
            "Exit status: 0 simulated or measured, 1 stopped before the end, or an answer was",
            "wrong or rows differ (--live), 2 a wrong option."
        })
final class BenchPlanCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    /** One of the figures, by its number. */
    static final class FigureKey extends KeyConverter<PlanFigure> {
        FigureKey() {
            super(PlanFigure::of);
        }
    }

    /** Shown by help. */
    static final class FigureKeys extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        FigureKeys() {
            super(PlanFigure.keys());
        }
    }

    @Option(
            names = "--only",
            paramLabel = "FIGURE",
            split = ",",
            converter = FigureKey.class,
            completionCandidates = FigureKeys.class,
            description = "Simulate these figures only: ${COMPLETION-CANDIDATES}.")
    private List<PlanFigure> only = new ArrayList<>();

    @Option(
            names = "--draws",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "How many tables are drawn of each set-up; the median of their times counts"
                            + " (default: ${DEFAULT-VALUE}).")
    private int draws;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Seed of the random numbers: the same seed gives the same times (default:"
                            + " ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin private LivePlanArguments live = new LivePlanArguments();

    @Mixin private ReportFiles files = new ReportFiles();

    @Override
    public Integer call() throws IOException {
        files.check();
        PrintWriter output = spec.commandLine().getOut();
        PrintWriter errors = spec.commandLine().getErr();
        StopSignal stop = Invocation.of(spec).stop();
        stop.arm(StopSignal.Words.MEASUREMENT);
        if (live.isWanted()) {
            LiveReport report =
                    LiveBench.run(
                            live.options(seed),
                            ColdStores::open,
                            Instant.now(),
                            System::nanoTime,
                            stop::requested,
                            errors::println);
            files.write(report::json, report::html);
            output.print(report.tables());
            report.faults().forEach(errors::println);
            return report.isSound() ? 0 : 1;
        }
        PlanBenchReport report =
                PlanBench.run(
                        only.isEmpty() ? List.of(PlanFigure.values()) : only,
                        draws,
                        seed,
                        Instant.now(),
                        stop::requested,
                        errors::println);
        files.write(report::json, () -> PlanBenchPage.of(report));
        output.print(report.tables());
        return report.isWhole() ? 0 : 1;
    }
}
