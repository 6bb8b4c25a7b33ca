package sluice.ingest.row;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import sluice.model.RowSink;

/** What a parser made of some text, as one line of text for each row and each reject, in order. */
public final class RecordedRows implements RowSink, Rejects {
    final List<String> events = new ArrayList<>();

    /** The causes of the rejects, in order. */
    final List<String> causes = new ArrayList<>();

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
        byte[] bytes = Arrays.copyOfRange(data, dataOffset, dataOffset + dataLength);
        events.add(row(id1, type, id2, time, version, flags, bytes));
    }

    @Override
    public void reject(long line, long byteOffset, int column, String cause, byte[] row) {
        events.add(reject(line, byteOffset, column, row));
        causes.add(cause);
    }

    static String row(
            long id1, long type, long id2, long time, long version, int flags, byte[] data) {
        return "row %s %s %s time=%d version=%d flags=%d data=%s"
                .formatted(
                        Long.toUnsignedString(id1),
                        Long.toUnsignedString(type),
                        Long.toUnsignedString(id2),
                        time,
                        version,
                        flags,
                        shown(data));
    }

    static String reject(long line, long byteOffset, int column, byte[] row) {
        return "reject line=%d offset=%d column=%d %s"
                .formatted(line, byteOffset, column, shown(row));
    }

    /** The bytes as text; what is no printing ASCII stands as \xNN. */
    public static String shown(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (char value : new String(bytes, StandardCharsets.ISO_8859_1).toCharArray()) {
            boolean prints = value >= ' ' && value <= '~' && value != '\\';
            text.append(prints ? value : "\\x%02x".formatted((int) value));
        }
        return text.toString();
    }
}
