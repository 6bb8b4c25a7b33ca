package sluice.schema;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What writer and reader of values share; docs/format-properties.md draws it. */
final class ValueBytes {
    static final int TYPE_MASK = 0x0F;
    static final int LANGUAGE = 0x10;
    static final int FACETS = 0x20;
    static final int UNUSED = 0xC0;

    static final int LANGUAGE_BYTES_MAX = 255;
    static final int VARINT_BYTES_MAX = 5;

    /** The number part of a value has at most these bytes: a datetime with nanoseconds and zone. */
    static final int NUMBER_BYTES_MAX = 14;

    static final int NANOS_MAX = 999_999_999;
    static final int ZONE_MINUTES_MAX = 23 * 60 + 59;

    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private ValueBytes() {}

    /** How many bytes an int takes: the fewest, 0 for the number 0. */
    static int widthOfInt(long number) {
        if (number == 0) {
            return 0;
        }
        int significant = 65 - Long.numberOfLeadingZeros(number < 0 ? ~number : number);
        return (significant + 7) >>> 3;
    }

    /** Puts the lowest {@code width} bytes of {@code number}; returns where they end. */
    static int putInt(byte[] to, int at, long number, int width) {
        for (int i = 0; i < width; i++) {
            to[at + i] = (byte) (number >>> (8 * i));
        }
        return at + width;
    }

    static int putVarint(byte[] to, int at, int number) {
        int end = at;
        int rest = number;
        while ((rest & ~0x7F) != 0) {
            to[end++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[end++] = (byte) rest;
        return end;
    }

    /** Puts a value of a type that is not bytes; returns where it ends. */
    static int putNumber(byte[] to, int at, TypedValue value) {
        return switch (value.type) {
            case INT -> putInt(to, at, value.integer, widthOfInt(value.integer));
            case FLOAT -> {
                LONGS.set(to, at, Double.doubleToRawLongBits(value.real));
                yield at + 8;
            }
            case BOOL -> putInt(to, at, value.integer, 1);
            case DATETIME -> putTime(to, at, value);
            default -> throw new IllegalArgumentException("not a number: " + value.type);
        };
    }

    private static int putTime(byte[] to, int at, TypedValue time) {
        LONGS.set(to, at, time.integer);
        if (time.nanos == 0 && time.zoneMinutes == 0) {
            return at + 8;
        }
        INTS.set(to, at + 8, time.nanos);
        if (time.zoneMinutes == 0) {
            return at + 12;
        }
        SHORTS.set(to, at + 12, (short) time.zoneMinutes);
        return at + 14;
    }

    /** Reads an int of {@code width} bytes. */
    static long getInt(MemorySegment from, long at, int width) {
        if (width == 0) {
            return 0;
        }
        long number = from.get(BYTE, at + width - 1);
        for (int i = width - 2; i >= 0; i--) {
            number = number << 8 | (from.get(BYTE, at + i) & 0xFF);
        }
        return number;
    }
}
