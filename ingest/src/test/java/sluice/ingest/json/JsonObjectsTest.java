package sluice.ingest.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.fact.GraphRule;
import sluice.ingest.fact.ShownFacts;
import sluice.ingest.mapping.FactOptions;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.testkit.Seeds;

/** Objects of JSON, read window by window and chunk by chunk. */
class JsonObjectsTest {
    private static final int ROW_BYTES_MAX = 200;
    private static final Pattern REJECTED = Pattern.compile("(?s)(\\d+):(\\d+) @(\\d+) (.*)");
    private static final String SCHEMA =
            "name: string @lang .\nage: int .\nfriend: [uid] @reverse .\nnick: [string] .\n";

    /** Rows of a text, of which the reader is given all at once. */
    private static List<String> read(String text) {
        ShownFacts shown = new ShownFacts();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        JsonObjects objects = objects(shown, JsonContent.isArray(bytes), 0);
        int end = objects.parse(bytes, 0, bytes.length, bytes.length, true);
        assertEquals(bytes.length, end);
        assertEquals(text.chars().filter(c -> c == '\n').count(), objects.lines());
        return shown.lines;
    }

    private static JsonObjects objects(ShownFacts shown, boolean array, long offset) {
        return objects(FactFormat.of(FactFormat.Syntax.JSON, true), shown, array, offset);
    }

    private static JsonObjects objects(
            FactFormat unbound, ShownFacts shown, boolean array, long offset) {
        Schema schema = SchemaReader.read("schema", SCHEMA);
        FactFormat format =
                unbound.ofObjects(array, null, unbound.idMembers())
                        .bound(7, 3, FactRules.declared(schema));
        JsonObjects objects =
                new JsonObjects(format, format.rules(), shown, shown, shown::reject, ROW_BYTES_MAX);
        objects.beginAt(offset, false);
        return objects;
    }

    @Test
    void anObjectBecomesLinksAndProperties() {
        assertEquals(
                List.of(
                        "uid:0x1 name [0] 09416e6e",
                        "uid:0x1 name [5dec85408a65502f] 19026672416e6e65",
                        "uid:0x1 age [0] 0229",
                        "uid:0x1 friend _:bob 2e010573696e636502020207e0"
                                .replace("02020207e0", "0202e007"),
                        "_:bob ~friend uid:0x1 2e010573696e63650202e007",
                        "_:bob age [0] 02"),
                read(
                        """
                        {"uid":"0x1","name":"Ann","name@fr":"Anne","age":41,
                         "friend":{"uid":"_:bob","age":"0","friend|since":2016}}\
                        """));
    }

    /**
     * The first node of an object is named by the place of its brace, those in it by number too.
     */
    @Test
    void aNodeWithoutANameIsNamedByItsPlace() {
        assertEquals(
                List.of(
                        "_:@7.3.1 friend _:@7.3.1.1",
                        "_:@7.3.1.1 ~friend _:@7.3.1",
                        "_:@7.3.1.1 age [0] 0201",
                        "_:@7.3.1 friend _:x",
                        "_:x ~friend _:@7.3.1",
                        "_:@7.3.43 age [0] 0202"),
                read("[{\"friend\":[{\"age\":1},{\"uid\":\"_:x\"}]}\n  ,  {\"age\":2}]").stream()
                        .map(line -> line.replace(" 0e", ""))
                        .toList());
    }

    private static List<String> named(String text, String... members) {
        FactFormat format =
                FactOptions.NONE
                        .withIdMembers(List.of(members))
                        .format(FactFormat.Syntax.JSON, true)
                        .ofObjects(false, null, List.of(members));
        ShownFacts shown = new ShownFacts();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        objects(format, shown, false, 0).parse(bytes, 0, bytes.length, bytes.length, true);
        return shown.lines.stream().map(line -> line.replaceFirst(" \\[.*| 0e", "")).toList();
    }

