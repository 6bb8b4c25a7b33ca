package sluice.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.json.ObjectParser.Outcome;

/** Each rule of docs/json.md with a case. */
class ObjectParserTest {
    private static final int BYTES_MAX = 1000;

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The facts of all objects, and each reject as the byte of its fault and its cause. */
    private static List<String> parse(String text) {
        byte[] bytes = utf8(text);
        ObjectParser parser = new ObjectParser(text.stripLeading().startsWith("["), BYTES_MAX);
        parser.begin(bytes, 0, bytes.length, true, 0);
        List<String> lines = new ArrayList<>();
        for (Outcome outcome = parser.next(); outcome != Outcome.END; outcome = parser.next()) {
            assertTrue(outcome != Outcome.INCOMPLETE);
            if (outcome == Outcome.OBJECT) {
                lines.addAll(FactLines.of(parser.facts()));
            } else {
                lines.add(parser.offset() + ": " + parser.cause());
            }
        }
        return lines;
    }

    private static void facts(String text, String... lines) {
        assertEquals(List.of(lines), parse(text));
    }

    private static void rejected(String text, int offset, String cause) {
        List<String> lines = parse(text);
        assertEquals(1, lines.size(), lines::toString);
        assertEquals(offset + ": " + cause, lines.getFirst());
    }

    @Test
    void uidsAreNumbersLabelsOrThePlaceOfTheObject() {
        facts("{'uid':'0x1f','a':1}".replace('\'', '"'), "0x1f a int 1");
        facts("{\"a\":1,\"uid\":\"31\"}", "0x1f a int 1");
        facts("{\"uid\":31,\"a\":1}", "0x1f a int 1");
        facts("{\"uid\":18446744073709551615,\"a\":1}", "0xffffffffffffffff a int 1");
        facts("{\"uid\":\"_:x:y\",\"a\":1}", "_:x:y a int 1");
        for (String uid : List.of("\"\"", "\"0\"", "0", "null")) {
            facts("  {\"uid\":" + uid + ",\"a\":1}", "@2 a int 1");
        }
        facts("\n{\"a\":1}{\"a\":2}", "@1 a int 1", "@8 a int 2");
        rejected(
                "{\"uid\":\"alice\"}",
                7,
                "uid alice; expected 1 to 2^64 - 1, decimal or behind 0x, or a blank label such as \"_:ann\"");
        rejected(
                "{\"uid\":\"uid(v)\"}",
                7,
                "uid uid(v); expected 1 to 2^64 - 1, decimal or behind 0x, or a blank label such as \"_:ann\"");
        rejected(
                "{\"uid\":true}",
                7,
                "found true; expected a uid: a number, \"0x1f\", \"_:label\" or null");
    }

    @Test
    void valuesKeepTheirTypes() {
        facts(
                "{\"a\":\"x\",\"b\":-5,\"c\":1.5,\"d\":1e5,\"e\":true,\"f\":\"[1, 2]\",\"g\":\"2010\",\"h\":\"uid(v)\"}",
                "@0 a text x",
                "@0 b int -5",
                "@0 c float 1.5",
                "@0 d float 100000.0",
                "@0 e bool 1",
                "@0 f text [1, 2]",
                "@0 g text 2010",
                "@0 h text uid(v)");
        facts("{\"a\":null,\"b\":{},\"c\":[]}");
        rejected(
                "{\"a\":9223372036854775808}",
                5,
                "a whole number that does not fit 64 bits; write it with a fraction, or as a text");
        rejected(
                "{\"a\":1e999}",
                5,
                "a number outside the range of doubles; expected one within it");
        rejected("{\"a\":01}", 5, "found 01; expected a value");
    }

    @Test
    void languagesAndListsWorkTogether() {
        facts(
                "{\"name@en\":[\"Ann\",\"Anna\"],\"http://a@b\":\"x\",\"c\":[1,\"y\",false]}",
                "@0 name@en text Ann",
                "@0 name@en text Anna",
                "@0 http://a@b text x",
                "@0 c int 1",
                "@0 c text y",
                "@0 c bool 0");
        rejected(
                "{\"name@en\":5}",
                11,
                "found 5; expected a text, since the name of the member has a language");
        rejected(
                "{\"a\":[1,[2]]}",
                8,
                "found [2; expected a value or a node: lists have no lists in them");
        rejected(
                "{\"a\":[1,null]}",
                8,
                "found null; expected a value or a node: leave null out of lists");
    }

