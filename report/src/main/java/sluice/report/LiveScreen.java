package sluice.report;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Supplier;

/**
 * Lines on a terminal that are drawn again, over those drawn before, ten times a second, by a
 * thread of its own. The cursor is hidden meanwhile.
 */
public final class LiveScreen implements AutoCloseable {
    private static final long REDRAW_MILLIS = 100;
    private static final String HIDE_CURSOR = "\033[?25l";
    private static final String SHOW_CURSOR = "\033[?25h";

    private final PrintWriter terminal;
    private final Supplier<List<String>> lines;
    private final Thread thread = new Thread(this::redraw, "draw");

    /** Guarded by this, as the one below is. */
    private int drawn;

    private boolean closed;

    private LiveScreen(PrintWriter terminal, Supplier<List<String>> lines) {
        this.terminal = terminal;
        this.lines = lines;
        thread.setDaemon(true);
    }

    /** Begins to draw. The caller closes it, which draws once more and shows the cursor again. */
    public static LiveScreen start(PrintWriter terminal, Supplier<List<String>> lines) {
        LiveScreen screen = new LiveScreen(terminal, lines);
        terminal.print(HIDE_CURSOR);
        screen.thread.start();
        return screen;
    }

    private synchronized void redraw() {
        try {
            while (!closed) {
                draw();
                wait(REDRAW_MILLIS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void draw() {
        StringBuilder frame = new StringBuilder();
        if (drawn > 0) {
            frame.append("\033[").append(drawn).append('A');
        }
        List<String> now = lines.get();
        for (String line : now) {
            frame.append('\r').append(line).append("\033[K\n");
        }
        frame.append("\033[J");
        drawn = now.size();
        terminal.print(frame);
        terminal.flush();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            draw();
            terminal.print(SHOW_CURSOR);
            terminal.flush();
            notifyAll();
        }
    }
}
