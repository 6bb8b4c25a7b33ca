package sluice.report;

import java.io.PrintWriter;

/**
 * One line of a terminal that is drawn over and over and removed at the end. Used by one thread at
 * a time.
 */
public final class RedrawnLine {
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter terminal;
    private boolean isDrawn;

    /** A line of {@code terminal}, which the caller owns. */
    public RedrawnLine(PrintWriter terminal) {
        this.terminal = terminal;
    }

    /**
     * Draws {@code text} over what was drawn before. It must be shorter than the terminal is wide.
     */
    public void draw(String text) {
        terminal.print(CLEAR + text);
        terminal.flush();
        isDrawn = true;
    }

    /** Removes the line, so that other text can be written in its place. */
    public void clear() {
        if (isDrawn) {
            terminal.print(CLEAR);
            terminal.flush();
            isDrawn = false;
        }
    }
}
