package sluice.report;

import java.io.PrintWriter;

/**
 * One line of a terminal, or two, that are drawn over and over and removed at the end. Used by one
 * thread at a time.
 *
 * <p>The cursor stays at the end of the first line, so that other text, such as a record of a log,
 * goes on from there and is not drawn over.
 */
public final class RedrawnLine {
    private static final String CLEAR = "\r\u001b[K";

    /** Clears from the beginning of the line to the end of the screen. */
    private static final String CLEAR_BOTH = "\r\u001b[J";

    private static final String UP = "\u001b[A\r";

    private final PrintWriter terminal;
    private boolean isDrawn;
    private boolean hasSecond;

    /** A line of {@code terminal}, which the caller owns. */
    public RedrawnLine(PrintWriter terminal) {
        this.terminal = terminal;
    }

    /**
     * Draws {@code text} over what was drawn before. It must be shorter than the terminal is wide.
     */
    public void draw(String text) {
        draw(text, "");
    }

    /**
     * Draws {@code text}, and {@code second} as a line under it unless that is empty, over what was
     * drawn before. Both must be shorter than the terminal is wide.
     */
    public void draw(String text, String second) {
        String below = second.isEmpty() ? "" : "\n" + second + UP;
        terminal.print(clearing() + below + text);
        terminal.flush();
        isDrawn = true;
        hasSecond = !second.isEmpty();
    }

    private String clearing() {
        return hasSecond ? CLEAR_BOTH : CLEAR;
    }

    /** Removes what was drawn, so that other text can be written in its place. */
    public void clear() {
        if (isDrawn) {
            terminal.print(clearing());
            terminal.flush();
            isDrawn = false;
            hasSecond = false;
        }
    }
}
