package sluice.ingest;

/** Takes the rows that cannot be read. One instance belongs to one thread. */
public interface Rejects {
    /**
     * Records one row.
     *
     * @param line counted from 1 within the bytes that the parser was given so far
     * @param byteOffset where the row begins, counted likewise from 0
     * @param column of the field at fault, counted from 1; 0 when the whole row is
     * @param cause what was found and what was expected, without position
     * @param row the bytes of the row without its line end
     */
    void reject(long line, long byteOffset, int column, String cause, byte[] row);
}
