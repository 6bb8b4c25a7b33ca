package sluice.linkbench.run;

/** What came of one request; filled anew for each. */
final class Outcome {
    /** Whether there was what was asked for, or, for a write, a row of the same key before it. */
    boolean hit;

    /** How many keys were asked for: more than one for a multi-get only. */
    int keys;

    /** How many rows came back, or were written. */
    int rows;

    /** The bytes of data in these rows. */
    long bytes;

    /** Whether the answer was complete: it is not while a load still copies its source. */
    boolean complete;

    /** The time of the last link of a list. */
    long oldestTime;

    void set(boolean isHit, int rowCount, long byteCount, boolean isComplete) {
        hit = isHit;
        keys = 1;
        rows = rowCount;
        bytes = byteCount;
        complete = isComplete;
    }
}
