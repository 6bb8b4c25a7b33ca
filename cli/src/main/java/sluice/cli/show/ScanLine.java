package sluice.cli.show;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import sluice.cli.console.Invocation;
import sluice.report.Amounts;
import sluice.report.RedrawnLine;
import sluice.store.ScanProgress;

/**
 * One line on standard error that says how far a pass over a store is, written over and over; on a
 * terminal only. Closing it removes the line.
 */
public final class ScanLine implements AutoCloseable {
    private static final long PAUSE_MILLIS = 200;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** How far the pass is: the part that is done, from 0 to 1, and how much that is, in words. */
    public record Reading(double share, String amount) {}

    private final RedrawnLine line;
    private final String verb;
    private final Supplier<Reading> readings;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;

    private ScanLine(
            PrintWriter errors, String verb, Supplier<Reading> readings, LongSupplier nanoClock) {
        this.line = new RedrawnLine(errors);
        this.verb = verb;
        this.readings = readings;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
        this.thread = new Thread(this::showUntilEnd, "progress");
        thread.setDaemon(true);
    }

    /** Shows {@code readings} of {@code verb}, such as "hashing", where there is a terminal. */
    public static ScanLine show(CommandSpec spec, String verb, Supplier<Reading> readings) {
        PrintWriter errors = spec.commandLine().getErr();
        return show(errors, Invocation.of(spec).terminal().errors(), verb, readings);
    }

    public static ScanLine show(
            PrintWriter errors, boolean terminal, String verb, Supplier<Reading> readings) {
        ScanLine line = new ScanLine(errors, verb, readings, System::nanoTime);
        if (terminal) {
            line.thread.start();
        }
        return line;
    }

    /** Shows the progress of a pass over rows. */
    public static ScanLine of(CommandSpec spec, String verb, ScanProgress progress) {
        return show(
                spec,
                verb,
                () -> new Reading(progress.share(), Amounts.counted(progress.rows(), "row")));
    }

    /** {@code hashing 45 % 1,200,000 rows 0:04 left}. */
    static String text(String verb, Reading reading, long elapsedMillis) {
        String left = "";
        if (reading.share() > 0 && elapsedMillis > 1000) {
            long seconds =
                    Math.round(elapsedMillis / 1000.0 * (1 - reading.share()) / reading.share());
            left = "  %d:%02d left".formatted(seconds / 60, seconds % 60);
        }
        return "%s  %d %%  %s%s"
                .formatted(verb, (int) (100 * reading.share()), reading.amount(), left);
    }

    private void showUntilEnd() {
        try {
            while (!ended.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                long elapsed = (nanoClock.getAsLong() - startNanos) / NANOS_PER_MILLI;
                line.draw(text(verb, readings.get(), elapsed));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        line.clear();
    }

    @Override
    public void close() {
        ended.countDown();
        if (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
