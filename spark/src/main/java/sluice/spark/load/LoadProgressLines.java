package sluice.spark.load;

import java.io.Closeable;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import sluice.load.LoadResult;
import sluice.load.job.LoadProgress;

/** Says every ten seconds how far a load is, in lines for the log of a driver. */
public final class LoadProgressLines implements Closeable {
    private static final int SECONDS = 10;

    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    work -> {
                        Thread thread = new Thread(work, "sluice-progress");
                        thread.setDaemon(true);
                        return thread;
                    });

    private final Future<?> lines;

    private LoadProgressLines(LoadProgress progress, PrintStream out) {
        this.lines =
                timer.scheduleAtFixedRate(
                        () -> out.println("sluice: " + line(progress)),
                        SECONDS,
                        SECONDS,
                        TimeUnit.SECONDS);
    }

    /** Begins to write lines to {@code out}; the caller must close it. */
    public static LoadProgressLines begin(LoadProgress progress, PrintStream out) {
        return new LoadProgressLines(progress, out);
    }

    private static String line(LoadProgress progress) {
        return switch (progress.phase()) {
            case PLAN -> "reading a sample of the source";
            case NAMES -> "collecting names";
            case STAGE ->
                    "staging: %,d of %,d MiB, %,d rows"
                            .formatted(
                                    progress.bytesRead() >> 20,
                                    progress.bytesTotal() >> 20,
                                    progress.rowsRead());
            case BUILD ->
                    "building: %,d of %,d buckets"
                            .formatted(progress.bucketsBuilt(), progress.bucketsTotal());
            case DONE -> "complete";
        };
    }

    /** A few lines that say what a load did. */
    public static String summary(String store, LoadResult result) {
        String text =
                result.alreadyComplete()
                        ? "%s: this source was loaded before; nothing to do\n".formatted(store)
                        : "%s: %,d rows loaded, %,d rejected%s\n"
                                .formatted(
                                        store,
                                        result.rowsRead(),
                                        result.rowsRejected(),
                                        result.ledger().isEmpty()
                                                ? ""
                                                : ", see " + result.ledger());
        return text
                + "in the store: %,d nodes, %,d links, %,d bytes of segments\n"
                        .formatted(result.nodes(), result.links(), result.segmentBytes())
                + String.format(
                        Locale.ROOT,
                        "seconds to uptime: %.1f, in all: %.1f\n",
                        result.outcome().stageSeconds(),
                        result.outcome().stageSeconds() + result.outcome().buildSeconds());
    }

    @Override
    public void close() {
        lines.cancel(false);
        timer.shutdown();
    }
}
