package sluice.ingest.row;

import sluice.ingest.fact.DroppedGraphs;

/** Turns the bytes of a text into rows, window by window. Belongs to one thread. */
public interface RowReader {
    /**
     * Says where the bytes to come are in their file: a row without a name is named by its place.
     *
     * @param alone whether they are one row, taken out of its file
     */
    default void beginAt(long offset, boolean alone) {}

    /**
     * Takes the rows of {@code window} from {@code from} to {@code to} and returns where the first
     * row begins that is not whole; with {@code last} the end of the bytes ends the last row.
     */
    int parse(byte[] window, int from, int to, boolean last);

    /** The line ends in the bytes that were parsed so far. */
    long lines();

    /** The rows that were taken so far, inverse links not counted. */
    long rows();

    /** The rows that were rejected so far. */
    long rejected();

    /** The graphs that facts were loaded without so far. */
    default DroppedGraphs dropped() {
        return DroppedGraphs.NONE;
    }
}
