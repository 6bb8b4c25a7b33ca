package sluice.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import sluice.model.LinkList;

/** Gathers the rows of an answer from one or more cursors. Belongs to one thread and one answer. */
public final class LinkCollector {
    private long[] id2s;
    private long[] times;
    private long[] versions;
    private int[] dataEnds;
    private byte[] data = new byte[0];
    private int size;

    /** Room for {@code expected} rows to begin with. */
    public LinkCollector(int expected) {
        id2s = new long[expected];
        times = new long[expected];
        versions = new long[expected];
        dataEnds = new int[expected];
    }

    public int size() {
        return size;
    }

    /**
     * Adds visible rows from {@code cursor} on, until there are {@code limit} in all or one is
     * older than {@code minTime}. Cost: one copy of the columns and of the data, block by block.
     */
    public void addRows(ListCursor cursor, long minTime, int limit) throws IOException {
        while (size < limit && cursor.hasRow()) {
            if (!cursor.allVisible()) {
                if (cursor.time() < minTime) {
                    return;
                }
                if (cursor.flags() == 0) {
                    addRow(cursor);
                }
                cursor.nextRow();
                continue;
            }
            int rows = Math.min(cursor.rowEnd() - cursor.row(), limit - size);
            int end = endOfTimes(cursor, minTime, cursor.row() + rows);
            addBlockRows(cursor, end);
            if (end < cursor.rowEnd()) {
                return;
            }
            cursor.passRows(end);
        }
    }

    /** Adds the row at which {@code cursor} stands. */
    public void addRow(ListCursor cursor) {
        int length = cursor.dataLength();
        int begin = size == 0 ? 0 : dataEnds[size - 1];
        reserveRows(1);
        reserveData(begin + length);
        id2s[size] = cursor.id2();
        times[size] = cursor.time();
        versions[size] = cursor.version();
        cursor.copyData(data, begin);
        dataEnds[size] = begin + length;
        size++;
    }

    /** Adds a row given by its fields. */
    public void addRow(long id2, long time, long version, byte[] rowData) {
        int begin = size == 0 ? 0 : dataEnds[size - 1];
        reserveRows(1);
        reserveData(begin + rowData.length);
        id2s[size] = id2;
        times[size] = time;
        versions[size] = version;
        System.arraycopy(rowData, 0, data, begin, rowData.length);
        dataEnds[size] = begin + rowData.length;
        size++;
    }

    /**
     * What was gathered, as a part of the list (id1, linkType). The collector is not used again.
     */
    public LinkList toList(long id1, long linkType) {
        return new LinkList(id1, linkType, size, id2s, times, versions, dataEnds, data);
    }

    /** All rows of the cursor's block before {@code end}, whose data lies in one piece. */
    private void addBlockRows(ListCursor cursor, int end) {
        Block view = cursor.view();
        int begin = cursor.row();
        long dataFrom = view.dataOffset(begin);
        long dataAt = dataFrom;
        int dataBegin = size == 0 ? 0 : dataEnds[size - 1];
        reserveRows(end - begin);
        for (int row = begin; row < end; row++) {
            id2s[size] = view.id2(row);
            times[size] = view.time(row);
            versions[size] = view.version(row);
            dataAt += view.dataLength(row);
            dataEnds[size] = dataBegin + (int) (dataAt - dataFrom);
            size++;
        }
        int length = (int) (dataAt - dataFrom);
        reserveData(dataBegin + length);
        MemorySegment.copy(view.memory(), Bytes.BYTE, dataFrom, data, dataBegin, length);
    }

    /** The first row from the cursor's on, up to {@code to}, that is older than {@code minTime}. */
    private static int endOfTimes(ListCursor cursor, long minTime, int to) {
        Block view = cursor.view();
        int low = cursor.row();
        int high = to;
        if (view.time(to - 1) >= minTime) {
            return to;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (view.time(middle) >= minTime) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void reserveRows(int rows) {
        if (size + rows > id2s.length) {
            int room = Math.max(size + rows, id2s.length * 2);
            id2s = Arrays.copyOf(id2s, room);
            times = Arrays.copyOf(times, room);
            versions = Arrays.copyOf(versions, room);
            dataEnds = Arrays.copyOf(dataEnds, room);
        }
    }

    /** Makes the data array at least {@code bytes} long. */
    private void reserveData(int bytes) {
        if (bytes > data.length) {
            data = Arrays.copyOf(data, data.length == 0 ? bytes : Math.max(bytes, data.length * 2));
        }
    }
}
