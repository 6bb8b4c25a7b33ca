package sluice.export.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sluice.schema.Conversion;
import sluice.schema.ConversionFault;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/**
 * Values as texts that a load converts back to the same bytes. Belongs to one thread; an answer
 * lasts until the next question.
 */
final class LiteralText {
    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
    private static final byte[] INFINITE = "INF-INF".getBytes(StandardCharsets.US_ASCII);
    private static final int INFINITE_LENGTH = 3;

    private final boolean w3c;
    private final Conversion toText = new Conversion();
    private final Conversion fromText = new Conversion();
    private final TypedValue text = new TypedValue();
    private final TypedValue read = new TypedValue();
    private @Nullable String datatype;

    LiteralText(boolean w3c) {
        this.w3c = w3c;
    }

    /**
     * The text of {@code value}, whose bytes then may be in a buffer of this; null if no text is
     * read back to it.
     */
    @Nullable TypedValue of(TypedValue value) {
        ValueType type = value.type();
        datatype = datatype(type);
        copy(value);
        switch (type) {
            case STRING, DEFAULT, OTHER -> {
                return text;
            }
            case BINARY, PASSWORD -> {
                return w3c && type == ValueType.PASSWORD ? null : text;
            }
            case BIGFLOAT -> {
                if (w3c && hasExponent()) {
                    datatype = null;
                }
                return text;
            }
            case FLOAT -> {
                if (w3c && Double.isInfinite(value.real())) {
                    int from = value.real() > 0 ? 0 : INFINITE_LENGTH;
                    int end = value.real() > 0 ? INFINITE_LENGTH : INFINITE.length;
                    text.setBytes(ValueType.STRING, INFINITE, from, end - from);
                } else if (toText.convert(text, ValueType.STRING) != ConversionFault.NONE) {
                    return null;
                }
            }
            default -> {
                if (toText.convert(text, ValueType.STRING) != ConversionFault.NONE) {
                    return null;
                }
            }
        }
        if (comesBack(value, type)) {
            return text;
        }
        return type == ValueType.DATETIME ? asSeconds(value) : null;
    }

    /** A time in a year that has not four digits, as seconds since 1970. */
    private @Nullable TypedValue asSeconds(TypedValue value) {
        datatype = datatype(ValueType.INT);
        text.setInt(value.integer());
        toText.convert(text, ValueType.STRING);
        return comesBack(value, ValueType.INT) ? text : null;
    }

    /** The datatype of the last text, or null where it has none. */
    @Nullable String datatype() {
        return datatype;
    }

    private boolean hasExponent() {
        for (int at = text.offset(); at < text.offset() + text.length(); at++) {
            if ((text.bytes()[at] | 0x20) == 'e') {
                return true;
            }
        }
        return false;
    }

    private void copy(TypedValue value) {
        switch (value.type()) {
            case INT -> text.setInt(value.integer());
            case FLOAT -> text.setFloat(value.real());
            case BOOL -> text.setBool(value.integer() != 0);
            case DATETIME -> text.setDatetime(value.integer(), value.nanos(), value.zoneMinutes());
            default -> text.setBytes(value.type(), value.bytes(), value.offset(), value.length());
        }
    }

    /** Whether the text, read as a value of {@code written}, becomes {@code value}. */
    private boolean comesBack(TypedValue value, ValueType written) {
        read.setBytes(ValueType.DEFAULT, text.bytes(), text.offset(), text.length());
        return fromText.convert(read, written) == ConversionFault.NONE
                && fromText.convert(read, value.type()) == ConversionFault.NONE
                && isSame(read, value);
    }

    /** Whether two values of one type have the same bytes in a store. */
    static boolean isSame(TypedValue one, TypedValue other) {
        if (one.type() != other.type()) {
            return false;
        }
        return switch (one.type()) {
            case INT, BOOL -> one.integer() == other.integer();
            case FLOAT ->
                    Double.doubleToRawLongBits(one.real())
                            == Double.doubleToRawLongBits(other.real());
            case DATETIME ->
                    one.integer() == other.integer()
                            && one.nanos() == other.nanos()
                            && one.zoneMinutes() == other.zoneMinutes();
            default ->
                    Arrays.equals(
                            one.bytes(),
                            one.offset(),
                            one.offset() + one.length(),
                            other.bytes(),
                            other.offset(),
                            other.offset() + other.length());
        };
    }

    /** The datatype that values of a type are written with; null for none. */
    private @Nullable String datatype(ValueType type) {
        if (w3c) {
            return switch (type) {
                case INT -> XSD + "integer";
                case FLOAT -> XSD + "double";
                case BOOL -> XSD + "boolean";
                case DATETIME -> XSD + "dateTime";
                case BIGFLOAT -> XSD + "decimal";
                default -> null;
            };
        }
        return switch (type) {
            case INT -> "xs:int";
            case FLOAT -> "xs:float";
            case BOOL -> "xs:boolean";
            case DATETIME -> "xs:dateTime";
            case BIGFLOAT -> "xs:decimal";
            case BINARY -> "xs:base64Binary";
            case PASSWORD -> "xs:password";
            case VECTOR -> "xs:[]float32";
            case GEO -> "geo:geojson";
            default -> null;
        };
    }
}
