package sluice.ingest.rdf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactFormat.Syntax;
import sluice.ingest.fact.FactRules;
import sluice.ingest.fact.GraphRule;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.testkit.Seeds;

/** What statements become: the rows of docs/rdf.md, and rejected statements with their places. */
class RdfLinesTest {
    private static final String SCHEMA =
            """
            name: string @index(exact) @lang .
            nick: [string] .
            age: int @index(int) .
            height: float .
            alive: bool .
            born: datetime .
            secret: password .
            any: default .
            knows: [uid] @reverse .
            boss: uid .
            """;

    @Test
    void statementsWithNodesAreLinks() {
        assertRows("<a> <likes> <b> .", ":a likes :b");
        assertRows("_:a <likes> <0x1F> .", "_:a likes uid:0x1f");
        assertRows("<25> <likes> _:b .", "uid:0x19 likes _:b");
        assertRows("<a> <boss> <b> .", ":a boss :b");
        assertRows("<a> <knows> <b> .", ":a knows :b", ":b ~knows :a");
    }

    @Test
    void facetsAreTheDataOfALinkBothWays() {
        assertRows(
                "<a> <likes> <b> (since=2017-04-26) .",
                ":a likes :b 2e010573696e6365050800e3ff5800000000");
        // One time is known from the check of the statement, the others are read again.
        assertRows(
                "<a> <likes> <b> (since=2017-04-26,a=2017-04-27,b=2017-04-26) .",
                ":a likes :b 2e0301610508803401590000000001620508"
                        + "00e3ff58000000000573696e6365050800e3ff5800000000");
        assertRows(
                "<a> <knows> <b> (weight=3,close=true) .",
                ":a knows :b 2e0205636c6f736504010106776569676874020103",
                ":b ~knows :a 2e0205636c6f736504010106776569676874020103");
    }

    @Test
    void declaredValuesAreConverted() {
        assertRows("<a> <name> \"Ann\" .", ":a name [0] 09416e6e");
        assertRows("<a> <name> \"Anne\"@fr .", ":a name [5dec85408a65502f] 19026672416e6e65");
        assertRows("<a> <age> \"41\" .", ":a age [0] 0229");
        assertRows("<a> <age> \"41\"^^<xs:int> .", ":a age [0] 0229");
        assertRows("<a> <age> \"4.9\"^^<xs:float> .", ":a age [0] 0204");
        assertRows(
                "<a> <age> \"41\"^^<http://www.w3.org/2001/XMLSchema#byte> .", ":a age [0] 0229");
        assertRows("<a> <height> \"13\" .", ":a height [0] 030000000000002a40");
        assertRows("<a> <alive> \"true\" .", ":a alive [0] 0401");
        assertRows("<a> <born> \"2017-04-26\" .", ":a born [0] 0500e3ff5800000000");
        assertRows("<a> <secret> \"$2a$\"^^<xs:password> .", ":a secret [0] 0824326124");
        assertRows("<a> <any> \"x\" .", ":a any [0] 0078");
        assertRows("<a> <nick> \"Ann\" .", ":a nick [763ceb3af6a070b7] 09416e6e");
        assertRows(
                "<a> <name> \"Alice\" (middle_initial=\"J\") .",
                ":a name [0] 2905416c696365010e6d6964646c655f696e697469616c09014a");
    }

    @Test
    void otherValuesStayAsTheyAreWritten() {
        assertRows("<a> <what> \"Ann\" .", ":a what [763ceb3af6a070b7] 09416e6e");
        String xsd = "http://www.w3.org/2001/XMLSchema#";
        assertRows(
                "<a> <what> \"Ann\"^^<" + xsd + "string> .", ":a what [763ceb3af6a070b7] 09416e6e");
        List<String> rows = rows(Syntax.DGRAPH, "<a> <what> \"123\"^^<" + xsd + "byte> .");
        assertTrue(rows.getFirst().endsWith(" 0f25" + hex(xsd + "byte") + "313233"), rows + "");
        rows = rows(Syntax.DGRAPH, "<a> <what> \"7\"^^<xs:int> .");
        assertTrue(rows.getFirst().endsWith(" 0f06" + hex("xs:int") + "37"), rows + "");
        rows = rows(Syntax.DGRAPH, "<a> <what> \"chat\"@en .");
        assertTrue(rows.getFirst().endsWith(" 1902656e63686174"), rows + "");
    }

