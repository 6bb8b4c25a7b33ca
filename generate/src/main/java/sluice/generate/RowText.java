package sluice.generate;

import java.nio.charset.StandardCharsets;

/**
 * Turns rows into text in one buffer, which is handed on when it is full and at the end of a chunk.
 *
 * <p>Belongs to one thread. A row of 70 bytes costs some 50 ns and no object.
 */
final class RowText extends PartFile.ChunkText implements LinkSink, NodeSink {
    /** More than the numbers, separators and quotes of any row; data may double in quotes. */
    private static final int ROW_EXTRA_BYTES = 256;

    private final RowFormat format;
    private final boolean versions;
    private final char separator;

    RowText(GraphFileLayout layout, int bufferBytes, Output output) {
        super(bufferBytes, output);
        format = layout.format();
        versions = layout.versions();
        separator = (char) format.separator();
    }

    /** The line of column names for links, or nothing where the layout has none. */
    static byte[] linkHeader(GraphFileLayout layout) {
        String versions = layout.versions() ? "version visibility " : "";
        return header(layout, "id1 link_type id2 time " + versions + "data");
    }

    /** The line of column names for nodes, or nothing where the layout has none. */
    static byte[] nodeHeader(GraphFileLayout layout) {
        return header(layout, "id type version time data");
    }

    private static byte[] header(GraphFileLayout layout, String columns) {
        if (!layout.header() || layout.format().onlyIds()) {
            return new byte[0];
        }
        String line = columns.replace(' ', (char) layout.format().separator()) + "\n";
        return line.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void link(
            long id1, long linkType, long id2, long timeMillis, byte[] data, int dataBytes) {
        makeRoom(2 * dataBytes + ROW_EXTRA_BYTES);
        number(id1);
        append(separator);
        if (!format.onlyIds()) {
            number(linkType);
            append(separator);
        }
        number(id2);
        if (!format.onlyIds()) {
            append(separator);
            number(timeMillis);
            append(separator);
            if (versions) {
                append('0');
                append(separator);
                append('1');
                append(separator);
            }
            data(data, dataBytes);
        }
        append('\n');
        rowEnds();
    }

    @Override
    public void node(
            long id, long type, long version, long timeSeconds, byte[] data, int dataBytes) {
        makeRoom(2 * dataBytes + ROW_EXTRA_BYTES);
        number(id);
        append(separator);
        number(type);
        append(separator);
        number(version);
        append(separator);
        number(timeSeconds);
        append(separator);
        data(data, dataBytes);
        append('\n');
        rowEnds();
    }

    private void data(byte[] data, int dataBytes) {
        if (format == RowFormat.CSV && needsQuotes(data, dataBytes)) {
            append('"');
            for (int i = 0; i < dataBytes; i++) {
                if (data[i] == '"') {
                    append('"');
                }
                append((char) data[i]);
            }
            append('"');
        } else {
            append(data, dataBytes);
        }
    }

    private static boolean needsQuotes(byte[] data, int dataBytes) {
        for (int i = 0; i < dataBytes; i++) {
            byte value = data[i];
            if (value == ',' || value == '"' || value == '\n' || value == '\r') {
                return true;
            }
        }
        return false;
    }
}
