package sluice.gremlin;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.LinkList;
import sluice.model.SluiceException;
import sluice.schema.Conversion;
import sluice.schema.TypedValue;
import sluice.schema.ValueReader;
import sluice.schema.ValueType;

/** Makes the data of rows into the objects that Gremlin compares and shows. */
final class StoredValues {
    private static final byte[] NO_BYTES = {};

    private final boolean shortIntegers;

    /** {@code shortIntegers}: an int of 32 bits becomes an {@link Integer}. */
    StoredValues(boolean shortIntegers) {
        this.shortIntegers = shortIntegers;
    }

    /**
     * The value of one row of a property.
     *
     * @param language or empty
     * @param facets by their keys
     */
    record Stored(Object value, String language, Map<String, Object> facets) {}

    /** The value in row {@code index} of a list of properties. */
    Stored value(LinkList list, int index) {
        byte[] data = list.data(index);
        ValueReader reader = new ValueReader();
        if (!reader.read(MemorySegment.ofArray(data), 0, data.length)
                || reader.type() == ValueType.UID) {
            throw new SluiceException(
                    ErrorCode.CORRUPTION,
                    "a property of type %s of node %s is no value: found %s; run: sluice verify"
                            .formatted(
                                    Long.toUnsignedString(list.linkType()),
                                    Long.toUnsignedString(list.id1()),
                                    reader.fault().message()));
        }
        TypedValue value = new TypedValue();
        reader.copyValue(value, NO_BYTES);
        String language =
                reader.languageLength() == 0
                        ? ""
                        : new String(
                                data,
                                (int) reader.languageOffset(),
                                reader.languageLength(),
                                StandardCharsets.UTF_8);
        return new Stored(object(value), language, facets(reader, data));
    }

    /** The facets in the data of a link; null if the data are something else. */
    @Nullable Map<String, Object> facets(byte[] data) {
        if (data.length == 0) {
            return Map.of();
        }
        ValueReader reader = new ValueReader();
        boolean areFacets =
                reader.read(MemorySegment.ofArray(data), 0, data.length)
                        && reader.type() == ValueType.UID;
        return areFacets ? facets(reader, data) : null;
    }

    private Map<String, Object> facets(ValueReader reader, byte[] data) {
        if (reader.facetCount() == 0) {
            return Map.of();
        }
        Map<String, Object> facets = new LinkedHashMap<>();
        for (int i = 0; i < reader.facetCount(); i++) {
            reader.nextFacet();
            String key =
                    new String(
                            data,
                            (int) reader.facetKeyOffset(),
                            reader.facetKeyLength(),
                            StandardCharsets.UTF_8);
            TypedValue value = new TypedValue();
            reader.copyFacet(value, NO_BYTES);
            facets.put(key, object(value));
        }
        return facets;
    }

    private Object object(TypedValue value) {
        return switch (value.type()) {
            case INT -> integer(value.integer());
            case FLOAT -> value.real();
            case BOOL -> value.integer() != 0;
            case DATETIME ->
                    OffsetDateTime.ofInstant(
                            Instant.ofEpochSecond(value.integer(), value.nanos()),
                            ZoneOffset.ofTotalSeconds(value.zoneMinutes() * 60));
            case BIGFLOAT -> new BigDecimal(value.text());
            case VECTOR -> vector(value);
            case GEO -> {
                new Conversion().convert(value, ValueType.STRING);
                yield value.text();
            }
            case DEFAULT, STRING, BINARY, PASSWORD, OTHER, UID -> value.text();
        };
    }

    /** A number as this graph shows it. */
    Object integer(long number) {
        return shortIntegers && number == (int) number
                ? (Object) Integer.valueOf((int) number)
                : Long.valueOf(number);
    }

    private static List<Float> vector(TypedValue value) {
        ByteBuffer numbers =
                ByteBuffer.wrap(value.bytes(), value.offset(), value.length())
                        .order(java.nio.ByteOrder.LITTLE_ENDIAN);
        List<Float> vector = new ArrayList<>();
        while (numbers.hasRemaining()) {
            vector.add(numbers.getFloat());
        }
        return List.copyOf(vector);
    }

    /** Bytes as text; a buffer of them if they are not UTF-8. */
    static Object textOrBytes(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
        }
    }
}
