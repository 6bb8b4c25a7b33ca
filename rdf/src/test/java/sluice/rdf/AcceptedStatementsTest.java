package sluice.rdf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static sluice.rdf.StatementText.REJECTED;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What each dialect accepts, where the dialects or other loaders differ, line by line. */
class AcceptedStatementsTest {
    private static final String S = "<http://s> <http://p> ";
    private static final String OK = "<http://s> <http://p> ";
    private static final String KEPT =
            "; rdf: w3c keeps it as it is written, unless a schema declares its predicate";

    @Test
    void relativeIrisAreNamesOfDgraph() {
        w3cRejects(
                "<s> <p> <o> .", "1: IRI \"s\" is not absolute; expected a scheme such as http:");
        dgraph("<s> <p> <o> .", "<s> <p> <o>");
        dgraphRejects(S + "<-> .", "23: name \"-\" has no letter and no digit");
        dgraphRejects(S + "<> .", "23: name \"\" has no letter and no digit");
        dgraph(S + "<é> .", OK + "<é>");
    }

    @Test
    void uidLiteralsAreHexadecimalOrDecimal() {
        for (String uid : List.of("0x1", "25", "0X1f", "0x0001", "18446744073709551615")) {
            w3cRejects(
                    S + "<" + uid + "> .",
                    "23: IRI \"" + uid + "\" is not absolute; expected a scheme such as http:");
        }
        dgraph(S + "<0x1> .", OK + "uid 1");
        dgraph(S + "<25> .", OK + "uid 25");
        dgraph(S + "<0X1f> .", OK + "uid 31");
        dgraph(S + "<0x0001> .", OK + "uid 1");
        dgraph(S + "<18446744073709551615> .", OK + "uid 18446744073709551615");
        dgraph(S + "<0xffffffffffffffff> .", OK + "uid 18446744073709551615");
        dgraph(S + "<\\u0031> .", OK + "uid 1");
        for (String uid : List.of("010", "0b1", "0B1", "0o7", "1_0", "0x_1", "00", "08")) {
            dgraphRejects(
                    S + "<" + uid + "> .",
                    "23: uid \"" + uid + "\" is not written as 0x… or decimal");
        }
        for (String uid : List.of("0x0", "18446744073709551616", "0x10000000000000000")) {
            dgraphRejects(
                    S + "<" + uid + "> .",
                    "23: uid \"" + uid + "\" is not 1 to 2^64 - 1; write 0x… or decimal");
        }
        dgraphRejects(S + "<0> .", "23: uid \"0\" is not written as 0x… or decimal");
        for (String name : List.of("1a", "0x", "0xg", "0b2", "0o8", "-1", "+1", "1.0", "_1")) {
            dgraph(S + "<" + name + "> .", OK + "<" + name + ">");
        }
        dgraph("<a> <0x1> <b> .", "<a> <0x1> <b>");
    }

    /** Exports of Dgraph write it behind each statement. */
    @Test
    void theNamespaceOfDgraphCanBeZero() {
        dgraph(S + "<o> <0x0> .", OK + "<o> in uid 0");
        dgraph(S + "<o> <0x10> (a=1) .", OK + "<o> in uid 16 (a INT 1)");
        dgraphRejects(S + "<o> <0> .", "27: uid \"0\" is not written as 0x… or decimal");
    }

