package sluice.schema;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * Turns values into the types that their predicates declare; the table of what becomes what is in
 * docs/format-properties.md.
 *
 * <p>A value that cannot be converted gives a {@link ConversionFault}, never an exception, and
 * stays as it was. Hot for texts, whole numbers, truth values and times: no object a value. Belongs
 * to one thread; bytes that it makes are valid until the next conversion.
 */
public final class Conversion {
    /** A bigfloat of more digits before its point is larger than any double. */
    private static final int DIGITS_OF_DOUBLE = 400;

    private static final int DIGITS_OF_LONG = 19;
    private static final double TWO_TO_63 = 0x1p63;
    private static final int NANOS_PER_SECOND = 1_000_000_000;

    private final NumberText numbers = new NumberText();
    private final NumberWriter numberWriter = new NumberWriter();
    private final TimeText times = new TimeText();
    private final GeoText geo = new GeoText();
    private final TextBuffer made = new TextBuffer();

    /** Makes {@code value} one of type {@code to}, or leaves it and says why not. */
    public ConversionFault convert(TypedValue value, ValueType to) {
        if (to == ValueType.UID || to == ValueType.OTHER || value.type == ValueType.UID) {
            return ConversionFault.NO_CONVERSION;
        }
        if (value.type == to) {
            return ConversionFault.NONE;
        }
        return switch (value.type) {
            case DEFAULT, STRING -> fromText(value, to);
            case INT -> fromInt(value, to);
            case FLOAT -> fromFloat(value, to);
            case BOOL -> fromBool(value, to);
            case DATETIME -> fromTime(value, to);
            case BIGFLOAT -> fromBigfloat(value, to);
            case GEO, VECTOR, PASSWORD -> fromOpaque(value, to);
            case BINARY, OTHER, UID -> ConversionFault.NO_CONVERSION;
        };
    }

    private ConversionFault fromText(TypedValue value, ValueType to) {
        byte[] bytes = value.bytes;
        int offset = value.offset;
        int length = value.length;
        ConversionFault fault =
                switch (to) {
                    case INT -> numbers.readInt(bytes, offset, length);
                    case FLOAT -> numbers.readFloat(bytes, offset, length);
                    case BOOL -> readBool(bytes, offset, length);
                    case DATETIME ->
                            times.read(bytes, offset, length)
                                    ? ConversionFault.NONE
                                    : ConversionFault.TIME;
                    case BIGFLOAT -> numbers.checkBigfloat(bytes, offset, length);
                    case GEO -> readGeo(bytes, offset, length);
                    case VECTOR -> readVector(bytes, offset, length);
                    case PASSWORD -> ConversionFault.PASSWORD;
                    case DEFAULT, STRING, BINARY -> ConversionFault.NONE;
                    case UID, OTHER -> ConversionFault.NO_CONVERSION;
                };
        if (fault != ConversionFault.NONE) {
            return fault;
        }
        switch (to) {
            case INT, BOOL -> value.integer = numbers.integer;
            case FLOAT -> value.real = numbers.real;
            case DATETIME -> value.setDatetime(times.seconds, times.nanos, times.zoneMinutes);
            case GEO, VECTOR -> setMade(value, to);
            default -> value.type = to;
        }
        value.type = to;
        return ConversionFault.NONE;
    }

    private ConversionFault fromInt(TypedValue value, ValueType to) {
        long number = value.integer;
        switch (to) {
            case FLOAT -> value.setFloat((double) number);
            case BOOL -> value.setBool(number != 0);
            case DATETIME -> value.setDatetime(number, 0, 0);
            case STRING, DEFAULT, BIGFLOAT -> {
                made.clear();
                made.putDecimal(number, 1);
                setMade(value, to);
            }
            case VECTOR -> makeVectorOfOne(value, (float) number);
            default -> {
                return ConversionFault.NO_CONVERSION;
            }
        }
        return ConversionFault.NONE;
    }

