package sluice.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Turns rows into text in one buffer, which is handed on when it is full and at the end of a chunk.
 *
 * <p>Belongs to one thread. A row of 70 bytes costs some 50 ns and no object.
 */
final class RowText implements LinkSink, NodeSink {
    /** More than the numbers, separators and quotes of any row. */
    private static final int ROW_EXTRA_BYTES = 256;

    private static final byte[] DIGIT_PAIRS = digitPairs();

    private final RowFormat format;
    private final boolean versions;
    private final byte separator;
    private final Output output;
    private final byte[] text;
    private int lengthBytes;
    private long rowCount;

    /** Takes the text of a chunk, in order. */
    interface Output {
        /** The array is reused after this returns. */
        void append(byte[] text, int lengthBytes) throws IOException;
    }

    RowText(GraphFileLayout layout, int bufferBytes, Output output) {
        format = layout.format();
        versions = layout.versions();
        separator = format.separator();
        this.output = output;
        text = new byte[bufferBytes];
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

    long rowCount() {
        return rowCount;
    }

    /** The text that was not handed on yet; {@link #clear} once it is taken. */
    byte[] text() {
        return text;
    }

    int lengthBytes() {
        return lengthBytes;
    }

    void clear() {
        lengthBytes = 0;
        rowCount = 0;
    }

    @Override
    public void link(
            long id1, long linkType, long id2, long timeMillis, byte[] data, int dataBytes) {
        makeRoom(dataBytes);
        number(id1);
        text[lengthBytes++] = separator;
        if (!format.onlyIds()) {
            number(linkType);
            text[lengthBytes++] = separator;
        }
        number(id2);
        if (!format.onlyIds()) {
            text[lengthBytes++] = separator;
            number(timeMillis);
            text[lengthBytes++] = separator;
            if (versions) {
                text[lengthBytes++] = '0';
                text[lengthBytes++] = separator;
                text[lengthBytes++] = '1';
                text[lengthBytes++] = separator;
            }
            data(data, dataBytes);
        }
        text[lengthBytes++] = '\n';
        rowCount++;
    }

    @Override
    public void node(
            long id, long type, long version, long timeSeconds, byte[] data, int dataBytes) {
        makeRoom(dataBytes);
        number(id);
        text[lengthBytes++] = separator;
        number(type);
        text[lengthBytes++] = separator;
        number(version);
        text[lengthBytes++] = separator;
        number(timeSeconds);
        text[lengthBytes++] = separator;
        data(data, dataBytes);
        text[lengthBytes++] = '\n';
        rowCount++;
    }

    /** Every byte of the data may need a second one in quotes. */
    private void makeRoom(int dataBytes) {
        if (text.length - lengthBytes < 2 * dataBytes + ROW_EXTRA_BYTES) {
            try {
                output.append(text, lengthBytes);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            lengthBytes = 0;
        }
    }

    private void data(byte[] data, int dataBytes) {
        if (format == RowFormat.CSV && needsQuotes(data, dataBytes)) {
            text[lengthBytes++] = '"';
            for (int i = 0; i < dataBytes; i++) {
                if (data[i] == '"') {
                    text[lengthBytes++] = '"';
                }
                text[lengthBytes++] = data[i];
            }
            text[lengthBytes++] = '"';
        } else {
            System.arraycopy(data, 0, text, lengthBytes, dataBytes);
            lengthBytes += dataBytes;
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

    /** Ids and types stay below 2^63; only a time can be negative. */
    private void number(long value) {
        long rest = value;
        if (value < 0) {
            text[lengthBytes++] = '-';
            rest = -value;
        }
        int end = lengthBytes + digitCount(rest);
        int position = end;
        while (rest >= 100) {
            long quotient = rest / 100;
            int pair = (int) (rest - quotient * 100) * 2;
            text[--position] = DIGIT_PAIRS[pair + 1];
            text[--position] = DIGIT_PAIRS[pair];
            rest = quotient;
        }
        text[--position] = DIGIT_PAIRS[(int) rest * 2 + 1];
        if (rest >= 10) {
            text[--position] = DIGIT_PAIRS[(int) rest * 2];
        }
        lengthBytes = end;
    }

    private static int digitCount(long value) {
        int digits = 1;
        for (long power = 10; digits < 19 && value >= power; power *= 10) {
            digits++;
        }
        return digits;
    }

    private static byte[] digitPairs() {
        byte[] pairs = new byte[200];
        for (int i = 0; i < 100; i++) {
            pairs[2 * i] = (byte) ('0' + i / 10);
            pairs[2 * i + 1] = (byte) ('0' + i % 10);
        }
        return pairs;
    }
}