    @Test
    void blankNodesMayStandInBracketsAndHoldColonsInDgraph() {
        w3cRejects(
                S + "<_:a> .", "23: IRI \"_:a\" is not absolute; expected a scheme such as http:");
        dgraph(S + "<_:a> .", OK + "_:a");
        dgraph(S + "<\\u005f:a> .", OK + "_:a");
        dgraphRejects(S + "<_:@1.2.3> .", "23: a blank label must not begin with '@'");
        dgraphRejects(S + "<_:> .", "23: name \"_:\" has no letter and no digit");
        dgraphRejects("<a> <_:p> <b> .", "5: predicate \"_:p\" is a blank node; expected an IRI");
        w3cRejects(S + "_:a:b .", "26: found ':'; expected '.' at the end of the statement");
        w3cRejects(
                S + "_::a .", "25: found ':'; expected a letter, a digit or '_' to begin a label");
        dgraph(S + "_:a:b .", OK + "_:a:b");
        dgraph(S + "_::a .", OK + "_::a");
        both(S + "_:a..b-1.", OK + "_:a..b-1");
        bothReject(
                S + "_:-a .", "25: found '-'; expected a letter, a digit or '_' to begin a label");
        bothReject(
                S + "_:a. .",
                "28: found '.'; expected the end of the line behind '.', or a comment");
    }

    @Test
    void whiteSpaceMayBeLeftOut() {
        both("<http://s><http://p>_:o.", OK + "_:o");
        both("_:s<http://p>\"x\".", "_:s <http://p> \"x\"");
        both("<http://s><http://p>_:o<http://g>.", OK + "_:o in <http://g>");
        both("<http://s><http://p>\"x\"@en_:g.", OK + "\"x\"@en in _:g");
        both("\t <http://s>\t<http://p>  _:o \t. \t# end", OK + "_:o");
        w3cRejects("\u00a0" + S + "_:o .", "1: found U+00A0; expected a subject, <IRI> or _:label");
        dgraph("\u00a0\u000b" + S + "_:o .\u2003\u0085# end", OK + "_:o");
        bothReject(S + "\"x\" @en .", "27: found '@'; expected '.' at the end of the statement");
        bothReject(S + "\"x\"^^ <http://t> .", "28: found a space; expected '<' behind '^^'");
    }

    @Test
    void escapesAreDecoded() {
        both(
                "<http://a/\\u00e9> <http://p> <http://\\U0001F600> .",
                "<http://a/é> <http://p> <http://😀>");
        both(S + "\"\\'\\t\\b\\n\\r\\f\\\"\\\\\\u0000\" .", OK + "\"'\t\b\n\r\f\"\\\u0000\"");
        w3cRejects(S + "\"\\v\" .", ESCAPES.formatted("25", "'v'"));
        w3cRejects(S + "\"\\x41\" .", ESCAPES.formatted("25", "'x'"));
        dgraph(S + "\"\\v\\x41\\x00\\x7F\" .", OK + "\"\u000bA\u0000\u007f\"");
        dgraphRejects(S + "\"\\x80\" .", "24: \\x requires two hexadecimal digits, at most 7f");
        bothReject(
                S + "\"\\uD800\" .",
                "24: U+D800 is half of a character; write the whole one as it is, or as \\U and 8"
                        + " hexadecimal digits");
        bothReject(
                S + "\"\\U00110000\" .",
                "24: U+110000 is not a character; expected one up to U+10FFFF");
        bothReject(
                S + "\"\\UFFFFFFFF\" .", "24: \\U requires 8 hexadecimal digits, at most U+10FFFF");
        bothReject(S + "\"\\u12\" .", "24: \\u requires 4 hexadecimal digits, at most U+10FFFF");
        bothReject(
                "<http://a/\\u0020> <http://p> _:o .",
                "11: U+0020 must not be in an IRI, escaped either");
        bothReject(
                "<http://a/\\n> <http://p> _:o .",
                "11: escapes in an IRI are \\u and \\U; found \\ and 'n'");
        bothReject(
                "<http://a b> <http://p> _:o .",
                "10: a space must not be in an IRI; write it as %20");
    }

    private static final String ESCAPES =
            "%s: escape \\ followed by %s is not one of \\t \\b \\n \\r \\f \\\" \\' \\\\ \\u \\U";