    /** The member is a value of the node too. */
    @Test
    void aNodeIsNamedByAMember() {
        assertEquals(
                List.of(
                        ":ann key",
                        ":ann friend :7",
                        ":7 ~friend :ann",
                        ":7 key",
                        ":ann friend _:@7.3.0.2",
                        "_:@7.3.0.2 ~friend :ann",
                        "_:@7.3.0.2 age",
                        ":ann friend uid:0x1",
                        "uid:0x1 ~friend :ann",
                        "uid:0x1 age",
                        "_:b age"),
                named(
                        """
                        {"key":"ann","friend":[{"key":7},{"age":1},{"uid":"0x1","age":2}]}
                        {"uid":"_:b","age":3}
                        """,
                        "key"));
    }

    @Test
    void severalMembersMakeOneName() {
        assertEquals(
                List.of(":a%2Fb/50%25 kind", ":a%2Fb/50%25 key"),
                named("{\"kind\":\"a/b\",\"key\":\"50%\"}", "kind", "key"));
        assertEquals(List.of(":a/b key"), named("{\"key\":\"a/b\"}", "key"));
        assertEquals(
                List.of(":y key"),
                named("{\"key\":\"x\",\"key\":\"y\"}", "key"),
                "the last one of a name counts");
    }

    @Test
    void anObjectThatLacksAMemberOfItsNameIsRejected() {
        for (String text :
                List.of(
                        "{\"age\":1}",
                        "{\"key\":\"k\",\"age\":1}",
                        "{\"kind\":\"k\",\"key\":null}",
                        "{\"kind\":\"k\",\"key\":[\"x\"]}",
                        "{\"kind\":\"k\",\"key\":{\"age\":1}}",
                        "{\"uid\":\"0\",\"kind\":\"k\"}")) {
            List<String> lines = named(text, "kind", "key");
            assertEquals(1, lines.size(), text);
            assertTrue(lines.getFirst().startsWith("1:1 @0 member k"), lines::getFirst);
            assertTrue(lines.getFirst().contains(" is missing, by which the node"), text);
        }
        String inside = "{\"kind\":\"k\",\"key\":1,\"friend\":{\"key\":\"x\"}}";
        assertEquals(
                List.of(
                        "1:30 @0 member kind is missing, by which the node is named; expected a text"
                                + " or a whole number there, or a uid | "
                                + inside),
                named(inside, "kind", "key"));
        for (String value : List.of("1.5", "true", "\"\"")) {
            List<String> lines = named("{\"key\":%s}".formatted(value), "key");
            assertEquals(1, lines.size());
            assertTrue(lines.getFirst().startsWith("1:1 @0 member key names the node, and is "));
        }
    }

    @Test
    void nodesOfANamespaceAreKeptApartAndThoseInsideBelongToIt() {
        FactFormat format =
                FactOptions.NONE
                        .withGraphs(GraphRule.SEPARATE)
                        .format(FactFormat.Syntax.JSON, true);
        ShownFacts shown = new ShownFacts();
        byte[] text =
                """
                {"uid":"0x1","namespace":"0x10","age":1,"knows":{"uid":"0x2","age":2}}
                {"uid":"0x1","namespace":16,"knows":{"age":3}}
                {"uid":"0x1","namespace":0,"age":4}
                {"uid":"0x1","namespace":16,"namespace":null,"age":4}
                {"uid":"0x1","namespace":"ten","age":5}
                """
                        .getBytes(StandardCharsets.UTF_8);
        objects(format, shown, false, 0).parse(text, 0, text.length, text.length, true);
        assertEquals(
                List.of(
                        "0x10|uid:0x1 0x10|age [",
                        "0x10|uid:0x1 0x10|knows 0x10|uid:0x2",
                        "0x10|uid:0x2 0x10|age [",
                        "0x10|uid:0x1 0x10|knows 0x10|_:@7.3.71.1",
                        "0x10|_:@7.3.71.1 0x10|age [",
                        "uid:0x1 age [0] 0204",
                        "uid:0x1 age [0] 0204",
                        "5:"),
                shown.lines.stream()
                        .map(line -> line.startsWith("5:") ? "5:" : line)
                        .map(line -> line.replaceFirst("\\|age \\[.*", "|age ["))
                        .toList());
        assertTrue(shown.lines.getLast().contains("the namespace is no whole number"));
    }

