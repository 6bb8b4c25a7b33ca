package sluice.segment;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Reads the rows of a pool back, as objects. */
final class PoolRows {
    private PoolRows() {}

    static Row at(RowPool pool, long offset) {
        MemorySegment memory = pool.memory();
        int codeAndFlags = memory.get(Bytes.INT, offset + RowPool.CODE_AND_FLAGS);
        boolean hasVersion = (codeAndFlags & RowPool.HAS_VERSION) != 0;
        byte[] data = new byte[memory.get(Bytes.INT, offset + RowPool.LENGTH)];
        long dataAt = offset + RowPool.HEADER_BYTES + (hasVersion ? 8 : 0);
        MemorySegment.copy(memory, Bytes.BYTE, dataAt, data, 0, data.length);
        return new Row(
                memory.get(Bytes.LONG, offset + RowPool.ID1),
                pool.types().type(codeAndFlags >>> 8),
                memory.get(Bytes.LONG, offset + RowPool.ID2),
                memory.get(Bytes.LONG, offset + RowPool.TIME),
                hasVersion ? memory.get(Bytes.LONG, offset + RowPool.HEADER_BYTES) : 0,
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
            rows.add(at(pool, (long) place << 3));
        }
        return rows;
    }
}
