package sluice.ingest;

import java.util.function.LongSupplier;

/** Takes the rows that cannot be read. One instance belongs to one thread. */
@FunctionalInterface
public interface Rejects {
    /** The most bytes that are kept of a row. */
    int ROW_BYTES_MAX = 1 << 20;

    /**
     * Records one row.
     *
     * @param line counted from 1 within the bytes that the parser was given so far
     * @param byteOffset where the row begins, counted likewise from 0
     * @param column of the field at fault, counted from 1; 0 when the whole row is
     * @param cause what was found and what was expected, without position
     * @param row the bytes of the row without its line end, at most {@link #ROW_BYTES_MAX}
     */
    void reject(long line, long byteOffset, int column, String cause, byte[] row);

    /** These rejects for a parser of single rows, whose places others know. */
    default Rejects at(LongSupplier line, LongSupplier byteOffset) {
        return (_, _, column, cause, row) ->
                reject(line.getAsLong(), byteOffset.getAsLong(), column, cause, row);
    }
}
