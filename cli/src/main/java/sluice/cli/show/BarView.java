package sluice.cli.show;

import java.io.PrintWriter;
import sluice.cli.console.Terminal;
import sluice.load.job.LoadProgress;
import sluice.report.RedrawnLine;

/**
 * Progress as a line of a terminal that is drawn again and again, as wide as the terminal; a second
 * line says what was made, by kind, where there are several kinds.
 */
public final class BarView implements ProgressView {
    private static final int BAR_MAX = 40;
    private static final int BAR_MIN = 4;

    /** Kept for the words even where they are fewer, so that the bar keeps its length. */
    private static final int WORDS_USUAL = 49;

    /** As wide as a phase and the blank behind it. */
    private static final String KINDS_INDENT = " ".repeat(6);

    /** How many drawings share one look at the terminal's width. */
    private static final int DRAWINGS_PER_WIDTH = 20;

    private final PrintWriter errors;
    private final RedrawnLine line;
    private final Terminal terminal;
    private int columns;
    private int drawings;
    private boolean saidResumed;

    public BarView(PrintWriter errors, Terminal terminal) {
        this.errors = errors;
        this.line = new RedrawnLine(errors);
        this.terminal = terminal;
    }

    @Override
    public long intervalMillis() {
        return 100;
    }

    @Override
    public void show(ProgressMeter.Reading reading) {
        if (reading.counters().phase() == LoadProgress.Phase.DONE) {
            return;
        }
        sayResumed(reading);
        if (drawings++ % DRAWINGS_PER_WIDTH == 0) {
            columns = terminal.columns().getAsInt();
        }
        line.draw(line(reading, columns - 1, terminal.unicode()), kindsLine(reading, columns - 1));
    }

    @Override
    public void uptime(ProgressMeter.Reading reading) {
        line.clear();
        errors.println(ProgressWords.uptime(reading));
    }

    @Override
    public void end(ProgressMeter.Reading reading) {
        line.clear();
        errors.flush();
    }

    private void sayResumed(ProgressMeter.Reading reading) {
        if (!saidResumed && reading.counters().phase() == LoadProgress.Phase.STAGE) {
            saidResumed = true;
            String resumed = ProgressWords.resumed(reading);
            if (!resumed.isEmpty()) {
                line.clear();
                errors.println(resumed);
            }
        }
    }

    /** At most {@code columns} wide; the bar takes what the words leave of it. */
    public static String line(ProgressMeter.Reading reading, int columns, boolean unicode) {
        String phase = "%-5s".formatted(ProgressWords.phase(reading.counters()));
        String percent = ProgressWords.percent(reading);
        String words =
                (percent.isEmpty() ? "    " : percent)
                        + ProgressWords.rates(reading)
                        + ProgressWords.rejected(reading);
        int wordsColumns = Math.max(WORDS_USUAL, words.length());
        int room = Math.min(BAR_MAX, columns - phase.length() - wordsColumns - 4);
        String bar = "";
        if (reading.part().isPresent() && room >= BAR_MIN) {
            int full = (int) Math.floor(reading.part().getAsDouble() * room);
            bar =
                    unicode
                            ? " ▕" + "█".repeat(full) + "░".repeat(room - full) + "▏"
                            : " [" + "#".repeat(full) + ".".repeat(room - full) + "]";
        }
        return cut((phase + bar + " " + words).stripTrailing(), columns);
    }

    /** At most {@code columns} wide, under the line of the bar; empty where rows say it all. */
    public static String kindsLine(ProgressMeter.Reading reading, int columns) {
        String kinds = ProgressWords.kinds(reading);
        return kinds.isEmpty() ? "" : cut(KINDS_INDENT + kinds, columns);
    }

    private static String cut(String line, int columns) {
        return line.length() <= columns ? line : line.substring(0, Math.max(0, columns));
    }
}
