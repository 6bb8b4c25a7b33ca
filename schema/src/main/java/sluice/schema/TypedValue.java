package sluice.schema;

import java.nio.charset.StandardCharsets;

/**
 * One value and its type, while it is read, converted, written or cut into tokens. It is filled
 * again and again, so that no object is made for a value; belongs to one thread.
 *
 * <p>Numbers, times and booleans are in fields; all other types are bytes: text as UTF-8, geo as
 * WKB, a vector as its f32 numbers, a bigfloat as decimal text. The bytes belong to the caller that
 * set them and must not change while the value is used.
 */
public final class TypedValue {
    private static final byte[] NO_BYTES = new byte[0];

    ValueType type = ValueType.DEFAULT;

    /** The number of an int, 0 or 1 of a bool, the seconds since 1970 of a datetime. */
    long integer;

    /** The nanoseconds of a datetime behind its seconds, 0 to 999,999,999. */
    int nanos;

    /** The zone in which a datetime was written, in minutes east of UTC. */
    int zoneMinutes;

    double real;
    byte[] bytes = NO_BYTES;
    int offset;
    int length;

    public ValueType type() {
        return type;
    }

    /** The number of an int, 0 or 1 of a bool, the seconds since 1970 of a datetime. */
    public long integer() {
        return integer;
    }

    public double real() {
        return real;
    }

    /** The nanoseconds of a datetime behind its seconds. */
    public int nanos() {
        return nanos;
    }

    /** The zone in which a datetime was written, in minutes east of UTC. */
    public int zoneMinutes() {
        return zoneMinutes;
    }

    /** The array in which the bytes are; for types that are bytes. */
    public byte[] bytes() {
        return bytes;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    public TypedValue setInt(long number) {
        type = ValueType.INT;
        integer = number;
        return this;
    }

    public TypedValue setFloat(double number) {
        type = ValueType.FLOAT;
        real = number;
        return this;
    }

    public TypedValue setBool(boolean isTrue) {
        type = ValueType.BOOL;
        integer = isTrue ? 1 : 0;
        return this;
    }

    public TypedValue setDatetime(long seconds, int nanos, int zoneMinutes) {
        type = ValueType.DATETIME;
        integer = seconds;
        this.nanos = nanos;
        this.zoneMinutes = zoneMinutes;
        return this;
    }

    /** Sets a value of a type that is bytes. */
    public TypedValue setBytes(ValueType type, byte[] bytes, int offset, int length) {
        this.type = type;
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
        return this;
    }

    /** Sets a text; for tests and single questions. */
    public TypedValue setText(ValueType type, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return setBytes(type, utf8, 0, utf8.length);
    }

    /** The bytes as text. */
    public String text() {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }
}
