package sluice.ingest;

import java.lang.foreign.MemorySegment;

/**
 * Turns the bytes of a text into rows, window by window. Belongs to one thread, which closes it.
 */
interface RowReader extends AutoCloseable {
    /**
     * Takes the rows of {@code window} from {@code from} to {@code to} and returns where the first
     * row begins that is not whole; with {@code last} the end of the bytes ends the last row.
     */
    long parse(MemorySegment window, long from, long to, boolean last);

    /** The line ends in the bytes that were parsed so far. */
    long lines();

    /** The rows that were taken so far, inverse links not counted. */
    long rows();

    /** The rows that were rejected so far. */
    long rejected();

    @Override
    void close();
}
