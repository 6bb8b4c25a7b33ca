package sluice.export.rdf;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.ConversionCheck;
import sluice.ingest.row.RowParser;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.rdf.RdfDialect;
import sluice.rdf.Span;
import sluice.rdf.Statement;
import sluice.rdf.StatementParser;
import sluice.rdf.Term;
import sluice.schema.TypeNames;
import sluice.schema.TypedValue;
import sluice.schema.ValueReader;
import sluice.schema.ValueType;
import sluice.store.ScanProgress;

/**
 * Writes rows as statements, each of which the parser reads back first. Belongs to one thread.
 *
 * <p>Cost: the names of the row, and about a nanosecond a byte for reading back. Holds {@value
 * #BUFFER_BYTES} bytes, or the longest statement.
 */
final class StatementWriter implements GraphReader.Visitor {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int ROWS_PER_REPORT = 1 << 12;

    private final RdfOptions options;
    private final OutputStream out;
    private final ScanProgress progress;
    private final NodeText nodes;
    private final PredicateNames predicates;
    private final OtherWays ways;
    private final BackwardLinks backwardLinks = new BackwardLinks();
    private final FoundTypes foundTypes = new FoundTypes();
    private final StatementParser parser;
    private final LineText line = new LineText();
    private final LiteralText literals;
    private final FacetText facets = new FacetText();
    private final ValueReader row = new ValueReader();
    private final TypedValue value = new TypedValue();
    private byte[] valueBuffer = {};
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int buffered;
    private long rows;
    private long links;
    private long properties;
    private long withoutFacets;
    private boolean hasNamespace;

    StatementWriter(
            RdfOptions options,
            NodeText nodes,
            PredicateNames predicates,
            OtherWays ways,
            OutputStream out,
            ScanProgress progress) {
        this.options = options;
        this.nodes = nodes;
        this.predicates = predicates;
        this.ways = ways;
        this.out = out;
        this.progress = progress;
        literals = new LiteralText(options.isW3c());
        parser = new StatementParser(options.dialect(), false, new ConversionCheck());
    }

    BackwardLinks backwardLinks() {
        return backwardLinks;
    }

    FoundTypes foundTypes() {
        return foundTypes;
    }

    NodeText nodes() {
        return nodes;
    }

    FacetText facets() {
        return facets;
    }

    long links() {
        return links;
    }

    long properties() {
        return properties;
    }

    /** Whether a statement belongs to a namespace. */
    boolean hasNamespace() {
        return hasNamespace;
    }

    /** The statements whose facets, times or versions were left out. */
    long withoutFacets() {
        return withoutFacets;
    }

    @Override
    public void node(Node node) throws IOException {
        throw new SluiceException(
                ErrorCode.STORE,
                "the store has a row of the node %s, with a type and data, and RDF has no such rows; %s"
                        .formatted(nodes.text(node.id()), ways.always()));
    }

    @Override
    public void link(Link link) throws IOException {
        if (++rows % ROWS_PER_REPORT == 0) {
            progress.addRows(ROWS_PER_REPORT);
        }
        PredicateNames.Meaning meaning = predicates.of(link.linkType());
        if (link.visibility() != Visibility.VISIBLE) {
            throw refused(
                    link,
                    meaning,
                    "the row is hidden, which RDF cannot say; delete it, or " + ways.always());
        }
        if (meaning.isBackwards()) {
            backwardLinks.backwards(meaning.text(), link);
            return;
        }
        if (meaning.hasBackwards()) {
            backwardLinks.forwards(meaning.text(), link);
        }
        readData(link, meaning);
        line.clear();
        nodes.put(line, link.id1(), meaning.label());
        line.put(' ');
        line.iri(meaning.name());
        line.put(' ');
        TypedValue written = null;
        if (meaning.isProperty()) {
            written = putValue(link, meaning);
            properties++;
        } else {
            nodes.put(line, link.id2(), meaning.label());
            links++;
        }
        putNamespace(link, meaning);
        boolean hasFacets = putFacets(link, meaning);
        line.put(" .\n");
        check(link, meaning, written, hasFacets);
        append();
    }