    @Test
    void anObjectIsTakenWholeOrRejectedWhole() {
        assertEquals(
                List.of(
                        "1:8 @0 \"x\" of <age> is not a whole number, expected int; write digits"
                                + " with an optional sign | {\"age\":\"x\"}"),
                read("{\"age\":\"x\"}"));
        assertEquals(1, read("{\"name\":\"Ann\",\"friend\":{\"age\":\"x\"}}").size());
    }

    @Test
    void aFaultInALaterLineIsFoundThere() {
        List<String> lines = read("{\"age\":1}\n{\"name\":\"Ann\",\n \"age\":nil}\n{\"age\":2}");
        assertEquals(3, lines.size());
        assertEquals(
                "2:0 @10 line 2 of the object, column 8: found nil; expected a value |"
                        + " {\"name\":\"Ann\",\n"
                        + " \"age\":nil}",
                lines.get(1));
    }

    @Test
    void whatIsNoObjectCostsItselfAlone() {
        assertEquals(
                List.of(
                        "uid:0x1 age [0] 0201",
                        "1:1 @20 text that is no object; expected objects in { } | 5",
                        "1:1 @23 text that is no object; expected objects in { } | NaN",
                        "uid:0x1 age [0] 0202",
                        "3:1 @47 text that is no object; expected objects in { } | the end"),
                read("[{\"uid\":1,\"age\":1}, 5, NaN,\n{\"uid\":1,\"age\":2}]\nthe end\n"));
    }

    @Test
    void aTextThatIsCutOffIsToldOnce() {
        String cut = "the file ends within its array, so it seems to be cut off; expected ]";
        assertEquals(
                List.of("uid:0x1 age [0] 0201", "1:1 @18 " + cut + " | "),
                read("[{\"uid\":1,\"age\":1}"));
        assertEquals(
                List.of("uid:0x1 age [0] 0201", "2:1 @20 " + cut + " | "),
                read("[{\"uid\":1,\"age\":1},\n"));
        List<String> lines = read("[{\"uid\":1,\"age\":1},{\"uid\":1,\"na");
        assertEquals(2, lines.size());
        assertTrue(lines.get(1).contains("the text ends within an object"), lines.get(1));
        assertEquals(1, read("[{\"uid\":1,\"age\":1}]").size());
        assertEquals(List.of(), read("[]"));
        assertEquals(List.of(), read(" \n"));
    }

    @Test
    void anObjectThatIsTooLongIsPassedOver() {
        String name = "x".repeat(ROW_BYTES_MAX);
        List<String> lines = read("{\"name\":\"" + name + "\"}{\"uid\":1,\"age\":1}");
        assertEquals(2, lines.size());
        assertTrue(lines.get(0).contains("an object of more than 200 bytes"), lines.get(0));
        assertEquals("uid:0x1 age [0] 0201", lines.get(1));
    }

    /** Windows and chunks of any size give what the whole gives, good text and bad. */
    @Test
    void cutsMakeNoDifference() {
        Seeds.each(300, JsonObjectsTest::compareCuts);
    }

