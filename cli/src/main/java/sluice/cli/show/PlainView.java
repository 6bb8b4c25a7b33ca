package sluice.cli.show;

import java.io.PrintWriter;
import sluice.load.job.Counters;
import sluice.load.job.LoadProgress;
import sluice.report.Amounts;

/** Progress as a line every few seconds, for logs and pipes. */
public final class PlainView implements ProgressView {
    private final PrintWriter errors;
    private boolean saidResumed;

    public PlainView(PrintWriter errors) {
        this.errors = errors;
    }

    @Override
    public long intervalMillis() {
        return 5_000;
    }

    @Override
    public void show(ProgressMeter.Reading reading) {
        Counters counters = reading.counters();
        if (!saidResumed && counters.phase() == LoadProgress.Phase.STAGE) {
            saidResumed = true;
            String resumed = ProgressWords.resumed(reading);
            if (!resumed.isEmpty()) {
                errors.println(resumed);
            }
        }
        if (counters.phase() == LoadProgress.Phase.DONE) {
            return;
        }
        String kinds = ProgressWords.kinds(reading);
        String words =
                ProgressWords.percent(reading)
                        + ProgressWords.rates(reading)
                        + ProgressWords.rejected(reading)
                        + (kinds.isEmpty() ? "" : "; " + kinds);
        errors.println(
                "%7s  %-5s %s"
                        .formatted(
                                Amounts.clock((long) reading.seconds()),
                                ProgressWords.phase(counters),
                                words)
                        .stripTrailing());
    }

    @Override
    public void uptime(ProgressMeter.Reading reading) {
        errors.println(ProgressWords.uptime(reading));
    }
}
