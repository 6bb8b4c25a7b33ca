package sluice.ingest.row;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

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

    /** What links are checked by before they are taken, or null to take all. */
    default @Nullable LinkCheck linkCheck() {
        return null;
    }

    /** These rejects for a parser of single rows, whose places others know. */
    default Rejects at(LongSupplier line, LongSupplier byteOffset) {
        Rejects outer = this;
        return new Rejects() {
            @Override
            public void reject(long within, long offset, int column, String cause, byte[] row) {
                outer.reject(line.getAsLong(), byteOffset.getAsLong(), column, cause, row);
            }

            @Override
            public @Nullable LinkCheck linkCheck() {
                LinkCheck check = outer.linkCheck();
                return check == null ? null : check.at(line);
            }
        };
    }
}