    /** The dialect of Dgraph rejects them, and names the one that keeps them. */
    @Test
    void valuesThatAreNotOfTheirTypeStayAsWrittenInTheDialectOfTheW3c() {
        String xsd = "http://www.w3.org/2001/XMLSchema#";
        String[][] literals = {{"NaN", "double"}, {"-0044-03-15T00:00:00Z", "dateTime"}};
        for (String[] literal : literals) {
            String type = xsd + literal[1];
            String text = "<u:a> <u:what> \"%s\"^^<%s> .".formatted(literal[0], type);
            assertRejected(text, 16, "\"%s\" is not a value of type ".formatted(literal[0]));
            assertTrue(
                    rows(Syntax.DGRAPH, text).getFirst().contains("; rdf: w3c keeps it as it is"),
                    text);
            String row = rows(Syntax.W3C, text).getFirst();
            assertTrue(row.startsWith(":u:a u:what ["), row);
            assertTrue(row.endsWith(hex(type) + hex(literal[0])), row);
        }
        FactText declared = FactText.of(Syntax.W3C, "<u:what>: float .");
        List<String> rows = declared.read("<u:a> <u:what> \"NaN\"^^<" + xsd + "double> .");
        assertTrue(rows.getFirst().contains("NaN, which is no value, expected float"), rows + "");
    }

    @Test
    void labelsOfW3cBelongToTheirFile() {
        assertEquals(
                List.of("_:7.3.a http://p _:7.3.b"),
                rows(Syntax.W3C, "_:a <http://p> _:b <http://g> ."));
    }

    @Test
    void whatTheSchemaForbidsIsRejected() {
        assertRejected(
                "<a> <age> \"x\" .", 11, "\"x\" of <age> is not a whole number, expected int");
        assertRejected("<a> <age> <b> .", 11, "<age> is declared as int and has a node here");
        assertRejected("<a> <boss> \"x\" .", 12, "<boss> is declared as uid and has a value here");
        assertRejected("<a> <age> \"1\"@en .", 11, "a value of <age> has a language");
        assertRejected("<a> <nick> \"x\"@en .", 12, "a value of <nick> has a language");
        assertRejected("<a> <secret> \"x\" .", 14, "\"x\" of <secret> is a password that is not");
        assertRejected(
                "<a> <age> \"1\"^^<http://t> .", 11, "a value of datatype <http://t> has no");
        assertRejected(
                "<a> <age> \"128\"^^<http://www.w3.org/2001/XMLSchema#byte> .",
                11,
                "128 of <age> is a number outside the range of the type");
        assertRejected("<a> <" + "p".repeat(250) + "> <b", 260, "found the end of the line");
    }

    @Test
    void namesThatAreTooLongAreRejected() {
        String label = "x".repeat(70_000);
        FactFormat format = FactFormat.of(Syntax.DGRAPH, true);
        FactText rows = new FactText(format, format.rules());
        assertTrue(
                rows.read("<a> <p> <" + label + "> .")
                        .getFirst()
                        .contains("the statement is longer than 400 bytes"),
                rows.lines + "");
    }

    @Test
    void aFacetCanBeTheTimeAndTheVersion() {
        FactFormat format = FactFormat.of(Syntax.DGRAPH, true);
        FactRules rules = new FactRules(Map.of(), FactRules.Ids.NAMES, "", "since", "v", false);
        assertEquals(
                List.of(":a p :b t=1493164800000 v=3 2e0101780201 01".replace(" 01", "01")),
                new FactText(format, rules).read("<a> <p> <b> (since=2017-04-26,v=3,x=1) ."));
        assertEquals(
                List.of(":a p :b t=5 v=0"),
                new FactText(format, rules).read("<a> <p> <b> (since=5) ."));
        List<String> wrong = new FactText(format, rules).read("<a> <p> <b> (since=\"x\") .");
        assertTrue(
                wrong.getFirst()
                        .contains("facet since is of type string, expected int or datetime"),
                wrong + "");
    }

