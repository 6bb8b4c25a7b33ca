package sluice.parquet;

import java.io.IOException;
import java.io.Serial;

/** A reason why a Parquet file cannot be read, and the remedy, without the name of the file. */
final class ParquetFault extends IOException {
    @Serial private static final long serialVersionUID = 1;

    private static final String FETCH_AGAIN = "fetch or write the file again";

    private ParquetFault(String message) {
        super(message);
    }

    /** Bytes that no writer writes. */
    static ParquetFault damaged(String found) {
        return new ParquetFault("the Parquet file is damaged: " + found + "; " + FETCH_AGAIN);
    }

    /** Something that is right, and that this reader does not read. */
    static ParquetFault unread(String found, String remedy) {
        return new ParquetFault(found + "; " + remedy);
    }

    /** The same fault, found in {@code place}. */
    ParquetFault in(String place) {
        ParquetFault placed = new ParquetFault(place + ": " + getMessage());
        placed.initCause(this);
        return placed;
    }
}