    @Test
    void nodesNestAndAreLinked() {
        facts(
                "{\"uid\":\"_:a\",\"friend\":[{\"uid\":\"_:b\",\"name\":\"B\"},{\"boss\":{\"uid\":2}}]}",
                "_:a friend _:b",
                "_:b name text B",
                "_:a friend @48",
                "@48 boss 0x2");
        facts("{\"uid\":1,\"friend\":{\"uid\":\"_:b\"}}", "0x1 friend _:b");
    }

    @Test
    void geometriesAreValues() {
        facts(
                "{\"loc\":{\"type\":\"Point\",\"coordinates\":[1,2]}}",
                "@0 loc geo 0101000000000000000000f03f0000000000000040");
        facts(
                "{\"loc\":{\"type\":\"Point\",\"x\":1}}",
                "@0 loc @7",
                "@7 type text Point",
                "@7 x int 1");
    }

    @Test
    void facetsBelongToValuesLinksAndPositions() {
        facts(
                "{\"name\":\"Ann\",\"name|n\":1,\"name@en\":\"A\",\"name@en|t\":\"2010-01-02T03:04:05Z\",\"name|s\":\"2010\"}",
                "@0 name text Ann [n=int 1, s=string 2010]",
                "@0 name@en text A [t=time 1262401445 0 0]");
        facts(
                "{\"friend\":{\"friend|since\":1.0,\"uid\":\"_:b\"}}",
                "@0 friend _:b [since=float 1.0]");
        facts(
                "{\"nick\":[\"a\",\"b\",\"c\"],\"nick|k\":{\"0\":true,\"2\":5,\"9\":1}}",
                "@0 nick text a [k=bool 1]",
                "@0 nick text b",
                "@0 nick text c [k=int 5]");
        facts("{\"a\":null,\"a|k\":1}");
        rejected(
                "{\"b\":1,\"a|k\":1}",
                0,
                "facet a|k belongs to no value and to no link; expected a member of its name");
        rejected(
                "{\"a\":[1],\"a|k\":1}",
                0,
                "facet a|k is one value for a list; expected an object of positions such as {\"0\": 1}");
        rejected(
                "{\"a\":1,\"a|k\":{\"0\":1}}",
                0,
                "facet a|k is an object of positions; expected one value, since the member is no list");
        rejected(
                "{\"f\":{\"uid\":1},\"f|k\":1}",
                0,
                "facet f|k stands beside the member of its name; expected it inside the node there, since it is a facet of the link");
        rejected(
                "{\"a\":1,\"a|k\":[1]}",
                13,
                "found [1; expected a text, a number, true or false as the value of a facet");
    }

    @Test
    void ofRepeatedNamesTheLastCounts() {
        facts(
                "{\"a\":1,\"f\":{\"uid\":1,\"g\":{\"uid\":2}},\"a\":2,\"f\":{\"uid\":3},\"uid\":8,\"uid\":9}",
                "0x9 a int 2",
                "0x9 f 0x3");
    }

    @Test
    void textIsDecodedAndChecked() {
        facts(
                "{\"\\u0061\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00é😀\"}",
                "@0 a text \"\\/\b\f\n\r\té😀é😀");
        rejected(
                "{\"a\":\"\\ud83d\"}",
                6,
                "text has an escape that JSON does not know, or half a pair of surrogates; expected"
                        + " \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four digits");
        rejected(
                "{\"a\":\"x\ty\"}",
                7,
                "text has the control character U+0009 in it; write \\u0009");
    }

    @Test
    void arraysLinesAndNothingBetweenAreAlike() {
        String[] lines = {"_:a n int 1", "_:b n int 2"};
        String a = "{\"uid\":\"_:a\",\"n\":1}";
        String b = "{\"uid\":\"_:b\",\"n\":2}";
        facts("[" + a + "," + b + "]", lines);
        facts("[\n  " + a + ",\n  " + b + "\n]\n", lines);
        facts(a + "\n" + b, lines);
        facts(a + b, lines);
        facts(a + ",\r\n" + b + "\r\n", lines);
        facts("[]");
        facts("");
    }

    @Test
    void anErrorCostsOneObject() {
        String good = "{\"uid\":\"_:a\",\"n\":1}";
        for (String bad :
                List.of(
                        "{\"uid\":\"_:b\",\"n\":}",
                        "{\"uid\":\"_:b\",\"n\":1",
                        "{\"uid\":\"_:b\",\"n:1}",
                        "{\"uid\":\"_:b\",\"n\":[1}",
                        "{\"uid\":\"_:b\",\"n\":[1}}",
                        "{\"uid\":\"_:b\" \"n\":1}",
                        "{\"uid\":\"_:b\",\"n\":nul}",
                        "null",
                        "\"{\\\"uid\\\":1}\"",
                        "17")) {
            for (String format : List.of("%s\n%s\n%s\n", "[\n%s,\n%s,\n%s\n]\n")) {
                List<String> found = parse(format.formatted(good, bad, good));
                assertEquals(3, found.size(), bad + " " + found);
                assertEquals("_:a n int 1", found.get(0), bad);
                assertTrue(found.get(1).matches("(?s)[0-9]+: .*"), bad + " " + found);
                assertEquals("_:a n int 1", found.get(2), bad);
            }
        }
    }