    @Test
    void deletionsHaveKeysAlone() {
        FactFormat format = FactFormat.of(Syntax.DGRAPH, true);
        FactRules rules =
                new FactRules(
                        FactRules.declared(SchemaReader.read("s", SCHEMA)),
                        FactRules.Ids.NAMES,
                        "",
                        null,
                        null,
                        true);
        assertEquals(
                List.of(
                        ":a knows :b flags=2",
                        ":b ~knows :a flags=2",
                        ":a nick [763ceb3af6a070b7] flags=2"),
                new FactText(format, rules).read("<a> <knows> <b> (x=1) .\n<a> <nick> \"Ann\" ."));
    }

    @Test
    void theGraphIsDroppedKeptOrRefused() {
        String text = "<a> <p> <b> <http://g> .";
        assertEquals(List.of(":a p :b"), rows(Syntax.DGRAPH, text));
        assertEquals(
                List.of(":a p :b 2e010567726170680908" + hex("http://g")),
                withGraphs(GraphRule.FACET).read(text));
        assertTrue(
                withGraphs(GraphRule.REJECT)
                        .read(text)
                        .getFirst()
                        .startsWith("1:9 @0 the statement has a graph"));
    }

    @Test
    void namespacesAreKeptApart() {
        assertEquals(
                List.of(
                        ":a p :b",
                        "0x10|:a 0x10|p 0x10|:b",
                        "0x10|:a 0x10|p 0x10|_:b",
                        "0x10|uid:0x1 0x10|p 0x10|uid:0x2",
                        ":a p :b",
                        "0x11|:a 0x11|p 0x11|:b"),
                withGraphs(GraphRule.SEPARATE)
                        .read(
                                """
                                <a> <p> <b> <0x0> .
                                <a> <p> <b> <0x10> .
                                <a> <p> _:b <16> .
                                <1> <p> <2> <0x10> .
                                <a> <p> <b> .
                                <a> <p> <b> <0x11> .
                                """));
        assertTrue(
                withGraphs(GraphRule.SEPARATE)
                        .read("<a> <p> <b> <http://g> .")
                        .getFirst()
                        .startsWith("1:9 @0 the graph is no number"));
    }

    @Test
    void manyNamespacesGoByOneAfterTheOther() {
        StringBuilder text = new StringBuilder();
        for (int round = 0; round < 2; round++) {
            for (int namespace = 1; namespace < 40; namespace++) {
                text.append("<a> <p> <b> <%d> .\n".formatted(namespace));
            }
        }
        List<String> rows = withGraphs(GraphRule.SEPARATE).read(text.toString());
        assertEquals(78, rows.size());
        assertEquals("0x27|:a 0x27|p 0x27|:b", rows.getLast());
        assertEquals(rows.subList(0, 39), rows.subList(39, 78));
    }

    @Test
    void allMayBelongToOneNamespace() {
        assertEquals(
                List.of("0x10|:a 0x10|p 0x10|:b", "0x10|:a 0x10|p 0x10|:c"),
                withGraphs(GraphRule.one(16)).read("<a> <p> <b> <http://g> .\n<a> <p> <c> .\n"));
        assertEquals(
                List.of(":a p :b"), withGraphs(GraphRule.one(0)).read("<a> <p> <b> <0x10> .\n"));
    }

    @Test
    void declarationsOfANamespaceAreOfItsPredicates() {
        Schema schema =
                SchemaReader.read("s", "p: [uid] .\n[0x10] p: [uid] @reverse .\n[0x10] n: int .\n");
        FactFormat format = format(GraphRule.SEPARATE).bound(7, 3, FactRules.declared(schema));
        assertEquals(
                List.of(
                        ":a p :b",
                        "0x10|:a 0x10|p 0x10|:b",
                        "0x10|:b 0x10|~p 0x10|:a",
                        "0x10|:a 0x10|n [0] 0207"),
                new FactText(format, format.rules())
                        .read(
                                """
                                <a> <p> <b> .
                                <a> <p> <b> <0x10> .
                                <a> <n> "7" <0x10> .
                                """));
    }