    private ConversionFault fromFloat(TypedValue value, ValueType to) {
        double number = value.real;
        switch (to) {
            case INT -> {
                if (!isInRange(number)) {
                    return ConversionFault.RANGE;
                }
                value.setInt((long) number);
            }
            case BOOL -> value.setBool(number != 0);
            case DATETIME -> {
                if (!isInRange(number)) {
                    return ConversionFault.RANGE;
                }
                double whole = Math.floor(number);
                value.setDatetime((long) whole, (int) ((number - whole) * NANOS_PER_SECOND), 0);
            }
            case STRING, DEFAULT, BIGFLOAT -> {
                if (to == ValueType.BIGFLOAT && Double.isInfinite(number)) {
                    return ConversionFault.RANGE;
                }
                made.clear();
                numberWriter.putGeneral(number, made);
                setMade(value, to);
            }
            case VECTOR -> {
                if (Float.isInfinite((float) number) && Double.isFinite(number)) {
                    return ConversionFault.RANGE;
                }
                makeVectorOfOne(value, (float) number);
            }
            default -> {
                return ConversionFault.NO_CONVERSION;
            }
        }
        return ConversionFault.NONE;
    }

    /** Whether the number without its fraction is one of 64 bits. */
    private static boolean isInRange(double number) {
        return number >= -TWO_TO_63 && number < TWO_TO_63;
    }

    private ConversionFault fromBool(TypedValue value, ValueType to) {
        long number = value.integer;
        switch (to) {
            case INT -> value.setInt(number);
            case FLOAT -> value.setFloat((double) number);
            case STRING, DEFAULT, BIGFLOAT -> {
                made.clear();
                made.put(
                        to == ValueType.BIGFLOAT
                                ? number == 0 ? "0" : "1"
                                : number == 0 ? "false" : "true");
                setMade(value, to);
            }
            case VECTOR -> makeVectorOfOne(value, (float) number);
            default -> {
                return ConversionFault.NO_CONVERSION;
            }
        }
        return ConversionFault.NONE;
    }

    private ConversionFault fromTime(TypedValue value, ValueType to) {
        switch (to) {
            case INT -> value.setInt(value.integer);
            case FLOAT ->
                    value.setFloat(
                            (double) value.integer + (double) value.nanos / NANOS_PER_SECOND);
            case STRING, DEFAULT -> {
                made.clear();
                times.write(value.integer, value.nanos, value.zoneMinutes, made);
                setMade(value, to);
            }
            case BIGFLOAT -> {
                BigDecimal seconds =
                        BigDecimal.valueOf(value.integer).add(BigDecimal.valueOf(value.nanos, 9));
                made.clear();
                made.put(
                        seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString());
                setMade(value, to);
            }
            default -> {
                return ConversionFault.NO_CONVERSION;
            }
        }
        return ConversionFault.NONE;
    }

    private ConversionFault fromBigfloat(TypedValue value, ValueType to) {
        if (to == ValueType.STRING || to == ValueType.DEFAULT) {
            value.type = to;
            return ConversionFault.NONE;
        }
        ConversionFault fault = numbers.checkBigfloat(value.bytes, value.offset, value.length);
        if (fault != ConversionFault.NONE) {
            return fault;
        }
        BigDecimal number =
                new BigDecimal(
                        new String(
                                value.bytes,
                                value.offset,
                                value.length,
                                StandardCharsets.US_ASCII));
        long digits = (long) number.precision() - number.scale();
        switch (to) {
            case INT, DATETIME -> {
                if (number.signum() != 0 && digits > DIGITS_OF_LONG) {
                    return ConversionFault.RANGE;
                }
                BigDecimal whole =
                        digits < 0 ? BigDecimal.ZERO : number.setScale(0, RoundingMode.DOWN);
                if (whole.unscaledValue().bitLength() > 63) {
                    return ConversionFault.RANGE;
                }
                if (to == ValueType.INT) {
                    value.setInt(whole.longValueExact());
                } else {
                    value.setDatetime(whole.longValueExact(), 0, 0);
                }
            }
            case FLOAT -> {
                double nearest =
                        number.signum() == 0 || digits < -DIGITS_OF_DOUBLE
                                ? 0
                                : digits > DIGITS_OF_DOUBLE
                                        ? Double.POSITIVE_INFINITY
                                        : number.doubleValue();
                if (Double.isInfinite(nearest)) {
                    return ConversionFault.RANGE;
                }
                value.setFloat(nearest);
            }
            case BOOL -> value.setBool(number.signum() != 0);
            default -> {
                return ConversionFault.NO_CONVERSION;
            }
        }
        return ConversionFault.NONE;
    }

