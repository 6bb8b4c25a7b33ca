package sluice.gremlin;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.jspecify.annotations.Nullable;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;
import sluice.schema.ValueWriter;

/** Makes objects of Gremlin into values of a schema, and into the facets of a link. */
final class WrittenValues {
    private WrittenValues() {}

    /** {@code value} as text for a predicate of {@code type}; throws if it is of another type. */
    static String text(@Nullable Object value, ValueType type) {
        String text =
                switch (type) {
                    case INT -> isWhole(value) ? String.valueOf(value) : null;
                    case FLOAT -> value instanceof Double number ? number.toString() : null;
                    case BOOL -> value instanceof Boolean isTrue ? isTrue.toString() : null;
                    case DATETIME ->
                            value instanceof OffsetDateTime time
                                    ? time.format(DateTimeFormatter.ISO_OFFSET_DATE_TIME)
                                    : null;
                    case BIGFLOAT -> decimal(value);
                    case VECTOR -> value instanceof List<?> numbers ? numbers.toString() : null;
                    default -> value instanceof String string ? string : null;
                };
        if (text == null) {
            throw Property.Exceptions.dataTypeOfPropertyValueNotSupported(value);
        }
        return text;
    }

    private static boolean isWhole(@Nullable Object value) {
        return value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte;
    }

    private static @Nullable String decimal(@Nullable Object value) {
        return value instanceof BigDecimal number
                ? number.toPlainString()
                : value instanceof BigInteger || isWhole(value) ? String.valueOf(value) : null;
    }

    /** A whole number; throws if {@code value} is something else. */
    static long whole(@Nullable Object value) {
        if (value instanceof Number number && isWhole(value)) {
            return number.longValue();
        }
        throw Property.Exceptions.dataTypeOfPropertyValueNotSupported(value);
    }

    /** Text or bytes as data; throws if {@code value} is something else. */
    static byte[] data(@Nullable Object value) {
        return switch (value) {
            case String text -> text.getBytes(StandardCharsets.UTF_8);
            case ByteBuffer buffer -> {
                byte[] bytes = new byte[buffer.remaining()];
                buffer.duplicate().get(bytes);
                yield bytes;
            }
            case byte[] bytes -> bytes.clone();
            case null, default ->
                    throw Property.Exceptions.dataTypeOfPropertyValueNotSupported(value);
        };
    }

    /** The data of a link with these facets. */
    static byte[] facets(Map<String, Object> facets) {
        ValueWriter writer = new ValueWriter();
        writer.begin();
        facets.forEach(
                (key, value) -> {
                    byte[] name = key.getBytes(StandardCharsets.UTF_8);
                    writer.facet(name, 0, name.length, facet(value));
                });
        return Arrays.copyOf(writer.bytes(), writer.finish());
    }

    /** A value as a facet; throws if a facet cannot be of its type. */
    static TypedValue facet(@Nullable Object value) {
        TypedValue facet = new TypedValue();
        return switch (value) {
            case Boolean isTrue -> facet.setBool(isTrue);
            case String text -> facet.setText(ValueType.STRING, text);
            case Double number when !number.isNaN() -> facet.setFloat(number);
            case OffsetDateTime time ->
                    facet.setDatetime(
                            time.toEpochSecond(),
                            time.getNano(),
                            time.getOffset().getTotalSeconds() / 60);
            case null, default -> facet.setInt(whole(value));
        };
    }
}