    private void readData(Link link, PredicateNames.Meaning meaning) throws IOException {
        byte[] data = link.data();
        boolean isEmptyLink = data.length == 0 && !meaning.isProperty();
        boolean isRead = row.read(MemorySegment.ofArray(data), 0, data.length);
        ValueType type = row.type();
        if (!isEmptyLink && (!isRead || (type == ValueType.UID) == meaning.isProperty())) {
            throw refused(
                    link,
                    meaning,
                    meaning.isProperty()
                            ? "the row is no value; run: sluice verify"
                            : "it has %d bytes of data that are not facets, which RDF cannot carry; %s"
                                    .formatted(data.length, ways.always()));
        }
        if (meaning.declared() == null) {
            foundTypes.add(meaning.text(), meaning.isProperty() ? type : ValueType.UID);
        } else if (meaning.isProperty() && meaning.declared().type() != type) {
            throw refused(
                    link,
                    meaning,
                    "the value is of type %s and the schema declares %s; run: sluice verify"
                            .formatted(type.written(), meaning.declared().type().written()));
        }
    }

    private TypedValue putValue(Link link, PredicateNames.Meaning meaning) throws IOException {
        byte[] data = link.data();
        if (valueBuffer.length < row.valueLength()) {
            valueBuffer = new byte[2 * row.valueLength()];
        }
        row.copyValue(value, valueBuffer);
        TypedValue text = literals.of(value);
        if (text == null) {
            throw refused(
                    link,
                    meaning,
                    "a value of type %s cannot be written in the dialect %s; %s"
                            .formatted(
                                    value.type().written(),
                                    options.dialectName(),
                                    ways.inDialect()));
        }
        line.quoted(text.bytes(), text.offset(), text.length());
        String datatype = literals.datatype();
        if (row.languageLength() > 0) {
            line.put('@');
            line.put(data, (int) row.languageOffset(), row.languageLength());
        } else if (row.datatypeLength() > 0) {
            int from = (int) row.datatypeOffset();
            line.put("^^");
            line.iri(Arrays.copyOfRange(data, from, from + row.datatypeLength()));
        } else if (datatype != null) {
            line.put("^^<");
            line.put(datatype);
            line.put('>');
        }
        return text;
    }

    private void putNamespace(Link link, PredicateNames.Meaning meaning) throws IOException {
        if (meaning.label().isEmpty()) {
            return;
        }
        if (options.isW3c()) {
            throw refused(
                    link,
                    meaning,
                    "it belongs to a namespace, which the dialect w3c cannot carry; export it as"
                            + " rdf: dgraph");
        }
        hasNamespace = true;
        line.put(" <");
        line.put(number(meaning));
        line.put('>');
    }

    /** The number of the namespace as a label has it, {@code 0x10}. */
    private static String number(PredicateNames.Meaning meaning) {
        return meaning.label().substring(0, meaning.label().length() - 1);
    }

    private boolean putFacets(Link link, PredicateNames.Meaning meaning) throws IOException {
        if (!FacetText.isNeeded(link, row)) {
            return false;
        }
        if (options.facetsDropped()) {
            withoutFacets++;
            return false;
        }
        if (options.isW3c()) {
            throw refused(
                    link,
                    meaning,
                    "it has facets, a time or a version, which the dialect w3c cannot carry;"
                            + " export with --rdf dgraph, or without them: --drop-facets");
        }
        facets.put(line, link, row, link.data());
        return true;
    }

