package sluice.cli.show;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import sluice.generate.GraphFiles;
import sluice.report.RedrawnLine;

/**
 * How far the writing of files is, as one line that is drawn again and again on a terminal and
 * removed at the end; nothing where there is no terminal. Called by one thread at a time.
 */
public final class WriteProgress implements GraphFiles.Progress, AutoCloseable {
    private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String rows;
    private final RedrawnLine line;
    private final boolean live;
    private final long startNanos = System.nanoTime();
    private long drawnNanos = startNanos;

    public WriteProgress(String rows, PrintWriter terminal, boolean live) {
        this.rows = rows;
        this.line = new RedrawnLine(terminal);
        this.live = live;
    }

    @Override
    public void written(long rowCount, long bytes) {
        long now = System.nanoTime();
        if (live && now - drawnNanos >= REDRAW_NANOS) {
            drawnNanos = now;
            double seconds = (now - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
            line.draw(
                    "%,d %s, %,d MB, %.0f MB/s"
                            .formatted(rowCount, rows, bytes / 1_000_000, bytes / 1e6 / seconds));
        }
    }

    @Override
    public void close() {
        line.clear();
    }
}
