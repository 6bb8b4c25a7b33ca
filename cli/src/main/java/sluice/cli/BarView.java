package sluice.cli;

import java.io.PrintWriter;
import sluice.load.LoadProgress;

/** Progress as one line of a terminal that is drawn again and again, as wide as the terminal. */
final class BarView implements ProgressView {
    private static final int BAR_MAX = 40;
    private static final int BAR_MIN = 4;

    /** Kept for the words even where they are fewer, so that the bar keeps its length. */
    private static final int WORDS_USUAL = 49;

    /** How many drawings share one look at the terminal's width. */
    private static final int DRAWINGS_PER_WIDTH = 20;

    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter errors;
    private final Terminal terminal;
    private int columns;
    private int drawings;
    private boolean drawn;
    private boolean saidResumed;

    BarView(PrintWriter errors, Terminal terminal) {
        this.errors = errors;
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
        errors.print(CLEAR + line(reading, columns - 1, terminal.unicode()));
        errors.flush();
        drawn = true;
    }

    @Override
    public void uptime(ProgressMeter.Reading reading) {
        clear();
        errors.println(ProgressWords.uptime(reading));
    }

    @Override
    public void end(ProgressMeter.Reading reading) {
        clear();
        errors.flush();
    }

    private void sayResumed(ProgressMeter.Reading reading) {
        if (!saidResumed && reading.counters().phase() == LoadProgress.Phase.STAGE) {
            saidResumed = true;
            String resumed = ProgressWords.resumed(reading);
            if (!resumed.isEmpty()) {
                clear();
                errors.println(resumed);
            }
        }
    }

    private void clear() {
        if (drawn) {
            errors.print(CLEAR);
            drawn = false;
        }
    }

    /** At most {@code columns} wide; the bar takes what the words leave of it. */
    static String line(ProgressMeter.Reading reading, int columns, boolean unicode) {
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
        String line = (phase + bar + " " + words).stripTrailing();
        return line.length() <= columns ? line : line.substring(0, columns);
    }
}