    @Test
    void aCarriageReturnAloneEndsAStatement() {
        byte[] text =
                (S + "_:o .\r" + S + "\"\u0085\" .\r\n\r\n" + S + "<http://o>.")
                        .getBytes(StandardCharsets.UTF_8);
        List<String> expected = List.of(OK + "_:o", OK + "\"\u0085\"", OK + "<http://o>");
        for (RdfDialect dialect : RdfDialect.values()) {
            assertEquals(expected, StatementText.parse(dialect, true, text));
        }
        bothReject(
                S + "\"a\rb\" .",
                "25: found the end of the line; expected '\"' at the end of the string");
    }

    @Test
    void textIsUtf8() {
        int[][] wrong = {
            {0x80},
            {0xC0, 0xAF},
            {0xE0, 0x80, 0xAF},
            {0xED, 0xA0, 0x80},
            {0xF4, 0x90, 0x80, 0x80},
            {0xE4, 0xB8},
            {0xFF}
        };
        for (int[] bytes : wrong) {
            for (String place :
                    List.of(
                            S + "\"?\" .",
                            "<http://?> <http://p> _:o .",
                            S + "_:o . #?",
                            "# ?",
                            S + "_:a? .")) {
                byte[] text = with(place, bytes);
                for (RdfDialect dialect : RdfDialect.values()) {
                    assertEquals(
                            List.of(StatementText.REJECTED),
                            StatementText.parse(dialect, true, text),
                            place);
                }
            }
        }
    }

    private static byte[] with(String place, int[] bytes) {
        int at = place.indexOf('?');
        byte[] text = new byte[place.length() - 1 + bytes.length];
        for (int index = 0; index < at; index++) {
            text[index] = (byte) place.charAt(index);
        }
        for (int index = 0; index < bytes.length; index++) {
            text[at + index] = (byte) bytes[index];
        }
        for (int index = at + 1; index < place.length(); index++) {
            text[index - 1 + bytes.length] = (byte) place.charAt(index);
        }
        return text;
    }

    @Test
    void languagesBeginWithLettersAndHaveNoEmptyPart() {
        both(S + "\"x\"@en-Latn-GB-1994 .", OK + "\"x\"@en-Latn-GB-1994");
        bothReject(S + "\"x\"@en1 .", "29: found '1'; expected '.' at the end of the statement");
        bothReject(S + "\"x\"@1 .", "27: found '1'; expected a letter to begin a language");
        bothReject(
                S + "\"x\"@a- .",
                "29: found a space; expected a letter or a digit behind '-' in a language");
        String directions =
                "28: directions of text are part of RDF 1.2, which is not accepted;"
                        + " expected a language such as @en";
        bothReject(S + "\"x\"@a--b .", directions);
        bothReject(S + "\"x\"@e--ltr .", directions);
    }

    @Test
    void datatypesThatDgraphKnowsAreChecked() {
        for (String type :
                List.of(
                        "http://any/type",
                        "http://www.w3.org/2001/XMLSchema#byte",
                        "http://www.w3.org/2001/XMLSchema#decimal",
                        "xs:long")) {
            both(S + "\"x\"^^<" + type + "> .", OK + "\"x\"^^<" + type + ">");
        }
        w3c(S + "\"thirteen\"^^<xs:int> .", OK + "\"thirteen\"^^<xs:int>");
        dgraphRejects(
                S + "\"thirteen\"^^<xs:int> .",
                "23: \"thirteen\" is not a value of type \"xs:int\"" + KEPT);
        w3c(S + "\"NaN\"^^<xs:double> .", OK + "\"NaN\"^^<xs:double>");
        dgraphRejects(
                S + "\"NaN\"^^<xs:double> .",
                "23: \"NaN\" is not a value of type \"xs:double\"" + KEPT);
        dgraphRejects(S + "\"\"^^<xs:int> .", "23: \"\" is not a value of type \"xs:int\"" + KEPT);
        dgraphRejects(
                S + "\"\"^^<xs:base64Binary> .",
                "23: \"\" is not a value of type \"xs:base64Binary\"" + KEPT);
        dgraphRejects(
                S + "\"9223372036854775808\"^^<http://www.w3.org/2001/XMLSchema#integer> .",
                "23: \"9223372036854775808\" is not a value of type"
                        + " \"http://www.w3.org/2001/XMLSchema#integer\""
                        + KEPT);
        both(S + "\"\"^^<xs:string> .", OK + "\"\"^^<xs:string>");
        both(
                S + "\"2017\"^^<http://www.w3.org/2001/XMLSchema#gYear> .",
                OK + "\"2017\"^^<http://www.w3.org/2001/XMLSchema#gYear>");
        bothReject(
                S + "\"x\"^^<type> .",
                "28: IRI \"type\" is not absolute; expected a scheme such as http:");
    }

