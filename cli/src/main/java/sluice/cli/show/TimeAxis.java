package sluice.cli.show;

/**
 * A line of columns that stands for the time from 0 to an end that is a round number of seconds.
 *
 * @param columns how many
 * @param endSeconds where the last column ends
 * @param tickSeconds from one number to the next
 */
record TimeAxis(int columns, double endSeconds, double tickSeconds) {
    private static final double[] TICKS = {
        0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600
    };
    private static final int TICKS_MAX = 8;

    /** The shortest axis that holds {@code seconds}. */
    static TimeAxis holding(double seconds, int columns) {
        double tick = TICKS[TICKS.length - 1];
        for (int i = TICKS.length - 1; i >= 0 && seconds <= TICKS[i] * TICKS_MAX; i--) {
            tick = TICKS[i];
        }
        return new TimeAxis(columns, Math.max(2, Math.ceil(seconds / tick)) * tick, tick);
    }

    /** How many columns, and parts of one, a time takes. */
    double width(double seconds) {
        return Math.min(columns, seconds / endSeconds * columns);
    }

    /** The time at the middle of a column. */
    double middle(int column) {
        return (column + 0.5) / columns * endSeconds;
    }

    /** The numbers of the ticks, each at its place. */
    String numbers() {
        StringBuilder line = new StringBuilder();
        for (int tick = 0; tick * tickSeconds < endSeconds + tickSeconds / 2; tick++) {
            String number = (tickSeconds < 1 ? "%.1f" : "%.0f").formatted(tick * tickSeconds);
            int place = (int) Math.round(width(tick * tickSeconds));
            int from =
                    tick == 0
                            ? 0
                            : Math.min(place - number.length() / 2, columns - number.length());
            line.repeat(' ', Math.max(0, from - line.length())).append(number);
        }
        return line.toString();
    }

    /** A line with a mark at each tick. */
    String line(char mark, char between) {
        StringBuilder line = new StringBuilder();
        line.repeat(between, columns);
        for (int tick = 0; tick * tickSeconds < endSeconds + tickSeconds / 2; tick++) {
            int place = (int) Math.round(width(tick * tickSeconds));
            line.setCharAt(Math.min(place, columns - 1), mark);
        }
        return line.toString();
    }
}