    /** Has the parser read the line, and compares all terms with those of the row. */
    private void check(
            Link link,
            PredicateNames.Meaning meaning,
            @Nullable TypedValue written,
            boolean hasFacets)
            throws IOException {
        if (line.length() - 1 > RowParser.ROW_BYTES_MAX) {
            throw refused(
                    link,
                    meaning,
                    "it takes %d bytes as a statement, and a load takes %d; shorten it"
                            .formatted(line.length() - 1, RowParser.ROW_BYTES_MAX));
        }
        parser.begin(line.bytes(), 0, line.length());
        if (parser.next() != StatementParser.Outcome.STATEMENT) {
            throw refused(link, meaning, parser.cause() + "; " + ways.inDialect());
        }
        String problem = problem(parser.statement(), link, meaning, written);
        if (problem == null && hasFacets) {
            row.read(MemorySegment.ofArray(link.data()), 0, link.data().length);
            problem = facets.problem(parser.statement(), link, row, link.data());
        }
        if (problem != null) {
            throw refused(link, meaning, problem + "; " + ways.inDialect());
        }
    }

    private @Nullable String problem(
            Statement read, Link link, PredicateNames.Meaning meaning, @Nullable TypedValue written)
            throws IOException {
        if (!nodes.is(read.subject(), link.id1())) {
            return "its subject would be read as another node";
        }
        if (!isBytes(read.predicate(), meaning.name(), 0, meaning.name().length)) {
            return "its predicate would be read as another one";
        }
        boolean isSameGraph =
                meaning.label().isEmpty()
                        ? read.graph().kind() == Term.Kind.ABSENT
                        : read.graph().kind() == Term.Kind.UID
                                && read.graph().uid() == TypeNames.namespaceOf(meaning.label());
        if (!isSameGraph) {
            return "its namespace would be read as another one";
        }
        if (written == null) {
            return nodes.is(read.object(), link.id2())
                    ? null
                    : "its object would be read as another node";
        }
        byte[] data = link.data();
        boolean isSame =
                read.object().kind() == Term.Kind.LITERAL
                        && isBytes(
                                read.object(), written.bytes(), written.offset(), written.length())
                        && isBytes(
                                read.language(),
                                data,
                                (int) row.languageOffset(),
                                row.languageLength())
                        && isDatatype(read.datatype(), data);
        return isSame ? null : "its value would be read as another one";
    }

    /** Whether a datatype that was kept as written would be kept again. */
    private boolean isDatatype(Term datatype, byte[] data) {
        int length = row.datatypeLength();
        if (length == 0) {
            return true;
        }
        // In this dialect the short name of the type of texts means a plain text.
        boolean isText = options.dialect() == RdfDialect.DGRAPH && isText(datatype);
        return !isText && isBytes(datatype, data, (int) row.datatypeOffset(), length);
    }

    private static boolean isText(Term datatype) {
        byte[] text = {'x', 's', ':', 's', 't', 'r', 'i', 'n', 'g'};
        return isBytes(datatype, text, 0, text.length);
    }

    private static boolean isBytes(Span span, byte[] bytes, int offset, int length) {
        return span.length() == length
                && (length == 0
                        || Arrays.equals(
                                span.bytes(),
                                span.offset(),
                                span.offset() + length,
                                bytes,
                                offset,
                                offset + length));
    }

    private void append() throws IOException {
        int length = line.length();
        if (buffer.length - buffered < length) {
            flush();
        }
        if (length > buffer.length) {
            out.write(line.bytes(), 0, length);
        } else {
            System.arraycopy(line.bytes(), 0, buffer, buffered, length);
            buffered += length;
        }
    }

    /** Writes what is buffered. */
    void finish() throws IOException {
        flush();
        progress.addRows(rows % ROWS_PER_REPORT);
    }

    private void flush() throws IOException {
        out.write(buffer, 0, buffered);
        buffered = 0;
    }

    private SluiceException refused(Link link, PredicateNames.Meaning meaning, String why)
            throws IOException {
        String object = meaning.isProperty() ? "a value" : nodes.text(link.id2());
        return new SluiceException(
                ErrorCode.STORE,
                "%s <%s> %s cannot be exported: %s"
                        .formatted(nodes.text(link.id1()), meaning.text(), object, why));
    }
}
