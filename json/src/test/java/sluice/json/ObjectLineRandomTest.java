package sluice.json;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.json.ObjectLine.Column;
import sluice.json.ObjectLine.Shape;

/** Random lines, right and damaged, are objects to {@link Members} and to Jackson alike. */
class ObjectLineRandomTest {
    private static final int LINES = 60_000;

    private static final List<Column> COLUMNS =
            List.of(
                    new Column("a", Shape.VALUE),
                    new Column("b.a", Shape.VALUE),
                    new Column("b", Shape.VALUE),
                    new Column("t", Shape.ARRAY),
                    new Column("w", Shape.WRITTEN),
                    new Column("o", Shape.LEFT_OUT));

    private static final JsonMapper STRICT =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNumberLength(1 << 20)
                                                    .build())
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private static final String[] PARTS = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"a\"",
        "\"b\"",
        "\"t\"",
        "\"w\"",
        "\"o\"",
        "1",
        "-0.5e3",
        "true",
        "false",
        "null",
        "\"x,y\"",
        "\"\\u00e9\"",
        "\"\\ud83d\\ude00\"",
        "\"\"",
        " ",
        "\t"
    };

    @Test
    void aLineIsAnObjectIfJacksonSaysSo() {
        SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));
        int objects = 0;
        for (int index = 0; index < LINES; index++) {
            StringBuilder text = new StringBuilder();
            object(random, text, 0);
            byte[] line = text.toString().getBytes(StandardCharsets.UTF_8);
            if (random.nextInt(3) == 0) {
                line = damaged(random, line);
            }
            objects += compare(line) ? 1 : 0;
        }
        assertTrue(objects > LINES / 2 && objects < LINES, "objects: " + objects);
    }

    /** Compares the line with what Jackson reads; returns whether it is an object. */
    static boolean compare(byte[] line) {
        JsonNode expected = jackson(line);
        Members members = new Members();
        boolean isObject = members.read(line, 0, line.length);
        String shown = new String(line, StandardCharsets.ISO_8859_1);
        boolean isBounded = !isObject && members.cause().startsWith("the object is nested");
        assertTrue(isBounded || isObject == (expected != null), () -> shown + members.cause());
        ObjectLine object = new ObjectLine(COLUMNS, (byte) ';', null);
        if (object.turn(line, 0, line.length)) {
            JsonNode node = Objects.requireNonNull(expected);
            String turned = new String(object.bytes(), 0, object.length(), StandardCharsets.UTF_8);
            String field = field(node.path("a"), turned);
            assertTrue(turned.startsWith(field + ","), () -> shown + " became " + turned);
        } else {
            assertTrue(object.place() >= 0 && object.place() <= line.length, shown);
            assertTrue(!object.cause().isEmpty(), shown);
        }
        return isObject;
    }

    /** The field of the first column; digits stay as they are, other than in Jackson's numbers. */
    private static String field(JsonNode value, String turned) {
        if (value.isNumber()) {
            return turned.substring(0, turned.indexOf(','));
        }
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        String text = value.asText();
        return value.isTextual()
                        && (text.isEmpty() || text.matches("(?s).*[,\"\n\r].*|[\\x00- ].*|.* "))
                ? "\"" + text.replace("\"", "\"\"") + "\""
                : text;
    }

    private static @Nullable JsonNode jackson(byte[] line) {
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
            if (hasHalfPair(text)) {
                return null;
            }
            JsonNode node = STRICT.readTree(text);
            return node.isObject() ? node : null;
        } catch (CharacterCodingException | JsonProcessingException notJson) {
            return null;
        }
    }

    /** Jackson takes halves of pairs of surrogates in escapes. */
    private static boolean hasHalfPair(String text) {
        String pairs =
                text.replace("\\\\", "")
                        .replaceAll("(?i)\\\\ud[89ab][0-9a-f]{2}\\\\ud[c-f][0-9a-f]{2}", "");
        return pairs.matches("(?is).*\\\\ud[89a-f][0-9a-f]{2}.*");
    }

    private static byte[] damaged(SplittableRandom random, byte[] line) {
        int at = random.nextInt(line.length);
        return switch (random.nextInt(4)) {
            case 0 -> Arrays.copyOf(line, at);
            case 1 -> {
                byte[] changed = line.clone();
                changed[at] = (byte) random.nextInt(256);
                yield changed;
            }
            default -> {
                String part = PARTS[random.nextInt(PARTS.length)];
                String text = new String(line, StandardCharsets.UTF_8);
                int place = random.nextInt(text.length());
                yield (text.substring(0, place) + part + text.substring(place))
                        .getBytes(StandardCharsets.UTF_8);
            }
        };
    }

    private static void object(SplittableRandom random, StringBuilder text, int depth) {
        text.append('{');
        int count = random.nextInt(4);
        for (int index = 0; index < count; index++) {
            text.append(index == 0 ? "" : ",").append(random.nextInt(9) == 0 ? " " : "");
            text.append(
                    new String[] {"\"a\"", "\"b\"", "\"t\"", "\"w\"", "\"o\""}[random.nextInt(5)]);
            text.append(random.nextInt(9) == 0 ? " : " : ":");
            value(random, text, depth);
        }
        text.append('}');
    }

    private static void value(SplittableRandom random, StringBuilder text, int depth) {
        switch (random.nextInt(depth > 2 ? 6 : 8)) {
            case 0 -> text.append(random.nextInt());
            case 1 -> text.append(random.nextDouble());
            case 2 ->
                    text.append("\"x")
                            .append((char) (' ' + 2 * random.nextInt(7) + 3))
                            .append("\"");
            case 3 -> text.append(PARTS[13 + random.nextInt(3)]);
            case 4 -> text.append(PARTS[16 + random.nextInt(4)]);
            case 5 -> text.append("\"é\\n\\\\\"");
            case 6 -> object(random, text, depth + 1);
            default -> {
                text.append('[');
                int count = random.nextInt(3);
                for (int index = 0; index < count; index++) {
                    text.append(index == 0 ? "" : ",");
                    value(random, text, depth + 1);
                }
                text.append(']');
            }
        }
    }
}