    private static FactText withGraphs(GraphRule rule) {
        FactFormat format = format(rule);
        return new FactText(format, format.rules());
    }

    private static FactFormat format(GraphRule rule) {
        return new FactFormat(
                Syntax.DGRAPH,
                true,
                rule,
                FactFormat.BlankScope.STORE,
                "",
                Map.of(),
                FactRules.Ids.NAMES,
                null,
                null,
                false);
    }

    @Test
    void rejectsHaveTheirPlaces() {
        assertEquals(
                List.of(
                        "2:2 @4 found a space; expected ':' behind '_' | _ <p> <o> .",
                        ":s p :o",
                        "4:1 @27 found '?'; expected a subject, <IRI> or _:label | ?"),
                rows(Syntax.DGRAPH, "# x\n_ <p> <o> .\n<s><p><o>.\n?"));
    }

    /** The same lines, whatever windows the text comes in, overlong lines and lone returns too. */
    @Test
    void windowsMakeNoDifference() {
        Seeds.each(400, RdfLinesTest::compareWindows);
    }

    private static void compareWindows(SplittableRandom random) {
        byte[] text = text(random).getBytes(StandardCharsets.UTF_8);
        FactText whole = FactText.of(Syntax.DGRAPH, SCHEMA);
        whole.reader.parse(text, 0, text.length, true);
        FactText parts = FactText.of(Syntax.DGRAPH, SCHEMA);
        int from = 0;
        int to = 0;
        while (to < text.length) {
            to = Math.min(text.length, to + 1 + random.nextInt(200));
            byte[] window = Arrays.copyOfRange(text, from, to);
            from += parts.reader.parse(window, 0, window.length, to == text.length);
        }
        assertEquals(text.length, from);
        assertEquals(whole.lines, parts.lines);
        assertEquals(whole.reader.lines(), parts.reader.lines());
        assertEquals(whole.reader.rows(), parts.reader.rows());
        assertEquals(whole.reader.rejected(), parts.reader.rejected());
        long lineEnds = 0;
        for (byte each : text) {
            lineEnds += each == '\n' ? 1 : 0;
        }
        assertEquals(lineEnds, whole.reader.lines());
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int lines = random.nextInt(12);
        String[] ends = {"\n", "\n", "\n", "\r\n", "\r", "\r\r", "\n\n"};
        for (int line = 0; line < lines; line++) {
            switch (random.nextInt(7)) {
                case 0 -> text.append("# comment");
                case 1 -> text.append("bad line");
                case 2 -> text.append("<a> <age> \"x\" .");
                case 3 ->
                        text.append("<a> <name> \"")
                                .append("n".repeat(random.nextInt(2 * FactText.ROW_BYTES_MAX)))
                                .append("\" .");
                default -> text.append("<a> <p> <b%d> .".formatted(random.nextInt(100)));
            }
            if (line < lines - 1 || random.nextBoolean()) {
                text.append(ends[random.nextInt(ends.length)]);
            }
        }
        return text.toString();
    }

    private static List<String> rows(Syntax syntax, String text) {
        return FactText.of(syntax, syntax == Syntax.W3C ? "" : SCHEMA).read(text);
    }

    private static void assertRows(String text, String... expected) {
        assertEquals(List.of(expected), rows(Syntax.DGRAPH, text), text);
    }

    private static void assertRejected(String text, int column, String cause) {
        List<String> rows = rows(Syntax.DGRAPH, text);
        assertEquals(1, rows.size(), text);
        String expected = "1:%d @0 %s".formatted(column, cause);
        assertTrue(rows.getFirst().startsWith(expected), rows + ", expected " + expected);
    }

    private static String hex(String text) {
        return java.util.HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