    private static void compareCuts(SplittableRandom random) {
        String text = text(random);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<String> whole = read(text);
        for (int chunkBytes : new int[] {1, 7, 50, 300, 5000}) {
            List<String> parts = new ArrayList<>();
            long lines = 0;
            int start = 0;
            for (int chunk = 0; (long) chunk * chunkBytes < bytes.length; chunk++) {
                int limit = Math.min(bytes.length, (chunk + 1) * chunkBytes);
                assertEquals(start, cut(bytes, chunk * chunkBytes, random), "cut of " + text);
                ShownFacts shown = new ShownFacts();
                JsonObjects objects = objects(shown, JsonContent.isArray(bytes), start);
                int end = chunk(objects, bytes, start, limit, random);
                long linesBefore = lines;
                int from = start;
                shown.lines.forEach(line -> parts.add(moved(line, linesBefore, from)));
                lines += objects.lines();
                start = end;
            }
            assertEquals(whole, parts, "in chunks of " + chunkBytes + ": " + text);
            assertEquals(text.chars().filter(c -> c == '\n').count(), lines);
        }
    }

    /** Where the first object at or behind {@code nominal} begins, by a scan in blocks. */
    private static int cut(byte[] bytes, int nominal, SplittableRandom random) {
        if (nominal == 0) {
            return 0;
        }
        ObjectCuts cuts = new ObjectCuts(0);
        while (cuts.position() < bytes.length) {
            int from = (int) cuts.position();
            int length = Math.min(1 + random.nextInt(40), bytes.length - from);
            byte[] block = Arrays.copyOfRange(bytes, from, from + length);
            long end = cuts.next(block, length, nominal);
            if (end >= 0) {
                return (int) end;
            }
        }
        return bytes.length;
    }

    /** Reads a chunk as {@code ChunkReader} does, with windows that grow as they have to. */
    private static int chunk(
            JsonObjects objects, byte[] bytes, int start, int limit, SplittableRandom random) {
        int from = start;
        int length = 1 + random.nextInt(30);
        while (from < limit || objects.insideRow()) {
            int to = Math.min(bytes.length, from + length);
            boolean last = to == bytes.length;
            byte[] window = Arrays.copyOfRange(bytes, from, to);
            int next = from + objects.parse(window, 0, limit - from, to - from, last);
            length = next == from ? 2 * length : 1 + random.nextInt(30);
            from = next;
            if (last) {
                return from;
            }
        }
        if (from > start && from == bytes.length) {
            objects.parse(new byte[0], 0, 0, 0, true);
        }
        return from;
    }

    /** A rejected row of a chunk, with its place in the text. */
    private static String moved(String line, long lines, long bytes) {
        Matcher place = REJECTED.matcher(line);
        return place.matches()
                ? "%d:%s @%d %s"
                        .formatted(
                                lines + Long.parseLong(place.group(1)),
                                place.group(2),
                                bytes + Long.parseLong(place.group(3)),
                                place.group(4))
                : line;
    }

    private static String text(SplittableRandom random) {
        String[] pieces = {
            "{\"uid\":1,\"age\":1}",
            "{\"age\":2,\"friend\":{\"name\":\"x{\"}}",
            "{ \"nick\" : [\"a\",\"b\"] }",
            "{}",
            "{\"age\":\"bad\"}",
            "{\"age\":nil}",
            "{\"name\":\"unclosed",
            "{\"friend\":[{\"age\":1}",
            "{\"friend\":",
            "}",
            "]",
            "5",
            "\"text, with comma\"",
            "{\"name\":\"" + "y".repeat(random.nextInt(300)) + "\"}",
            "{\"name\":\"\\u00e9\u00e9\ud83d\ude00\"}"
        };
        String[] between = {",", "\n", ",\n", " ", "", "\r\n", "  \n\n  ", "][", ", ,\n  "};
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "[" : "");
        int count = random.nextInt(12);
        boolean good = random.nextInt(3) == 0;
        for (int i = 0; i < count; i++) {
            text.append(pieces[random.nextInt(good ? 4 : pieces.length)]);
            text.append(between[random.nextInt(between.length)]);
        }
        return text.append(random.nextBoolean() ? "]" : "").toString();
    }
}
