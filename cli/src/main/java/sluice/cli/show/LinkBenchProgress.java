package sluice.cli.show;

import java.io.PrintWriter;
import sluice.linkbench.run.Interval;
import sluice.linkbench.run.LinkBenchEvents;
import sluice.linkbench.run.LoadPhaseResult;
import sluice.report.Amounts;

/** Tells how far a run of LinkBench is, a line for each phase and each second. */
public final class LinkBenchProgress implements LinkBenchEvents {
    private final PrintWriter errors;

    public LinkBenchProgress(PrintWriter errors) {
        this.errors = errors;
    }

    @Override
    public void warned(String warning) {
        errors.println("note: " + warning);
    }

    @Override
    public void loaded(LoadPhaseResult result) {
        errors.println(
                "loaded %s and %s in %s, %s links/s"
                        .formatted(
                                Amounts.counted(result.nodes(), "node"),
                                Amounts.counted(result.links(), "link"),
                                Amounts.elapsed(result.nanos() / 1e9),
                                Amounts.brief(result.linksPerSecond())));
    }

    @Override
    public void second(Interval interval) {
        errors.println(
                "%s  %s requests/s  p50 %s  p99 %s  max %s%s"
                        .formatted(
                                Amounts.clock(interval.second() + 1),
                                Amounts.brief(interval.requests()),
                                micros(interval.p50Nanos()),
                                micros(interval.p99Nanos()),
                                micros(interval.maxNanos()),
                                interval.errors() == 0
                                        ? ""
                                        : "  %d failed".formatted(interval.errors())));
    }

    @Override
    public void verifying() {
        errors.println("comparing counts with links");
    }

    private static String micros(long nanos) {
        return "%,.1f µs".formatted(nanos / 1e3);
    }
}
