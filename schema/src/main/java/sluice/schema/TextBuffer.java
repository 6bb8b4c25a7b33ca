package sluice.schema;

import java.util.Arrays;

/** Bytes that are made one after the other; kept and filled again for the next value. */
final class TextBuffer {
    private static final int FIRST_BYTES = 64;

    byte[] bytes = new byte[FIRST_BYTES];
    int length;

    void clear() {
        length = 0;
    }

    void reserve(int more) {
        int room = Math.addExact(length, more);
        if (room > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, 2L * room));
        }
    }

    void put(int b) {
        reserve(1);
        bytes[length++] = (byte) b;
    }

    void put(byte[] from, int offset, int count) {
        reserve(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    /** Puts ASCII. */
    void put(String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
    }

    /** Puts {@code number} in decimal, with zeros before it up to {@code widthMin} digits. */
    void putDecimal(long number, int widthMin) {
        reserve(20 + widthMin);
        if (number < 0) {
            bytes[length++] = '-';
        }
        int from = length;
        long rest = number;
        do {
            bytes[length++] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        } while (rest != 0 || length - from < widthMin);
        for (int a = from, b = length - 1; a < b; a++, b--) {
            byte swapped = bytes[a];
            bytes[a] = bytes[b];
            bytes[b] = swapped;
        }
    }

    void putInt(int number) {
        reserve(4);
        ValueBytes.INTS.set(bytes, length, number);
        length += 4;
    }

    void putDouble(double number) {
        reserve(8);
        ValueBytes.LONGS.set(bytes, length, Double.doubleToRawLongBits(number));
        length += 8;
    }
}