    private ConversionFault fromOpaque(TypedValue value, ValueType to) {
        if (to != ValueType.STRING && to != ValueType.DEFAULT) {
            return ConversionFault.NO_CONVERSION;
        }
        if (value.type == ValueType.PASSWORD) {
            value.type = to;
            return ConversionFault.NONE;
        }
        made.clear();
        if (value.type == ValueType.VECTOR) {
            writeVector(value);
        } else if (!geo.write(value.bytes, value.offset, value.length, made)) {
            return ConversionFault.GEO;
        }
        setMade(value, to);
        return ConversionFault.NONE;
    }

    /** Sets {@link NumberText#integer} to 0 or 1. */
    private ConversionFault readBool(byte[] bytes, int offset, int length) {
        int isTrue =
                switch (length) {
                    case 1 ->
                            switch (bytes[offset]) {
                                case '1', 't', 'T' -> 1;
                                case '0', 'f', 'F' -> 0;
                                default -> -1;
                            };
                    case 4 -> isWord(bytes, offset, "true") ? 1 : -1;
                    case 5 -> isWord(bytes, offset, "false") ? 0 : -1;
                    default -> -1;
                };
        numbers.integer = isTrue;
        return isTrue < 0 ? ConversionFault.BOOL : ConversionFault.NONE;
    }

    /** Whether it is {@code lower}, or so with a capital, or all in capitals. */
    private static boolean isWord(byte[] bytes, int offset, String lower) {
        int capitals = 0;
        for (int i = 0; i < lower.length(); i++) {
            if ((bytes[offset + i] | 0x20) != lower.charAt(i)) {
                return false;
            }
            capitals += (bytes[offset + i] & 0x20) == 0 ? 1 : 0;
        }
        return capitals == 0
                || capitals == lower.length()
                || (capitals == 1 && (bytes[offset] & 0x20) == 0);
    }

    private ConversionFault readGeo(byte[] bytes, int offset, int length) {
        made.clear();
        return geo.read(bytes, offset, length, made) ? ConversionFault.NONE : ConversionFault.GEO;
    }

    /** Numbers in brackets, parted by commas or blanks. */
    private ConversionFault readVector(byte[] bytes, int offset, int length) {
        made.clear();
        int end = offset + length - 1;
        if (length < 2 || bytes[offset] != '[' || bytes[end] != ']') {
            return ConversionFault.VECTOR;
        }
        int at = blanks(bytes, offset + 1, end);
        while (at < end) {
            int from = at;
            while (at < end && bytes[at] != ',' && !isBlank(bytes[at])) {
                at++;
            }
            ConversionFault fault = numbers.readFloat32(bytes, from, at - from);
            if (fault != ConversionFault.NONE) {
                return fault == ConversionFault.FLOAT ? ConversionFault.VECTOR : fault;
            }
            made.putInt(Float.floatToRawIntBits((float) numbers.real));
            at = blanks(bytes, at, end);
            if (at < end && bytes[at] == ',') {
                at = blanks(bytes, at + 1, end);
                if (at == end) {
                    return ConversionFault.VECTOR;
                }
            }
        }
        return ConversionFault.NONE;
    }

    private static int blanks(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    private static boolean isBlank(byte c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private void writeVector(TypedValue value) {
        made.put('[');
        for (int at = 0; at + Float.BYTES <= value.length; at += Float.BYTES) {
            if (at > 0) {
                made.put(',');
            }
            int bits = (int) ValueBytes.INTS.get(value.bytes, value.offset + at);
            numberWriter.putGeneral(Float.intBitsToFloat(bits), made);
        }
        made.put(']');
    }

    private void makeVectorOfOne(TypedValue value, float number) {
        made.clear();
        made.putInt(Float.floatToRawIntBits(number));
        setMade(value, ValueType.VECTOR);
    }

    private void setMade(TypedValue value, ValueType to) {
        value.setBytes(to, made.bytes, 0, made.length);
    }
}
