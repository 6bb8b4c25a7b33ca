package sluice.load.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import sluice.dictionary.NameCollector;
import sluice.ingest.row.CollectingNames;
import sluice.ingest.row.Rejects;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;

/**
 * Writes the rows of a chunk into the trail of its names, with names left out: each row takes the
 * names that were asked for since the one before it. {@link RowReplay} has the rows again, so that
 * the text of the chunk is parsed once. Belongs to one thread.
 *
 * <p>For rows of facts between named nodes alone: a property asks for one name, a link for two, and
 * the link back, which follows it, for none. Hot: a link takes 1 byte besides the numbers of its
 * names, where its type is that of the link before and it has no data.
 *
 * <p>A row is a byte, the sum of the constants below, and what these ask for, in their order. A
 * rejected row is {@link #REJECT}, then line, offset, column, cause and text.
 */
final class RowRecorder implements RowSink, Rejects {
    static final int LINK = 0;
    static final int INVERSE = 1;
    static final int PROPERTY = 2;
    static final int REJECT = 3;
    static final int KIND = 3;

    /** The number of the type follows; it is that of the last row of this kind otherwise. */
    static final int TYPE = 4;

    static final int TIME = 8;
    static final int VERSION = 16;
    static final int FLAGS = 32;
    static final int SLOT = 64;
    static final int DATA = 128;

    /** The numbers of property types are as much above those of their predicates' links. */
    static final long PROPERTY_TYPES = PropertyTypes.ofPredicate(0);

    /** Pieces are not much larger, if their rows are not. */
    private static final int PIECE_BYTES = 32 * 1024;

    private static final int ROW_BYTES_MAX = 64;

    private final NameCollector collector;
    private final CollectingNames names;
    private byte[] rows = new byte[2 * PIECE_BYTES];
    private int length;

    /** How many names were asked for before the row. */
    private long asked;

    private final long[] lastTypes = new long[KIND];

    /** Records the names of {@code names}, which {@code collector} collects. */
    RowRecorder(NameCollector collector, CollectingNames names) {
        this.collector = collector;
        this.names = names;
    }

    /** Begins a chunk, behind the collector. */
    void begin() {
        length = 0;
        asked = names.asked();
        Arrays.fill(lastTypes, -1);
    }

    /** Ends the chunk, before the collector does. */
    void finish() throws IOException {
        endPiece();
    }

    @Override
    public void append(
            long id1,
            long type,
            long id2,
            long time,
            long version,
            int flags,
            byte[] data,
            int dataOffset,
            int dataLength) {
        if (!collector.hasTrail()) {
            // Its names did not fit into memory: the chunk is parsed again.
            return;
        }
        int kind = kind(id1, type, id2);
        int head = kind;
        boolean isInverse = kind == INVERSE;
        long number = kind == PROPERTY ? type - PROPERTY_TYPES : type;
        head |= number == lastTypes[kind] ? 0 : TYPE;
        // A link back has all else of the link before it.
        head |= isInverse || time == 0 ? 0 : TIME;
        head |= isInverse || version == 0 ? 0 : VERSION;
        head |= isInverse || flags == 0 ? 0 : FLAGS;
        head |= kind != PROPERTY || id2 == 0 ? 0 : SLOT;
        head |= isInverse || dataLength == 0 ? 0 : DATA;
        if (!isInverse) {
            // A link back needs the link before it in its piece.
            endFullPiece();
        }
        makeRoom(ROW_BYTES_MAX + dataLength);
        rows[length++] = (byte) head;
        if ((head & TYPE) != 0) {
            lastTypes[kind] = number;
            putInt((int) number);
        }
        if ((head & TIME) != 0) {
            putLong(time);
        }
        if ((head & VERSION) != 0) {
            putLong(version);
        }
        if ((head & FLAGS) != 0) {
            rows[length++] = (byte) flags;
        }
        if ((head & SLOT) != 0) {
            putLong(id2);
        }
        if ((head & DATA) != 0) {
            putInt(dataLength);
            System.arraycopy(data, dataOffset, rows, length, dataLength);
            length += dataLength;
        }
    }

    /** The kind of the row, by the names that were asked for since the row before it. */
    private int kind(long id1, long type, long id2) {
        long since = asked;
        asked = names.asked();
        if (type >= PROPERTY_TYPES && asked - since == 1 && id1 == since) {
            return PROPERTY;
        }
        if (type < PROPERTY_TYPES) {
            if (asked - since == 2 && id1 == since && id2 == since + 1) {
                return LINK;
            }
            if (asked == since && id1 == asked - 1 && id2 == asked - 2) {
                return INVERSE;
            }
        }
        throw new IllegalStateException(
                "row %d %d %d does not have the names from %d to %d"
                        .formatted(id1, type, id2, since, asked));
    }

    @Override
    public void reject(long line, long byteOffset, int column, String cause, byte[] row) {
        if (!collector.hasTrail()) {
            return;
        }
        endFullPiece();
        byte[] causeBytes = cause.getBytes(StandardCharsets.UTF_8);
        makeRoom(ROW_BYTES_MAX + causeBytes.length + row.length);
        rows[length++] = REJECT;
        putLong(line);
        putLong(byteOffset);
        putInt(column);
        put(causeBytes);
        put(row);
    }

    private void makeRoom(int wanted) {
        if (rows.length - length < wanted) {
            rows = Arrays.copyOf(rows, Math.addExact(length, Math.max(length, wanted)));
        }
    }

    private void put(byte[] bytes) {
        putInt(bytes.length);
        System.arraycopy(bytes, 0, rows, length, bytes.length);
        length += bytes.length;
    }

    private void putInt(int value) {
        RowBytes.putInt(rows, length, value);
        length += Integer.BYTES;
    }

    private void putLong(long value) {
        RowBytes.putLong(rows, length, value);
        length += Long.BYTES;
    }

    private void endFullPiece() {
        if (!collector.isPieceFull() && length < PIECE_BYTES) {
            return;
        }
        try {
            endPiece();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void endPiece() throws IOException {
        collector.put(rows, length);
        length = 0;
        if (rows.length > 2 * PIECE_BYTES) {
            rows = new byte[2 * PIECE_BYTES];
        }
    }
}
