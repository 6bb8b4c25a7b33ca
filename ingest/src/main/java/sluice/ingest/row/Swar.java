package sluice.ingest.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks at eight bytes of text at a time ("SIMD within a register").
 *
 * <p>Bytes are loaded little-endian, so that the first byte of the text is the lowest of the word
 * and the lowest set bit of a mask is the first byte that it marks. Each method may read up to 7
 * bytes past the byte at which it stops; its callers see to it that a byte that stops it comes in
 * time.
 */
public final class Swar {
    /** How many bytes after the last one of the text must be readable. */
    public static final int SLACK_BYTES = 8;

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static final long ONES = 0x0101010101010101L;
    static final long HIGHS = 0x8080808080808080L;
    private static final long LINE_ENDS = ONES * '\n';

    /** Every line end is a smaller byte than this, and next to none of a text is. */
    private static final long ABOVE_LINE_ENDS = ONES * ('\r' + 1);

    private static final long ZEROS = ONES * '0';

    private static final long[] POWERS_OF_TEN = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000
    };

    private Swar() {}

    /** The eight bytes from {@code position} on. */
    static long word(byte[] text, int position) {
        return (long) WORDS.get(text, position);
    }

    static void putWord(byte[] text, int position, long word) {
        WORDS.set(text, position, word);
    }

    /**
     * Marks the bytes of {@code word} that are equal to the byte that {@code repeated} holds eight
     * times. The lowest mark is right; marks above it may be wrong.
     */
    static long firstEqual(long word, long repeated) {
        long difference = word ^ repeated;
        return (difference - ONES) & ~difference & HIGHS;
    }

    /**
     * Marks exactly the bytes of {@code word} that are equal to the byte that {@code repeated}
     * holds eight times.
     */
    static long allEqual(long word, long repeated) {
        long difference = word ^ repeated;
        return ~(((difference & ~HIGHS) + ~HIGHS) | difference | ~HIGHS);
    }

    /**
     * Where the first of two given bytes, a line feed or a carriage return is, from {@code from}
     * on. Cost: about 1 ns per 8 bytes.
     */
    static int fieldEnd(byte[] text, int from, long firstRepeated, long secondRepeated) {
        int position = from;
        while (true) {
            long word = word(text, position);
            long marks =
                    firstEqual(word, firstRepeated)
                            | firstEqual(word, secondRepeated)
                            | ((word - ABOVE_LINE_ENDS) & ~word & HIGHS);
            if (marks == 0) {
                position += 8;
                continue;
            }
            position += Long.numberOfTrailingZeros(marks) >>> 3;
            byte found = text[position];
            if (found == '\n'
                    || found == '\r'
                    || found == (byte) firstRepeated
                    || found == (byte) secondRepeated) {
                return position;
            }
            position++;
        }
    }

    /**
     * How many bits of {@code word} the digits at its beginning have: 8 for each, 64 when all are
     * digits.
     */
    static int digitBits(long word) {
        return Long.numberOfTrailingZeros(notDigits(word)) & ~7;
    }

    /** The number that the first {@code digitBits} of {@code word}, at least 8, make. */
    static long number(long word, int digitBits) {
        return eightDigits(word << -digitBits);
    }

    /** Ten to the power of {@code exponent}, at most 8. */
    static long powerOfTen(int exponent) {
        return POWERS_OF_TEN[exponent];
    }

    /**
     * Where the next line feed is between {@code from} and {@code to}, or -1. Reads nothing past
     * {@code to}.
     */
    public static int lineEnd(byte[] text, int from, int to) {
        int position = from;
        for (; position + 8 <= to; position += 8) {
            long marks = firstEqual(word(text, position), LINE_ENDS);
            if (marks != 0) {
                return position + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        for (; position < to; position++) {
            if (text[position] == '\n') {
                return position;
            }
        }
        return -1;
    }

    /** How many line feeds there are between {@code from} and {@code to}. */
    public static long lineEndCount(byte[] text, int from, int to) {
        long count = 0;
        int position = from;
        for (; position + 8 <= to; position += 8) {
            count += Long.bitCount(allEqual(word(text, position), LINE_ENDS));
        }
        if (position < to) {
            // Bytes from "to" on are shifted out; the zeros that come in are no line feeds.
            long word = word(text, position) << 8 * (8 - (to - position));
            count += Long.bitCount(allEqual(word, LINE_ENDS));
        }
        return count;
    }

    /**
     * Marks the bytes that are no digits; the lowest mark is right. A carry only reaches bytes
     * above a mark.
     */
    private static long notDigits(long word) {
        long values = word ^ ZEROS;
        return ((values + ONES * 0x76) | values) & HIGHS;
    }

    /** Adds up pairs, then fours, then the eight; bytes of value 0 in front count as zeros. */
    private static long eightDigits(long word) {
        long pairs = (word & 0x0F0F0F0F0F0F0F0FL) * 2561 >>> 8;
        long fours = (pairs & 0x00FF00FF00FF00FFL) * 6553601 >>> 16;
        return (fours & 0x0000FFFF0000FFFFL) * 42949672960001L >>> 32;
    }
}
