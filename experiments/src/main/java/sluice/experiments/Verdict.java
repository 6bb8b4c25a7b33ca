package sluice.experiments;

import java.util.Locale;

/** What became of a figure that a benchmark measures: its last column. */
public enum Verdict {
    /** As good as it should be. */
    AIM,
    /** As good as it must be. */
    PASS,
    SHORT,
    UNKNOWN;

    /** Of a figure that was measured. */
    public static Verdict of(boolean reachesAim, boolean reachesLimit) {
        return reachesAim ? AIM : reachesLimit ? PASS : SHORT;
    }

    public String text() {
        return this == UNKNOWN ? "-" : name().toLowerCase(Locale.ROOT);
    }
}
