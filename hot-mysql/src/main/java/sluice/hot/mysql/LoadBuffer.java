package sluice.hot.mysql;

import java.util.Arrays;

/**
 * Rows as LOAD DATA reads them: fields end with a tab, rows with a newline; a backslash stands
 * before what would mean something else. Belongs to one thread.
 *
 * <p>Cost: one pass over the bytes, no object for a row.
 */
final class LoadBuffer {
    /** More than a row needs besides its data: eight numbers of 20 digits with what ends them. */
    private static final int NUMBERS_BYTES_MAX = 8 * 21;

    private final byte[] digits = new byte[20];
    private byte[] bytes;
    private int length;
    private int rows;

    LoadBuffer(int roomBytes) {
        bytes = new byte[roomBytes];
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    int rows() {
        return rows;
    }

    /** Makes room for a row with so many bytes of data. */
    LoadBuffer row(int dataBytes) {
        long needed = (long) length + NUMBERS_BYTES_MAX + 2L * dataBytes;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(needed, 2L * bytes.length)));
        }
        return this;
    }

    LoadBuffer unsigned(long value) {
        int at = digits.length;
        long rest = value;
        if (rest < 0) {
            digits[--at] = (byte) ('0' + Long.remainderUnsigned(rest, 10));
            rest = Long.divideUnsigned(rest, 10);
        }
        do {
            digits[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        int count = digits.length - at;
        System.arraycopy(digits, at, bytes, length, count);
        length += count;
        bytes[length++] = '\t';
        return this;
    }

    LoadBuffer signed(long value) {
        if (value < 0) {
            bytes[length++] = '-';
        }
        // What is the least of all numbers stays so, and is right as an unsigned one.
        return unsigned(Math.abs(value));
    }

    /** The last field of a row. */
    void data(byte[] data) {
        for (byte one : data) {
            switch (one) {
                case '\\', '\t', '\n' -> {
                    bytes[length++] = '\\';
                    bytes[length++] = one;
                }
                case 0 -> {
                    bytes[length++] = '\\';
                    bytes[length++] = '0';
                }
                default -> bytes[length++] = one;
            }
        }
        end();
    }

    /** Ends a row whose last field is a number. */
    void endAfterNumber() {
        length--;
        end();
    }

    private void end() {
        bytes[length++] = '\n';
        rows++;
    }
}
