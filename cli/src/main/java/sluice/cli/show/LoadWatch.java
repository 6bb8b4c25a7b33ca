package sluice.cli.show;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import sluice.cli.console.PeakMemory;
import sluice.cli.console.StopSignal;
import sluice.cli.logs.Logs;
import sluice.load.job.Counters;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadProgress;

/**
 * Follows one load: shows its progress from a thread of its own, says when uptime begins, hands a
 * wish to stop on. {@code this} guards meter and view.
 */
public final class LoadWatch implements LoadEvents, AutoCloseable {
    private final LoadProgress progress;
    private final ProgressView view;
    private final StopSignal stop;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final ProgressMeter meter = new ProgressMeter();
    private final PeakMemory memory = new PeakMemory();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile OptionalDouble uptimeSeconds = OptionalDouble.empty();

    /** Begins to show; the load itself begins when the caller runs it. */
    public LoadWatch(
            LoadProgress progress, ProgressView view, StopSignal stop, LongSupplier nanoClock) {
        this.progress = progress;
        this.view = view;
        this.stop = stop;
        this.nanoClock = nanoClock;
        startNanos = nanoClock.getAsLong();
        thread = Thread.ofPlatform().name("progress").daemon().start(this::showUntilClosed);
    }

    @Override
    public void uptime() {
        memory.look();
        synchronized (this) {
            // The clock of the server's page, so that nobody is told two times.
            double seconds = progress.secondsToUptime();
            uptimeSeconds = OptionalDouble.of(seconds);
            view.uptime(reading().at(seconds));
            Logs.info(
                    LoadWatch.class,
                    "load is staged, all answers are complete seconds=%.1f".formatted(seconds));
        }
    }

    @Override
    public boolean stopRequested() {
        return stop.requested();
    }

    /** When uptime began, in seconds from the beginning. */
    OptionalDouble uptimeSeconds() {
        return uptimeSeconds;
    }

    /** How long this has been watching. */
    double seconds() {
        return (nanoClock.getAsLong() - startNanos) / 1e9;
    }

    /** The most memory of its own that the process had; empty where the system does not tell. */
    OptionalLong peakMemoryBytes() {
        memory.look();
        return memory.bytes();
    }

    private void showUntilClosed() {
        try {
            while (!closed.await(view.intervalMillis(), TimeUnit.MILLISECONDS)) {
                memory.look();
                synchronized (this) {
                    view.show(reading());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private ProgressMeter.Reading reading() {
        return meter.read(Counters.of(progress), seconds());
    }

    /** Ends the showing. */
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            view.end(reading());
        }
    }
}
