package sluice.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.json.ObjectLine.Column;
import sluice.json.ObjectLine.Shape;

/** Objects become lines, or are refused with the place of the fault. */
class ObjectLineTest {
    private static final List<Column> COLUMNS =
            List.of(
                    new Column("a", Shape.VALUE),
                    new Column("b.c", Shape.VALUE),
                    new Column("tags", Shape.ARRAY),
                    new Column("raw", Shape.WRITTEN),
                    new Column("out", Shape.LEFT_OUT));

    private static String turn(String text) {
        return turn(new ObjectLine(COLUMNS, (byte) ';', "NA"), text);
    }

    private static String turn(ObjectLine line, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return line.turn(bytes, 0, bytes.length)
                ? new String(line.bytes(), 0, line.length(), StandardCharsets.UTF_8)
                : line.place() + " " + line.cause();
    }

    @Test
    void valuesAreFieldsInTheOrderOfTheColumns() {
        assertEquals(
                "1,2,3,4,\n", turn("{\"raw\":4,\"tags\":3,\"b\":{\"c\":2},\"a\":1,\"out\":5}"));
        assertEquals("1,2,,,\n", turn("{\"a\":1,\"b.c\":2}"));
        assertEquals(",,,,\n", turn("{}"));
        assertEquals(",,,,\n", turn(" { \"a\" : null , \"b\" : { } , \"x\" : null }\r"));
        assertEquals(
                "-1.50e+3,true,,false,\n",
                turn("{\"a\":-1.50e+3,\"b\":{\"c\":true},\"raw\":false}"));
    }

    @Test
    void textsAreInQuotesWhereTheyNeedThem() {
        assertEquals("\"\",x,,,\n", turn("{\"a\":\"\",\"b\":{\"c\":\"x\"}}"));
        assertEquals("\"a\"\"b\",\"c,d\",,,\n", turn("{\"a\":\"a\\\"b\",\"b\":{\"c\":\"c,d\"}}"));
        assertEquals("\" x\",\"y \",,,\n", turn("{\"a\":\" x\",\"b.c\":\"y \"}"));
        assertEquals("\"\n\",\"\r\",,,\n", turn("{\"a\":\"\\n\",\"b.c\":\"\\r\"}"));
        assertEquals(
                "é😀,\u0000,,,\n",
                turn("{\"a\":\"\\u00e9\\ud83d\\ude00\",\"b.c\":\"\\u0000\"}")
                        .replace("\"\u0000\"", "\u0000"));
        assertEquals("x,,,,\n", turn("{\"\\u0061\":\"x\"}"));
    }

    @Test
    void aTextThatIsNoValueIsAnEmptyField() {
        assertEquals(",,,,\n", turn("{\"a\":\"NA\",\"tags\":\"\\u004eA\",\"raw\":\"NA\"}"));
        assertEquals("NAN,,,,\n", turn("{\"a\":\"NAN\"}"));
        ObjectLine one = new ObjectLine(List.of(COLUMNS.getFirst()), (byte) ';', null);
        assertEquals("\"\"\n", turn(one, "{\"a\":null}"));
        assertEquals("NA\n", turn(one, "{\"a\":\"NA\"}"));
    }

    @Test
    void arraysAreParted() {
        assertEquals(",,a;b,,\n", turn("{\"tags\":[\"a\" , \"b\"]}"));
        assertEquals(",,\"\",,\n", turn("{\"tags\":[ ]}"));
        assertEquals(",,1;true;\u20ac,,\n", turn("{\"tags\":[1,true,\"\\u20ac\"]}"));
        assertEquals(",,\";\",,\n".replace("\";\"", ";"), turn("{\"tags\":[\"\",\"\"]}"));
        assertEquals(",,,\"[1, {\"\"x\"\": []}]\",\n", turn("{\"raw\":[1, {\"x\": []}]}"));
        assertEquals(
                "8 member \"tags\" has a value with \";\" in it, the byte between the values of arrays; say another byte in the mapping, such as arrays: \"|\"",
                turn("{\"tags\":[\"a\",\"\\u003b\"]}"));
    }

    @Test
    void noMemberIsLeftOutInSilence() {
        assertEquals(
                "5 member \"z\" is no column: neither the mapping nor the beginning of the file has it; name it in columns of the mapping, as in columns: {\"z\": \"z\"}",
                turn("{\"z\":0}"));
        for (String twice :
                List.of(
                        "{\"a\":1,\"a\":1}",
                        "{\"a\":null,\"a\":1}",
                        "{\"b\":{\"c\":1},\"b.c\":1}",
                        "{\"b\":{},\"b\":{\"c\":1}}",
                        "{\"out\":1,\"out\":2}",
                        "{\"\\u0061\":1,\"a\":1}")) {
            assertEquals(
                    "is there twice; expected it once", turn(twice).replaceAll(".*\" is", "is"));
        }
        assertEquals("11 member \"b.d\" is no column", turn("{\"b\": {\"d\":0}}").split(":")[0]);
    }

    @Test
    void aLineThatIsNoObjectIsRefused() {
        for (String text :
                List.of(
                        "",
                        "[]",
                        "null",
                        "{",
                        "}",
                        "{}}",
                        "{} x",
                        "{\"a\"}",
                        "{\"a\":}",
                        "{\"a\":1,}",
                        "{,}",
                        "{\"a\":01}",
                        "{\"a\":1.}",
                        "{\"a\":+1}",
                        "{\"a\":-}",
                        "{\"a\":tru}",
                        "{\"a\":nul",
                        "{\"a\":\"x}",
                        "{\"a\":\"\\x\"}",
                        "{\"a\":\"\\ud800\"}",
                        "{\"a\":\"\t\"}",
                        "{\"a\":[1,]}",
                        "{\"a\":[}",
                        "{\"out\":[{\"x\":1,}]}",
                        "{\"out\":{\"x\":[}}",
                        "{a:1}",
                        "{'a':1}",
                        "{\"a\":NaN}")) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertFalse(
                    new ObjectLine(COLUMNS, (byte) ';', null).turn(bytes, 0, bytes.length), text);
        }
        byte[] latin = "{\"a\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertFalse(new ObjectLine(COLUMNS, (byte) ';', null).turn(latin, 0, latin.length));
        String deep = "{\"out\":" + "[".repeat(100) + "]".repeat(100) + "}";
        assertEquals(
                "70 the object is nested deeper than 64 levels",
                turn(deep).replaceAll("^\\d+", "70"));
        StringBuilder many = new StringBuilder("{\"a\":1");
        for (int index = 0; index < Members.MEMBERS_MAX; index++) {
            many.append(",\"m").append(index).append("\":null");
        }
        assertEquals(
                "the object has more than 16384 members",
                turn(many.append('}').toString()).replaceAll("^\\d+ ", ""));
    }
}
