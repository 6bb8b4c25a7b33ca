package sluice.rdf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.irix.IRIProviderAny;
import org.apache.jena.irix.SystemIRIx;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.RiotException;
import org.apache.jena.riot.lang.LabelToNode;
import org.apache.jena.riot.system.ErrorHandlerFactory;
import org.apache.jena.riot.system.StreamRDFBase;
import org.apache.jena.sparql.core.Quad;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.testkit.Experiment;

/**
 * Compares the dialect of the W3C with the N-Quads parser of Apache Jena, over statements from the
 * grammar and mutants of them, each a document. {@code -Dseed=} replays one statement, {@code
 * -Drdf.statements=} sets how many there are.
 */
@Tag(Experiment.TAG)
class JenaTest {
    private static final int STATEMENTS = Experiment.size("rdf.statements", 20_000, 1_000_000);

    /**
     * Where Jena leaves the grammar: it takes line ends and form feeds for blanks, lets control
     * characters stand in IRIs and those of private planes in labels, takes two dots behind a label
     * for one, and refuses three characters that do not mean text.
     */
    private static final Pattern NOT_OF_JENA =
            Pattern.compile(
                    "[\\n\\f\\r\\x00-\\x08\\x0B\\x0E-\\x1F\\uFFFD-\\uFFFF\\x{F0000}-\\x{10FFFF}]|\\.[ \\t]*\\."
                            + "|\\\\[uU](?:0000)?(?i:fff[def])");

    private static final Pattern LANGUAGE = Pattern.compile("\"@[a-zA-Z0-9-]+");

    private int compared;
    private int rejected;

    @BeforeAll
    static void takeAnyIri() {
        SystemIRIx.setProvider(IRIProviderAny.stringProvider());
    }

    @Test
    void agreesWithJena() throws IOException {
        Long replayed = Long.getLong("seed");
        long first = replayed != null ? replayed : new Random().nextLong();
        int count = replayed != null ? 1 : STATEMENTS;
        try (Experiment experiment = new Experiment("N-Quads beside Apache Jena", first)) {
            for (long seed = first; seed < first + count; seed++) {
                Random random = new Random(seed);
                boolean graphs = random.nextBoolean();
                StatementGenerator generator =
                        new StatementGenerator(random, RdfDialect.W3C, graphs);
                byte[] text = generator.next().text().getBytes(StandardCharsets.UTF_8);
                compare(seed, graphs, text);
                compare(seed, graphs, generator.mutated(text));
            }
            assertTrue(replayed != null || compared > count && rejected > count / 10);
            experiment.ran(compared);
            experiment.fact("statements made", count).fact("rejected by both", rejected).passed();
        }
    }

    private void compare(long seed, boolean graphs, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        boolean isUtf8 = Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8));
        if (!isUtf8 || NOT_OF_JENA.matcher(text).find()) {
            return;
        }
        String outcome = StatementText.parseLine(RdfDialect.W3C, graphs, text);
        if (outcome.contains("is not absolute")) {
            // Jena resolves such IRIs.
            return;
        }
        compared++;
        boolean rejects = outcome.matches("(?s)\\d+: .*");
        rejected += rejects ? 1 : 0;
        assertEquals(
                withLowerLanguage(jena(graphs, bytes)),
                rejects ? StatementText.REJECTED : withLowerLanguage(outcome),
                () -> "replay with -Dseed=" + seed + ": " + text + " is " + outcome);
    }

    /** Jena has languages in cases of its own. */
    private static String withLowerLanguage(String outcome) {
        return LANGUAGE.matcher(outcome)
                .replaceAll(
                        language ->
                                Matcher.quoteReplacement(
                                        language.group().toLowerCase(Locale.ROOT)));
    }

    private static String jena(boolean graphs, byte[] text) {
        List<String> statements = new ArrayList<>();
        StreamRDFBase sink =
                new StreamRDFBase() {
                    @Override
                    public void triple(Triple triple) {
                        statements.add(of(triple));
                    }

                    @Override
                    public void quad(Quad quad) {
                        String graph = quad.isDefaultGraph() ? "" : " in " + of(quad.getGraph());
                        statements.add(of(quad.asTriple()) + graph);
                    }
                };
        try {
            RDFParser.source(new ByteArrayInputStream(text))
                    .lang(graphs ? Lang.NQUADS : Lang.NTRIPLES)
                    .checking(false)
                    .resolveURIs(false)
                    .labelToNode(LabelToNode.createUseLabelAsGiven())
                    .errorHandler(ErrorHandlerFactory.errorHandlerStrictNoLogging)
                    .parse(sink);
        } catch (RiotException | IllegalArgumentException e) {
            // It says what is wrong in a way that may go wrong itself.
            return StatementText.REJECTED;
        }
        return statements.isEmpty() ? "nothing" : String.join("\n", statements);
    }

    private static String of(Triple triple) {
        return of(triple.getSubject())
                + " "
                + of(triple.getPredicate())
                + " "
                + of(triple.getObject());
    }

    private static String of(Node node) {
        if (node.isURI()) {
            return "<" + node.getURI() + ">";
        }
        if (node.isBlank()) {
            return "_:" + node.getBlankNodeLabel();
        }
        String language = node.getLiteralLanguage();
        String datatype = node.getLiteralDatatypeURI();
        boolean untyped = !language.isEmpty() || datatype.endsWith("#string");
        return "\""
                + node.getLiteralLexicalForm()
                + "\""
                + (language.isEmpty() ? "" : "@" + language)
                + (untyped ? "" : "^^<" + datatype + ">");
    }
}
