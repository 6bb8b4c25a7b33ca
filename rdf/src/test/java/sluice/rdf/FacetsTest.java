package sluice.rdf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The values that facets may have, and the ones that they may not have. */
class FacetsTest {
    @Test
    void valuesAreReadAsTheFirstKindThatFits() {
        value("", "STRING ");
        value("\"\"", "STRING ");
        value("\"a, b=(c) \\\"d\\\" \\u00e9\\v\"", "STRING a, b=(c) \"d\" é\u000b");
        value("13", "INT 13");
        value("-7", "INT -7");
        value("+7", "INT 7");
        value("0", "INT 0");
        value("0x0D", "INT 13");
        value("-0X0d", "INT -13");
        value("0b11", "INT 3");
        value("0o17", "INT 15");
        value("017", "INT 15");
        value("1_000", "INT 1000");
        value("0x_ff", "INT 255");
        value("9223372036854775807", "INT 9223372036854775807");
        value("-9223372036854775808", "INT -9223372036854775808");
        value("-9223372036854775809", "FLOAT -9.223372036854776E18");
        value("2.5", "FLOAT 2.5");
        value("-0.1", "FLOAT -0.1");
        value("2.", "FLOAT 2.0");
        value(".5", "FLOAT 0.5");
        value("08", "FLOAT 8.0");
        value("1e5", "FLOAT 100000.0");
        value("0.1234567890123456789", "FLOAT 0.12345678901234568");
        value("123456789.123456", "FLOAT 1.23456789123456E8");
        value("0x1.8p1", "FLOAT 3.0");
        value("Inf", "FLOAT Infinity");
        value("-infinity", "FLOAT -Infinity");
        value("1_0.5", "FLOAT 10.5");
        value("true", "BOOL 1");
        value("false", "BOOL 0");
        value("2006-01", "DATETIME 2006-01");
        value("2017-04-26", "DATETIME 2017-04-26");
        value("2006-01-02T15:04:05", "DATETIME 2006-01-02T15:04:05");
        value("2006-01-02T15:04:05.5+01:30", "DATETIME 2006-01-02T15:04:05.5+01:30");
        value("2006", "INT 2006");
    }

    @Test
    void otherValuesAreErrors() {
        String words = " is not a number, true, false, a time or text in quotes";
        for (String value :
                List.of(
                        "yes",
                        "True",
                        "NaN",
                        "1__0",
                        "_1",
                        "1_",
                        "0x",
                        "1e",
                        "2006-13",
                        "0xFFFFFFFFFFFFFFFFFF")) {
            reject("(k=" + value + ")", "13: facet \"" + value + "\"" + words);
        }
        reject("(k=١)", "13: facet \"١\"" + words);
        String long41 = "a" + "é".repeat(20);
        reject("(k=" + long41 + ")", "13: facet \"a" + "é".repeat(19) + "...\"" + words);
        reject("(k=9223372036854775808)", "13: facet 9223372036854775808 is above 2^63 - 1");
        reject("(k=1e400)", "13: facet 1e400 is outside of the range of 64-bit floats");
        reject(
                "(k=\"\\x41\")",
                "15: escape \\ followed by 'x' is not one of \\t \\b \\n \\r \\f \\\" \\' \\\\ \\u \\v");
        reject(
                "(k=\"\\U00000041\")",
                "15: escape \\ followed by 'U' is not one of \\t \\b \\n \\r \\f \\\" \\' \\\\ \\u \\v");
        reject("(k=\"a)", "18: found the end of the line; expected '\"' at the end of the string");
    }

    @Test
    void facetsAreSortedByTheirKeys() {
        assertEquals(
                "<s> <p> <o> (a STRING x) (close BOOL 1) (weight INT 3) (é INT 1)",
                parse("( weight = 3 ,\ta=\"x\",é=1, close =true )"));
    }

    @Test
    void facetsStandBehindTheGraph() {
        assertEquals(
                "<s> <p> \"x\"@en in <g> (k INT 1)",
                StatementText.parseLine(RdfDialect.DGRAPH, false, "<s> <p> \"x\"@en<g>(k=1)."));
        assertEquals(
                "<s> <p> _:o (k INT 1)",
                StatementText.parseLine(RdfDialect.DGRAPH, false, "<s> <p> _:o(k=1)."));
        reject("(k=1) <g>", "16: found '<'; expected '.' at the end of the statement");
    }

    @Test
    void statementHasFewFacetsSinceEachIsComparedWithAll() {
        String most =
                IntStream.range(0, Statement.FACETS_MAX)
                        .mapToObj(key -> "k" + key + "=1")
                        .collect(Collectors.joining(","));
        assertTrue(parse("(" + most + ")").startsWith("<s> <p> <o> (k0 INT 1)"));
        String wrong = parse("(" + most + ",l=1)");
        assertTrue(
                wrong.endsWith(": a statement has at most 4096 facets, and this is one more"),
                wrong);
    }

    @Test
    void brokenFacetsAreErrors() {
        reject("()", "11: found ')'; expected the key of a facet");
        reject("(a=1,)", "15: found ')'; expected the key of a facet");
        reject("(a=1, a=2)", "16: key \"a\" is there twice");
        reject("(b=1, a=2, b=3)", "21: key \"b\" is there twice");
        reject("(a)", "12: found ')'; expected '=' behind the key of a facet");
        reject("(a b=1)", "13: found 'b'; expected '=' behind the key of a facet");
        reject("(a=1 b=2)", "15: found 'b'; expected ',' or ')' behind a facet");
        reject("(a==1)", "13: found '='; expected ',' or ')' behind a facet");
        reject("(a=1", "15: found '.'; expected ',' or ')' behind a facet");
        assertEquals(
                "27: found '('; expected '.' at the end of the statement",
                StatementText.parseLine(RdfDialect.W3C, true, "<http://s> <http://p> _:o (a=1) ."));
    }

    private static void value(String written, String value) {
        assertEquals("<s> <p> <o> (k " + value + ")", parse("(k=" + written + ")"), written);
    }

    private static void reject(String facets, String reject) {
        assertEquals(reject, parse(facets), facets);
    }

    private static String parse(String facets) {
        return StatementText.parseLine(RdfDialect.DGRAPH, false, "<s><p><o>" + facets + " .");
    }
}
