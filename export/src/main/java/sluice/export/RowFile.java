package sluice.export;

import java.io.IOException;

/** One file of rows being written, field after field. Belongs to one thread. */
interface RowFile extends AutoCloseable {
    /** The next field, a number without a sign. */
    void unsigned(long number);

    /** The next field, a number. */
    void signed(long number);

    /** The next field, the bytes of a name or a type. */
    void name(byte[] field);

    /** The next field, any bytes. */
    void bytes(byte[] field);

    /** Ends the row; returns its length in bytes as delimited text. */
    int endRow() throws IOException;

    /** Makes all rows durable and closes the file. */
    void finish() throws IOException;

    /** Closes the file, whole or not. */
    @Override
    void close() throws IOException;
}
