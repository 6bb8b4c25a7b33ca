package sluice.segment;

/** Unsigned numbers in as few bytes as they need, 7 bits a byte, the lowest first (LEB128). */
final class Varint {
    private Varint() {}

    /** Puts {@code number}; returns where it ends. */
    static int put(byte[] to, int at, long number) {
        int end = at;
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            to[end++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[end++] = (byte) rest;
        return end;
    }

    static int length(long number) {
        return (Math.max(1, 64 - Long.numberOfLeadingZeros(number)) + 6) / 7;
    }
}
