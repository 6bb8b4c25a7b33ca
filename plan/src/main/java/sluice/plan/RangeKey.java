package sluice.plan;

import java.util.Arrays;

/** A key in a table's order: bytes that are compared unsigned. Immutable. */
public final class RangeKey implements Comparable<RangeKey> {
    /** The key before all others. */
    public static final RangeKey FIRST = new RangeKey(new byte[0]);

    private static final int SHOWN_MAX = 24;

    private final byte[] bytes;

    private RangeKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The key of these bytes, which are copied. */
    public static RangeKey of(byte[] bytes) {
        return bytes.length == 0 ? FIRST : new RangeKey(bytes.clone());
    }

    /** The key of 8 bytes whose order is that of {@code position} as an unsigned number. */
    public static RangeKey of(long position) {
        byte[] bytes = new byte[Long.BYTES];
        for (int index = 0; index < bytes.length; index++) {
            bytes[index] = (byte) (position >>> (56 - 8 * index));
        }
        return new RangeKey(bytes);
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public int compareTo(RangeKey other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RangeKey key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Hexadecimal digits, of a long key the first ones. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int index = 0; index < Math.min(bytes.length, SHOWN_MAX); index++) {
            text.append(Character.forDigit(bytes[index] >> 4 & 15, 16));
            text.append(Character.forDigit(bytes[index] & 15, 16));
        }
        return bytes.length > SHOWN_MAX ? text + "…" : text.toString();
    }
}
