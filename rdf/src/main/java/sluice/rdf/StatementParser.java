package sluice.rdf;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parses the statements of N-Triples and N-Quads, one a line. Belongs to one thread.
 *
 * <p>The caller gives text with {@link #begin}, then calls {@link #next} until it returns {@link
 * Outcome#END}. A line ends at a line feed or at a carriage return; no term holds one. A line that
 * is not a statement is rejected as a whole, and the parser goes on behind its end.
 *
 * <p>Hot: no object for each statement, but for facets that are floats in unusual forms. {@code
 * StatementSpeed} measures it.
 */
public final class StatementParser {
    /** What {@link #next} found. */
    public enum Outcome {
        /** {@link #statement} holds it. */
        STATEMENT,
        /** {@link #column} and {@link #cause} say why. */
        REJECTED,
        /** The text has no more lines. */
        END
    }

    private final boolean w3c;
    private final boolean graphs;
    private final LexicalCheck check;
    private final Statement statement = new Statement();
    private final StatementFault fault = new StatementFault();
    private final TermReader terms;
    private final BracketNames names = new BracketNames(fault);
    private final FacetReader facets;

    private byte[] text = {};
    private int end;
    private int position;
    private int rowStart;
    private int rowEnd;
    private int objectStart;
    private long lines;

    /**
     * Where the text has the last predicate that is what is written, brackets and all; or 0 bytes.
     */
    private int knownStart;

    private int knownLength;

    /**
     * A parser of one dialect.
     *
     * @param graphs whether a statement may have a graph; Dgraph's always may
     * @param check of literals whose type Dgraph knows, and of facets; W3C's are not checked
     */
    public StatementParser(RdfDialect dialect, boolean graphs, LexicalCheck check) {
        w3c = dialect == RdfDialect.W3C;
        this.graphs = graphs || !w3c;
        this.check = check;
        terms = new TermReader(dialect, fault);
        facets = new FacetReader(terms, check, fault);
    }

    /** Where the lines begin in {@code text}: behind a byte order mark, if it begins with one. */
    public static int pastMark(byte[] text, int from, int to) {
        boolean marked =
                to - from >= 3
                        && text[from] == (byte) 0xEF
                        && text[from + 1] == (byte) 0xBB
                        && text[from + 2] == (byte) 0xBF;
        return marked ? from + 3 : from;
    }

    /** Where the whole lines of {@code text} end: behind the last line end, or {@code from}. */
    public static int wholeLines(byte[] text, int from, int to) {
        int end = to;
        while (end > from && text[end - 1] != '\n' && text[end - 1] != '\r') {
            end--;
        }
        return end;
    }

    /** Takes the lines of {@code text} between two places; the last byte must be a line end. */
    public void begin(byte[] text, int from, int to) {
        Objects.checkFromToIndex(from, to, text.length);
        if (wholeLines(text, from, to) != to) {
            throw new IllegalArgumentException("the text does not end with a line end");
        }
        this.text = text;
        position = from;
        end = to;
        knownLength = 0;
    }

    /** Reads up to the next statement or rejected line. */
    public Outcome next() {
        while (true) {
            int start = pastEmptyLines();
            if (start == end) {
                return Outcome.END;
            }
            int stop = text[start] == '#' ? comment(start) : statement(start);
            if (stop == StatementFault.FOUND) {
                rowEnd = lineEnd(fault.position());
                position = rowEnd;
                return Outcome.REJECTED;
            }
            rowEnd = stop;
            position = stop;
            if (text[start] != '#' && text[start] != 'V') {
                return Outcome.STATEMENT;
            }
        }
    }

    /** The statement that was read last; valid after {@link Outcome#STATEMENT}. */
    public Statement statement() {
        return statement;
    }

    /** Where the line of the last outcome begins in the text. */
    public int rowStart() {
        return rowStart;
    }

    /** Where its line end is. */
    public int rowEnd() {
        return rowEnd;
    }

    /** Where the next line begins, or the end of the last one is. */
    public int position() {
        return position;
    }

    /** The line feeds that were passed since the parser was made. */
    public long lines() {
        return lines;
    }

    /** Which character of the rejected line is at fault, counted from 1. */
    public int column() {
        return columnOf(fault.position());
    }

    /** The character of the line at which the object of the statement begins, counted from 1. */
    public int objectColumn() {
        return columnOf(objectStart);
    }

    private int columnOf(int position) {
        int column = 1;
        for (int place = rowStart; place < position; place++) {
            column += (text[place] & 0xC0) == 0x80 ? 0 : 1;
        }
        return column;
    }

    /** What was found in the rejected line and what was expected. */
    public String cause() {
        return fault.cause();
    }

    /** Passes line ends and blanks; returns where the first other byte is, or the end. */
    private int pastEmptyLines() {
        int place = position;
        int start = place;
        while (place < end) {
            byte value = text[place];
            if (value == '\n') {
                lines++;
                start = ++place;
            } else if (value == '\r') {
                start = ++place;
            } else if (value == ' ' || value == '\t') {
                place++;
            } else {
                int trimmed = w3c || value > 0x20 ? 0 : trimmedLength(place);
                if (trimmed == 0) {
                    break;
                }
                place += trimmed;
            }
        }
        rowStart = start;
        return place;
    }

    /** How many bytes the white space at {@code place} has that Dgraph cuts off; 0 for none. */
    private int trimmedLength(int place) {
        byte value = text[place];
        int length = value < 0 ? Utf8Characters.sequenceLength(text, place) : 1;
        int character = length > 1 ? Utf8Characters.character(text, place, length) : value;
        return length > 0 && Letters.isTrimmed(character) && value != '\n' && value != '\r'
                ? length
                : 0;
    }

    private int pastBlanks(int from) {
        int place = from;
        while (text[place] == ' ' || text[place] == '\t') {
            place++;
        }
        return place;
    }

    private int lineEnd(int from) {
        int place = from;
        while (text[place] != '\n' && text[place] != '\r') {
            place++;
        }
        return place;
    }

    /** Passes a comment, which must be UTF-8; returns where its line ends. */
    private int comment(int from) {
        int place = from;
        while (true) {
            while (Letters.is(text[place], Letters.COMMENT)) {
                place++;
            }
            int length = text[place] < 0 ? Utf8Characters.sequenceLength(text, place) : 0;
            if (length == 0) {
                return text[place] < 0 ? fault.set(place, StatementFault.at(text, place)) : place;
            }
            place += length;
        }
    }

    /** Reads a statement, or passes a version, and returns where its line ends. */
    private int statement(int from) {
        statement.clear();
        terms.clear();
        if (text[from] == 'V') {
            return version(from);
        }
        int place = node(from, statement.subject(), "a subject, <IRI> or _:label");
        if (place == StatementFault.FOUND) {
            return StatementFault.FOUND;
        }
        place = predicate(pastBlanks(place));
        if (place == StatementFault.FOUND) {
            return StatementFault.FOUND;
        }
        objectStart = pastBlanks(place);
        place = object(objectStart);
        if (place == StatementFault.FOUND) {
            return StatementFault.FOUND;
        }
        place = pastBlanks(place);
        if (text[place] != '.') {
            place = pastObject(place);
            if (place == StatementFault.FOUND) {
                return StatementFault.FOUND;
            }
        }
        return pastDot(place + 1);
    }

    /** Reads a graph and facets, and returns where the dot is. */
    private int pastObject(int from) {
        int place = from;
        if (text[place] == '<' || text[place] == '_') {
            if (!graphs) {
                return fault.set(
                        place,
                        "found a fourth term; N-Triples have three, files named .nq may have four");
            }
            place = graph(place);
            if (place == StatementFault.FOUND) {
                return StatementFault.FOUND;
            }
            place = pastBlanks(place);
        }
        if (text[place] == '(' && !w3c) {
            place = facets.read(text, place, statement);
            if (place == StatementFault.FOUND) {
                return StatementFault.FOUND;
            }
            place = pastBlanks(place);
        }
        return text[place] == '.'
                ? place
                : fault.unexpected(text, place, "'.' at the end of the statement");
    }

    /** Passes what may be behind the dot, and returns where the line ends. */
    private int pastDot(int from) {
        int place = pastBlanks(from);
        while (true) {
            byte value = text[place];
            if (value == '\n' || value == '\r') {
                return place;
            }
            if (value == '#') {
                return comment(place);
            }
            int trimmed = w3c ? 0 : trimmedLength(place);
            if (trimmed == 0) {
                return fault.unexpected(
                        text, place, "the end of the line behind '.', or a comment");
            }
            place += trimmed;
        }
    }

    /** Reads a subject, a graph or an object that is no literal. */
    private int node(int from, Term into, String expected) {
        byte value = text[from];
        if (value == '_') {
            return terms.blank(text, from, into);
        }
        if (value != '<') {
            return notATerm(from, expected);
        }
        int place = iri(from, into);
        if (place == StatementFault.FOUND) {
            return StatementFault.FOUND;
        }
        boolean taken = w3c ? names.isAbsolute(into, from) : names.classify(into, from);
        return taken ? place : StatementFault.FOUND;
    }

    /** Reads a graph; {@code <0x0>} is the namespace of a Dgraph that has one tenant. */
    private int graph(int from) {
        boolean isZero = !w3c && startsWith(from, "<0x0>");
        if (isZero) {
            statement.graph().setUid(0);
            return from + "<0x0>".length();
        }
        return node(from, statement.graph(), "a graph");
    }

    /** Reads the text between angle brackets, whatever it is. */
    private int iri(int from, Term into) {
        if (text[from + 1] == '<') {
            return fault.set(
                    from, "triple terms <<( … )>> are part of RDF 1.2, which is not accepted");
        }
        int place = terms.iri(text, from, into);
        into.setKind(Term.Kind.IRI);
        return place;
    }

    private int notATerm(int from, String expected) {
        byte value = text[from];
        if (!w3c && value == '*') {
            return fault.set(from, "'*' means nothing in a load; it is for deletions");
        }
        if (!w3c && (startsWith(from, "uid(") || startsWith(from, "val("))) {
            return fault.set(
                    from, "uid(…) and val(…) mean nothing in a load; they are for upserts");
        }
        return fault.unexpected(text, from, expected);
    }

    private boolean startsWith(int from, String word) {
        for (int index = 0; index < word.length(); index++) {
            // A line end is in no word, so nothing is read behind the last one.
            if (text[from + index] != word.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    private int predicate(int from) {
        Term predicate = statement.predicate();
        if (text[from] != '<') {
            return notATerm(from, "a predicate, <IRI>");
        }
        if (isKnownPredicate(from)) {
            predicate.set(Term.Kind.IRI, text, from + 1, knownLength - 2);
            return from + knownLength;
        }
        int place = iri(from, predicate);
        if (place == StatementFault.FOUND) {
            return StatementFault.FOUND;
        }
        if (w3c) {
            if (!names.isAbsolute(predicate, from)) {
                return StatementFault.FOUND;
            }
        } else {
            BracketNames.cutLanguage(predicate, statement.language());
            if (!names.isPredicate(predicate, from)) {
                return StatementFault.FOUND;
            }
        }
        knownStart = from;
        // One with escapes or a language is longer than what it says.
        knownLength = predicate.length() == place - from - 2 ? place - from : 0;
        return place;
    }

    /** Whether the predicate at {@code from} is written as the last one was, which was good. */
    private boolean isKnownPredicate(int from) {
        return knownLength > 0
                && from + knownLength <= end
                && Arrays.equals(
                        text, knownStart, knownStart + knownLength, text, from, from + knownLength);
    }

    private int object(int from) {
        if (text[from] != '"') {
            return node(from, statement.object(), "an object, <IRI>, _:label or \"text\"");
        }
        Term object = statement.object();
        int place = terms.string(text, from, object);
        object.setKind(Term.Kind.LITERAL);
        if (place == StatementFault.FOUND) {
            return StatementFault.FOUND;
        }
        if (text[place] == '@') {
            return terms.language(text, place, statement.language());
        }
        return text[place] == '^' ? datatype(place, from) : place;
    }

    /** Reads {@code ^^} and the datatype of the literal that begins at {@code literal}. */
    private int datatype(int from, int literal) {
        if (text[from + 1] != '^') {
            return fault.unexpected(text, from + 1, "'^^' in front of a datatype");
        }
        if (text[from + 2] != '<') {
            return fault.unexpected(text, from + 2, "'<' behind '^^'");
        }
        Term datatype = statement.datatype();
        int place = iri(from + 2, datatype);
        if (place == StatementFault.FOUND) {
            return StatementFault.FOUND;
        }
        KnownType type = w3c ? null : KnownType.of(datatype);
        if (type == null) {
            return names.isAbsolute(datatype, from + 2) ? place : StatementFault.FOUND;
        }
        return isValue(type, statement.object())
                ? place
                : fault.set(
                        literal,
                        StatementFault.shown(statement.object())
                                + " is not a value of type "
                                + StatementFault.shown(datatype)
                                + "; rdf: w3c keeps it as it is written, unless a schema declares"
                                + " its predicate");
    }

    private boolean isValue(KnownType type, Span value) {
        return type == KnownType.STRING
                || value.length() > 0
                        && check.isValue(type, value.bytes(), value.offset(), value.length());
    }

    /** Passes a version, such as {@code VERSION "1.1"}, which changes nothing. */
    private int version(int from) {
        String found = versionAt(from);
        if (found == null) {
            return fault.unexpected(text, from, "a subject, <IRI> or _:label");
        }
        int place = pastBlanks(from + "VERSION".length()) + found.length();
        place = pastBlanks(place);
        return text[place] == '#'
                ? comment(place)
                : text[place] == '\n' || text[place] == '\r'
                        ? place
                        : fault.unexpected(text, place, "the end of the line behind the version");
    }

    private @Nullable String versionAt(int from) {
        if (!startsWith(from, "VERSION")) {
            return null;
        }
        int place = pastBlanks(from + "VERSION".length());
        for (String version : new String[] {"\"1.1\"", "\"1.2\"", "\"1.2-basic\""}) {
            if (startsWith(place, version)) {
                return version;
            }
        }
        return null;
    }
}