    /** A nested object is never taken for one of the top, however its parent is broken. */
    @Test
    void nestedObjectsOfABrokenOneAreNotRows() {
        String broken =
                """
                [
                  {
                    "uid": "_:a",
                    "name": "Ann,
                    "friend": [
                      {
                        "uid": "_:b",
                        "name": "Bob"
                      }
                    ]
                  },
                  {
                    "uid": "_:c",
                    "name": "Cy"
                  }
                ]
                """;
        List<String> found = parse(broken);
        assertEquals(2, found.size(), found::toString);
        assertEquals(
                "41: text has a line end in it; expected a closing quote, or write \\n",
                found.getFirst());
        assertEquals("_:c name text Cy", found.getLast());
        String cut = broken.substring(0, broken.indexOf("\"name\": \"Bob\"") + 13);
        found = parse(cut.replace("\"Ann,", "\"Ann\","));
        assertEquals(1, found.size(), found::toString);
        assertTrue(found.getFirst().endsWith("the text ends within an object; expected }"));
    }

    @Test
    void aFileThatEndsWithinItsArraySaysSo() {
        List<String> found = parse("[{\"uid\":1,\"a\":1},\n");
        assertEquals("0x1 a int 1", found.getFirst());
        assertEquals(
                "18: the file ends within its array, so it seems to be cut off; expected ]",
                found.getLast());
    }

    @Test
    void objectsThatAreTooLongArePassedOver() {
        String filler = "x".repeat(BYTES_MAX);
        String text = "{\"a\":\"" + filler + "\"}\n{\"uid\":1,\"b\":2}\n";
        List<String> expected =
                List.of(
                        "0: an object of more than 1000 bytes; divide it: what several objects say of a node counts together",
                        "0x1 b int 2");
        assertEquals(expected, parse(text));
        // The same, with windows that do not hold it.
        byte[] bytes = utf8(text);
        ObjectParser parser = new ObjectParser(false, BYTES_MAX);
        List<String> found = new ArrayList<>();
        int from = 0;
        for (int to = 0; from < bytes.length; ) {
            to = Math.min(bytes.length, Math.max(to + 1, from + 100));
            parser.begin(bytes, from, to, to == bytes.length, 0);
            Outcome outcome = parser.next();
            while (outcome == Outcome.OBJECT || outcome == Outcome.REJECTED) {
                if (outcome == Outcome.OBJECT) {
                    found.addAll(FactLines.of(parser.facts()));
                } else {
                    found.add(parser.offset() + ": " + parser.cause());
                }
                outcome = parser.next();
            }
            from = parser.position();
        }
        assertEquals(expected, found);
    }

    @Test
    void nestingTakesMemoryAndNoStack() {
        int depth = 300_000;
        String text = "{\"a\":".repeat(depth) + "{\"uid\":1}" + "}".repeat(depth);
        byte[] bytes = utf8(text);
        ObjectParser parser = new ObjectParser(false, 1 << 24);
        parser.begin(bytes, 0, bytes.length, true, 0);
        assertEquals(Outcome.OBJECT, parser.next());
        int count = 0;
        int last = -1;
        for (int fact = parser.facts().next(-1); fact >= 0; fact = parser.facts().next(fact)) {
            count++;
            last = fact;
        }
        assertEquals(depth, count);
        assertEquals(1, parser.facts().uid(parser.facts().target(last)));
        assertEquals(Outcome.END, parser.next());
    }

    @Test
    void moreMembersThanAnyHonestObjectHasAreRefused() {
        StringBuilder text = new StringBuilder("{\"a\":[0");
        text.append(",1".repeat(ObjectFacts.PARTS_MAX)).append("]}");
        byte[] bytes = utf8(text.toString());
        ObjectParser parser = new ObjectParser(false, 1 << 24);
        parser.begin(bytes, 0, bytes.length, true, 0);
        assertEquals(Outcome.REJECTED, parser.next());
        assertTrue(parser.cause().startsWith("more than 1048576 members"), parser.cause());
        assertEquals(Outcome.END, parser.next());
    }
}
