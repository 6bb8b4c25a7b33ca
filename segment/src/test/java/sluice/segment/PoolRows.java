package sluice.segment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import sluice.model.RowSink;

/** Reads the rows of a pool back, as objects. */
final class PoolRows {
    private PoolRows() {}

    static Row at(RowPool pool, int offset) {
        byte[] memory = pool.memory();
        int codeAndFlags = Bytes.getInt(memory, offset + RowPool.CODE_AND_FLAGS);
        boolean hasVersion = (codeAndFlags & RowPool.HAS_VERSION) != 0;
        int dataAt = offset + RowPool.HEADER_BYTES + (hasVersion ? 8 : 0);
        int dataEnd = dataAt + Bytes.getInt(memory, offset + RowPool.LENGTH);
        byte[] data = Arrays.copyOfRange(memory, dataAt, dataEnd);
        return new Row(
                Bytes.getLong(memory, offset + RowPool.ID1),
                pool.types().type(codeAndFlags >>> 8),
                Bytes.getLong(memory, offset + RowPool.ID2),
                Bytes.getLong(memory, offset + RowPool.TIME),
                hasVersion ? Bytes.getLong(memory, offset + RowPool.HEADER_BYTES) : 0,
                codeAndFlags & (RowSink.HIDDEN | RowSink.TOMBSTONE),
                data);
    }

    /** The rows of a stripe in the order in which they came. */
    static List<Row> of(RowPool pool, int stripe) {
        long[] id1s = new long[pool.rows(stripe)];
        int[] places = new int[pool.rows(stripe)];
        pool.list(stripe, id1s, places);
        List<Row> rows = new ArrayList<>();
        for (int place : places) {
            rows.add(at(pool, place));
        }
        return rows;
    }
}