    @Test
    void graphsAreNodes() {
        both(S + "_:o <http://g> .", OK + "_:o in <http://g>");
        both(S + "_:o _:g .", OK + "_:o in _:g");
        w3cRejects(
                S + "_:o <0x10> .",
                "27: IRI \"0x10\" is not absolute; expected a scheme such as http:");
        dgraph(S + "_:o <0x10> .", OK + "_:o in uid 16");
        bothReject(S + "_:o \"g\" .", "27: found '\"'; expected '.' at the end of the statement");
        bothReject(
                S + "_:o <http://g> <http://h> .",
                "38: found '<'; expected '.' at the end of the statement");
        assertEquals(
                "27: found a fourth term; N-Triples have three, files named .nq may have four",
                StatementText.parseLine(RdfDialect.W3C, false, S + "_:o <http://g> ."));
        assertEquals(
                OK + "_:o in <http://g>",
                StatementText.parseLine(RdfDialect.DGRAPH, false, S + "_:o <http://g> ."));
    }

    @Test
    void whatBelongsToDeletionsAndUpsertsMeansNothing() {
        String star = "'*' means nothing in a load; it is for deletions";
        dgraphRejects("* * * .", "1: " + star);
        dgraphRejects("<a> * * .", "5: " + star);
        dgraphRejects("<a> <p> * .", "9: " + star);
        String functions = "uid(…) and val(…) mean nothing in a load; they are for upserts";
        dgraphRejects("uid(v) <p> <o> .", "1: " + functions);
        dgraphRejects("<a> <p> uid(v) .", "9: " + functions);
        dgraphRejects("<a> <p> val(v) .", "9: " + functions);
        w3cRejects(S + "* .", "23: found '*'; expected an object, <IRI>, _:label or \"text\"");
        w3cRejects("uid(v) <http://p> _:o .", "1: found 'u'; expected a subject, <IRI> or _:label");
    }

    @Test
    void oneStatementIsOnALine() {
        bothReject(
                S + "# no\n_:o .", "23: found '#'; expected an object, <IRI>, _:label or \"text\"");
        bothReject(
                S + "_:o . " + S + "_:o .",
                "29: found '<'; expected the end of the line behind '.', or a comment");
        bothReject(
                S + "_:o . x",
                "29: found 'x'; expected the end of the line behind '.', or a comment");
        bothReject(
                S + "_:o",
                "26: found the end of the line; expected '.' at the end of the statement");
        bothReject(
                "<http://s", "10: found the end of the line; expected '>' at the end of the IRI");
    }

    @Test
    void languagesAreCutOffPredicatesOfDgraphThatAreNoIris() {
        both("_:s <http://u@h/p> _:o .", "_:s <http://u@h/p> _:o");
        dgraph("<a> <name@en> \"x\" .", "<a> <name> \"x\"@en");
        dgraph("<a> <name@en-GB> \"x\"@fr .", "<a> <name> \"x\"@fr");
        dgraph("<a> <n@me@en> \"x\" .", "<a> <n@me> \"x\"@en");
        for (String whole :
                List.of("@en", "name@", "name@en-", "name@1", "name@en--x", "n:me@en")) {
            dgraph("<a> <" + whole + "> \"x\" .", "<a> <" + whole + "> \"x\"");
        }
        dgraphRejects(
                "<a> <~p> <b> .", "5: predicate \"~p\" begins with '~', which names inverse links");
    }

