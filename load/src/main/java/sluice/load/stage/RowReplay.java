package sluice.load.stage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import sluice.dictionary.RowTrail;
import sluice.ingest.row.Rejects;
import sluice.model.RowSink;

/**
 * The rows that {@link RowRecorder} left of a chunk, with the ids of their names. Used once, by one
 * thread. Hot: no object for a row that was taken.
 */
final class RowReplay {
    private final RowTrail trail;
    private final RowSink sink;
    private final Rejects rejects;
    private final long[] lastTypes = new long[RowRecorder.KIND];

    // The last row: a link back has all of this from the link before it, in the same piece.
    private long id1;
    private long id2;
    private long time;
    private long version;
    private int flags;
    private int dataOffset;
    private int dataLength;

    /** The row that is read goes on here. */
    private int position;

    RowReplay(RowTrail trail, RowSink sink, Rejects rejects) {
        this.trail = trail;
        this.sink = sink;
        this.rejects = rejects;
    }

    /** Appends all rows, and reports those that were rejected, in the order of the chunk. */
    void run() throws IOException {
        while (trail.next()) {
            byte[] rows = trail.rows();
            int end = trail.rowsLength();
            position = 0;
            while (position < end) {
                row(rows);
            }
        }
    }

    private void row(byte[] rows) throws IOException {
        int head = rows[position++];
        int kind = head & RowRecorder.KIND;
        if (kind == RowRecorder.REJECT) {
            reject(rows);
            return;
        }
        if ((head & RowRecorder.TYPE) != 0) {
            lastTypes[kind] = trail.type(takeInt(rows));
        }
        long type = lastTypes[kind];
        if (kind == RowRecorder.INVERSE) {
            sink.append(id2, type, id1, time, version, flags, rows, dataOffset, dataLength);
            return;
        }
        time = (head & RowRecorder.TIME) != 0 ? takeLong(rows) : 0;
        version = (head & RowRecorder.VERSION) != 0 ? takeLong(rows) : 0;
        flags = (head & RowRecorder.FLAGS) != 0 ? rows[position++] : 0;
        long slot = (head & RowRecorder.SLOT) != 0 ? takeLong(rows) : 0;
        dataLength = (head & RowRecorder.DATA) != 0 ? takeInt(rows) : 0;
        dataOffset = position;
        position += dataLength;
        id1 = trail.takeId();
        if (kind == RowRecorder.PROPERTY) {
            type += RowRecorder.PROPERTY_TYPES;
            id2 = slot;
        } else {
            id2 = trail.takeId();
        }
        sink.append(id1, type, id2, time, version, flags, rows, dataOffset, dataLength);
    }

    private void reject(byte[] rows) {
        long line = takeLong(rows);
        long byteOffset = takeLong(rows);
        int column = takeInt(rows);
        String cause = new String(takeBytes(rows), StandardCharsets.UTF_8);
        rejects.reject(line, byteOffset, column, cause, takeBytes(rows));
    }

    private byte[] takeBytes(byte[] rows) {
        int length = takeInt(rows);
        position += length;
        return Arrays.copyOfRange(rows, position - length, position);
    }

    private int takeInt(byte[] rows) {
        position += Integer.BYTES;
        return RowBytes.getInt(rows, position - Integer.BYTES);
    }

    private long takeLong(byte[] rows) {
        position += Long.BYTES;
        return RowBytes.getLong(rows, position - Long.BYTES);
    }
}
