package sluice.schema;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one row says: written by a writer, read by a reader, compared.
 *
 * @param tag the language, or the datatype of a literal of type other
 * @param facets by key; in the order of keys as text
 */
record ValueCase(ValueType type, Object value, @Nullable String tag, Map<String, Object> facets) {

    /** A time: seconds, nanoseconds, zone. */
    record Time(long seconds, int nanos, int zoneMinutes) {}

    /** From a line of the golden file, without the bytes. */
    static ValueCase parse(String type, String value, String tag, String facets) {
        Map<String, Object> parsed = new TreeMap<>();
        for (String facet : facets.isEmpty() ? new String[0] : facets.split(";")) {
            String[] parts = facet.split("[=:]", 3);
            parsed.put(parts[0], value(type(parts[1]), parts[2]));
        }
        return new ValueCase(
                type(type), value(type(type), value), tag.isEmpty() ? null : tag, parsed);
    }

    private static ValueType type(String name) {
        return ValueType.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static Object value(ValueType type, String text) {
        return switch (type) {
            case INT -> Long.parseLong(text);
            case FLOAT -> Double.parseDouble(text);
            case BOOL -> Boolean.parseBoolean(text);
            case DATETIME -> {
                String[] parts = text.split(",");
                yield new Time(
                        Long.parseLong(parts[0]),
                        Integer.parseInt(parts[1]),
                        Integer.parseInt(parts[2]));
            }
            default -> text;
        };
    }

    /** Any row; keys and texts are of ASCII here. */
    static ValueCase random(SplittableRandom random) {
        ValueType[] types = ValueType.values();
        ValueType type = types[random.nextInt(types.length)];
        String tag = null;
        if (type == ValueType.OTHER || (type.isText() && random.nextBoolean())) {
            tag = text(random, 1, type == ValueType.OTHER && random.nextInt(9) == 0 ? 300 : 9);
        }
        Map<String, Object> facets = new TreeMap<>();
        int count = random.nextInt(3) == 0 ? random.nextInt(12) : 0;
        ValueType[] ofFacets =
                Arrays.stream(types).filter(ValueType::isOfFacets).toArray(ValueType[]::new);
        for (int i = 0; i < count; i++) {
            facets.put(text(random, 1, 4), value(random, ofFacets[random.nextInt(5)]));
        }
        return new ValueCase(type, value(random, type), tag, facets);
    }

    private static Object value(SplittableRandom random, ValueType type) {
        long number = random.nextLong() >> random.nextInt(64);
        return switch (type) {
            case INT -> number;
            case FLOAT -> (double) number / (1 + random.nextInt(5));
            case BOOL -> random.nextBoolean();
            case DATETIME ->
                    new Time(
                            number,
                            random.nextBoolean() ? 0 : random.nextInt(ValueBytes.NANOS_MAX + 1),
                            random.nextBoolean() ? 0 : random.nextInt(-1439, 1440));
            case UID -> "";
            case VECTOR -> "f32!".repeat(random.nextInt(5));
            default -> text(random, 0, random.nextInt(20) == 0 ? 40_000 : 40);
        };
    }

    private static String text(SplittableRandom random, int lengthMin, int lengthMax) {
        int length = random.nextInt(lengthMin, lengthMax + 1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) random.nextInt(1, 127));
        }
        return text.toString();
    }

    /** Gives all of it to {@code writer}, facets in any order. */
    void giveTo(ValueWriter writer, SplittableRandom random) {
        writer.begin();
        if (type != ValueType.UID) {
            writer.value(typed(type, value));
        }
        if (tag != null) {
            byte[] bytes = ("x" + tag).getBytes(StandardCharsets.ISO_8859_1);
            if (type == ValueType.OTHER) {
                writer.datatype(bytes, 1, bytes.length - 1);
            } else {
                writer.language(bytes, 1, bytes.length - 1);
            }
        }
        String[] keys = facets.keySet().toArray(new String[0]);
        for (int i = keys.length; i > 0; i--) {
            int chosen = random.nextInt(i);
            String key = keys[chosen];
            keys[chosen] = keys[i - 1];
            Object facet = facets.get(key);
            byte[] bytes = ("xy" + key).getBytes(StandardCharsets.ISO_8859_1);
            if (!writer.facet(bytes, 2, bytes.length - 2, typed(typeOf(facet), facet))) {
                throw new AssertionError("twice: " + key);
            }
        }
    }

    private static ValueType typeOf(Object value) {
        return switch (value) {
            case Long _ -> ValueType.INT;
            case Double _ -> ValueType.FLOAT;
            case Boolean _ -> ValueType.BOOL;
            case Time _ -> ValueType.DATETIME;
            default -> ValueType.STRING;
        };
    }

    static TypedValue typed(ValueType type, Object value) {
        TypedValue typed = new TypedValue();
        return switch (value) {
            case Long number -> typed.setInt(number);
            case Double number -> typed.setFloat(number);
            case Boolean isTrue -> typed.setBool(isTrue);
            case Time time -> typed.setDatetime(time.seconds, time.nanos, time.zoneMinutes);
            default -> {
                byte[] bytes = ("z" + value).getBytes(StandardCharsets.ISO_8859_1);
                yield typed.setBytes(type, bytes, 1, bytes.length - 1);
            }
        };
    }

    /** What {@code reader} has read of {@code row}. */
    static ValueCase of(ValueReader reader, byte[] row) {
        TypedValue value = new TypedValue();
        Object read = "";
        if (reader.type() != ValueType.UID) {
            reader.copyValue(value, new byte[4]);
            read = object(value);
        }
        String tag =
                reader.languageLength() > 0
                        ? text(row, reader.languageOffset(), reader.languageLength())
                        : text(row, reader.datatypeOffset(), reader.datatypeLength());
        Map<String, Object> facets = new TreeMap<>();
        int count = reader.facetCount();
        for (int i = 0; i < count; i++) {
            reader.nextFacet();
            reader.copyFacet(value, new byte[4]);
            facets.put(text(row, reader.facetKeyOffset(), reader.facetKeyLength()), object(value));
        }
        return new ValueCase(reader.type(), read, tag.isEmpty() ? null : tag, facets);
    }

    private static String text(byte[] row, long offset, int length) {
        return length == 0
                ? ""
                : new String(row, (int) offset, length, StandardCharsets.ISO_8859_1);
    }

    private static Object object(TypedValue value) {
        return switch (value.type()) {
            case INT -> value.integer();
            case FLOAT -> value.real();
            case BOOL -> value.integer() != 0;
            case DATETIME -> new Time(value.integer(), value.nanos(), value.zoneMinutes());
            default ->
                    new String(
                            value.bytes(),
                            value.offset(),
                            value.length(),
                            StandardCharsets.ISO_8859_1);
        };
    }

    static String hex(byte[] bytes, int length) {
        return HexFormat.of().formatHex(bytes, 0, length);
    }
}