    @Test
    void otherSyntaxIsRejected() {
        for (String line :
                List.of(
                        "@prefix a: <http://a> .",
                        "@base <http://a> .",
                        S + "_:o ; <http://p> _:b .",
                        S + "_:o , _:b .",
                        S + "'x' .",
                        S + "\"\"\"x\"\"\" .",
                        S + "12 .",
                        S + "true .",
                        "\"s\" <http://p> _:o .",
                        "<http://s> _:p _:o .",
                        "<http://s> a _:o .",
                        "<<<http://s> <http://p> _:o>> <http://p> _:o .",
                        S + "<<( <http://s> <http://p> _:o )>> .",
                        S + ".",
                        "0x1 <http://p> _:o .")) {
            for (RdfDialect dialect : RdfDialect.values()) {
                String outcome = StatementText.parseLine(dialect, true, line);
                assertTrue(outcome.matches("\\d+: .*"), line + " gives " + outcome);
            }
        }
        bothReject(
                S + "<<( _:a <http://p> _:o )>> .",
                "23: triple terms <<( … )>> are part of RDF 1.2, which is not accepted");
    }

    @Test
    void linesWithoutStatementsArePassedOver() {
        for (String line :
                List.of(
                        "",
                        " \t",
                        "# é",
                        "VERSION \"1.1\"",
                        " VERSION  \"1.2-basic\" # x",
                        "VERSION\"1.2\"")) {
            both(line, "nothing");
        }
        bothReject("VERSION \"1.3\"", "1: found 'V'; expected a subject, <IRI> or _:label");
        bothReject(
                "VERSION \"1.1\" .",
                "15: found '.'; expected the end of the line behind the version");
        byte[] marked = ("\ufeff" + S + "_:o .").getBytes(StandardCharsets.UTF_8);
        assertEquals(List.of(OK + "_:o"), StatementText.parse(RdfDialect.W3C, true, marked));
    }

    /** The parser knows a predicate again that is written as the one before. */
    @Test
    void aPredicateMeansTheSameBehindAnyOther() {
        List<String> predicates =
                List.of(
                        "<p>",
                        "<p@en>",
                        "<p@de>",
                        "<\\u0070>",
                        "<pp>",
                        "<p",
                        "<~p>",
                        "<_:p>",
                        "<->",
                        "<http://p>",
                        "<http://p@en>",
                        "<http:\\u002f/p>",
                        "<http://p >",
                        "<0x1>");
        for (RdfDialect dialect : RdfDialect.values()) {
            for (String first : predicates) {
                for (String second : predicates) {
                    List<String> lines =
                            Stream.of(first, second, second, first)
                                    .map(predicate -> "_:s " + predicate + " \"o\" .")
                                    .toList();
                    List<String> alone =
                            lines.stream()
                                    .map(line -> StatementText.parseLine(dialect, true, line))
                                    .map(each -> each.matches("\\d+: .*") ? REJECTED : each)
                                    .toList();
                    byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
                    assertEquals(alone, StatementText.parse(dialect, true, text), lines::toString);
                }
            }
        }
    }

    private static void w3c(String line, String outcome) {
        assertEquals(outcome, StatementText.parseLine(RdfDialect.W3C, true, line), line);
    }

    private static void dgraph(String line, String outcome) {
        assertEquals(outcome, StatementText.parseLine(RdfDialect.DGRAPH, true, line), line);
    }

    private static void both(String line, String outcome) {
        w3c(line, outcome);
        dgraph(line, outcome);
    }

    private static void w3cRejects(String line, String reject) {
        w3c(line, reject);
    }

    private static void dgraphRejects(String line, String reject) {
        dgraph(line, reject);
    }

    private static void bothReject(String line, String reject) {
        both(line, reject);
    }
}
