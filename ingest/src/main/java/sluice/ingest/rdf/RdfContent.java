package sluice.ingest.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sluice.ingest.fact.ConversionCheck;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.rdf.RdfDialect;
import sluice.rdf.StatementParser;

/** Tells from a file's name and its first bytes whether it is RDF, and of which kind. */
public final class RdfContent {
    private static final Pattern NAME =
            Pattern.compile("(?i).*\\.(rdf|nt|nq|ttl|owl|trig|n3)(\\.(gz|gzip|zst|zstd))?");

    /** How files begin that are RDF in a form that Sluice does not read, and what each is. */
    private static final List<List<String>> OTHER_FORMS =
            List.of(
                    List.of("<?xml", "XML", "RDF/XML"),
                    List.of("<rdf:rdf", "RDF/XML", "RDF/XML"),
                    List.of("<!doctype", "XML", "RDF/XML"),
                    List.of("@prefix", "Turtle", "Turtle"),
                    List.of("@base", "Turtle", "Turtle"),
                    List.of("prefix ", "Turtle", "Turtle"),
                    List.of("base ", "Turtle", "Turtle"));

    private RdfContent() {}

    /** Whether the name of a file says that it is RDF. */
    public static boolean isNamed(String fileName) {
        return NAME.matcher(fileName).matches();
    }

    /** Whether the name says that statements may have a graph; only {@code .nt} says no. */
    public static boolean hasGraphs(String fileName) {
        Matcher name = NAME.matcher(fileName);
        return !name.matches() || !name.group(1).equalsIgnoreCase("nt");
    }

    /** Refuses what is RDF but not N-Triples or N-Quads, by name or by the first bytes. */
    public static void refuseOtherForms(String fileName, byte[] head) {
        String begin = begin(head);
        for (List<String> form : OTHER_FORMS) {
            if (begin.startsWith(form.getFirst())) {
                throw refused(fileName, "the file is " + form.get(1), form.get(2));
            }
        }
        Matcher name = NAME.matcher(fileName);
        String ending = name.matches() ? name.group(1).toLowerCase(Locale.ROOT) : "";
        switch (ending) {
            case "ttl", "trig", "n3" -> throw refused(fileName, "the name says Turtle", "Turtle");
            case "owl" -> throw refused(fileName, "the name says OWL", "RDF/XML");
            default -> {}
        }
    }

    private static SluiceException refused(String fileName, String found, String form) {
        return new SluiceException(
                ErrorCode.INPUT,
                "%s: %s, expected N-Triples or N-Quads, one statement a line; convert %s first, such as with riot of Apache Jena"
                        .formatted(fileName, found, form));
    }

    /** The first word of the text, behind blank lines and comments, in small letters. */
    private static String begin(byte[] head) {
        String text = new String(head, 0, Math.min(head.length, 4096), StandardCharsets.UTF_8);
        return text.replaceFirst("^\uFEFF", "")
                .replaceFirst("^(\\s|#[^\\n]*\\n)*", "")
                .toLowerCase(Locale.ROOT);
    }

    /**
     * Whether the first line of {@code head} that is neither blank nor a comment is a statement.
     */
    public static boolean isStatement(byte[] head, boolean whole) {
        byte[] text = whole ? withLineEnd(head) : head;
        int end = StatementParser.wholeLines(text, 0, text.length);
        StatementParser parser =
                new StatementParser(RdfDialect.DGRAPH, true, new ConversionCheck());
        parser.begin(text, 0, end);
        return parser.next() == StatementParser.Outcome.STATEMENT;
    }

    private static byte[] withLineEnd(byte[] head) {
        byte[] text = Arrays.copyOf(head, head.length + 1);
        text[head.length] = '\n';
        return text;
    }
}
