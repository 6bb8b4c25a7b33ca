package sluice.ingest.row;

/**
 * A reader that itself finds where rows end, so that it may be given bytes behind the rows that it
 * has to take. Belongs to one thread.
 */
public interface RangeReader extends RowReader {
    /**
     * Takes the rows of {@code window} from {@code from} to {@code to} that begin before {@code
     * limit}, and returns where the first row begins that is not whole or not to be taken; with
     * {@code last} the end of the bytes ends the last row.
     */
    int parse(byte[] window, int from, int limit, int to, boolean last);

    /** Whether the next byte belongs to a row that was taken in part. */
    boolean insideRow();
}
