package sluice.ingest.ledger;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import sluice.ingest.row.Rejects;

/**
 * A row of JSON out of a ledger and the place that it had in its file, which names its nodes. A row
 * that was rejected twice begins with that place: {@code @17 {…}}. Layout: docs/rejects.md.
 *
 * @param place the offset of the object in its file
 * @param begin where the object begins in the row
 */
record PlacedRow(long place, int begin) {
    private static final int DIGITS_MAX = 18;

    /**
     * The place that {@code row} begins with.
     *
     * @param offset the place where it begins with none
     */
    static PlacedRow of(byte[] row, long offset) {
        int at = 1;
        long place = 0;
        while (at < row.length && at <= DIGITS_MAX && row[at] >= '0' && row[at] <= '9') {
            place = 10 * place + row[at++] - '0';
        }
        boolean placed = at > 1 && at < row.length && row[0] == '@' && row[at] == ' ';
        return placed ? new PlacedRow(place, at + 1) : new PlacedRow(Math.max(0, offset), 0);
    }

    /** The row with its place in front. */
    static byte[] placed(byte[] row, long place) {
        byte[] mark = ("@" + place + " ").getBytes(StandardCharsets.US_ASCII);
        byte[] placed =
                Arrays.copyOf(mark, Math.min(mark.length + row.length, Rejects.ROW_BYTES_MAX));
        System.arraycopy(row, 0, placed, mark.length, placed.length - mark.length);
        return placed;
    }
}
