package sluice.parquet;

import java.util.Arrays;

/** Rows as text that grows: fields parted by commas, in quotes where their bytes need it. */
final class RowLines {
    private byte[] bytes = new byte[1 << 16];
    private int length;
    private int fields;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
        fields = 0;
    }

    void endRow() {
        room(1);
        bytes[length++] = '\n';
        fields = 0;
    }

    private void room(int more) {
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), bytes.length * 2));
        }
    }

    /** Begins a field whose text follows by {@link #letter}, {@link #letters}, {@link #digits}. */
    void beginField() {
        if (fields++ > 0) {
            room(1);
            bytes[length++] = ',';
        }
    }

    /** A field that has no value; alone in its row it is an empty text, as no row is empty. */
    void missing(boolean alone) {
        beginField();
        if (alone) {
            quoted(new byte[0], 0, 0);
        }
    }

    /** A field without a byte that needs quotes. */
    void plain(String text) {
        beginField();
        letters(text);
    }

    void letter(char letter) {
        room(1);
        bytes[length++] = (byte) letter;
    }

    void letters(String text) {
        room(text.length());
        for (int index = 0; index < text.length(); index++) {
            bytes[length++] = (byte) text.charAt(index);
        }
    }

    void number(long value) {
        beginField();
        if (value == Long.MIN_VALUE) {
            letters(Long.toString(value));
            return;
        }
        if (value < 0) {
            letter('-');
        }
        digits(Math.abs(value), 1);
    }

    /** The digits of {@code value}, which is not negative: {@code least} ones or more. */
    void digits(long value, int least) {
        int digits = 1;
        for (long power = 10; digits < 19 && value >= power; power *= 10) {
            digits++;
        }
        digits = Math.max(digits, least);
        room(digits);
        long rest = value;
        for (int place = length + digits - 1; place >= length; place--) {
            bytes[place] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    void text(byte[] from, int offset, int count) {
        beginField();
        if (count == 0 || needsQuotes(from, offset, count)) {
            quoted(from, offset, count);
            return;
        }
        room(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    private static boolean needsQuotes(byte[] from, int offset, int count) {
        for (int index = offset; index < offset + count; index++) {
            int here = from[index];
            if (here == ',' || here == '"' || here == '\n' || here == '\r') {
                return true;
            }
        }
        int first = from[offset];
        return first == ' '
                || first == '\t'
                || first == (byte) 0xef
                || from[offset + count - 1] == ' ';
    }

    private void quoted(byte[] from, int offset, int count) {
        room(Math.addExact(Math.multiplyExact(count, 2), 2));
        bytes[length++] = '"';
        for (int index = offset; index < offset + count; index++) {
            if (from[index] == '"') {
                bytes[length++] = '"';
            }
            bytes[length++] = from[index];
        }
        bytes[length++] = '"';
    }
}
