package sluice.ingest.rdf;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.ConversionCheck;
import sluice.ingest.fact.DroppedGraphs;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRows;
import sluice.ingest.fact.GraphRule;
import sluice.ingest.fact.GraphTally;
import sluice.rdf.Span;
import sluice.rdf.Statement;
import sluice.rdf.StatementFacet;
import sluice.rdf.Term;
import sluice.schema.TypedValue;
import sluice.schema.ValueType;

/** Gives statements to {@link FactRows}. Belongs to one thread. Hot: no object for a statement. */
final class StatementRows {
    private static final byte[] GRAPH_FACET = "graph".getBytes(StandardCharsets.US_ASCII);

    private final GraphRule graphs;
    private final FactRows rows;
    private final Datatypes datatypes;
    private final ConversionCheck check;
    private final TypedValue facetValue = new TypedValue();
    private final GraphTally dropped;

    /** {@code check} is that of the parser. */
    StatementRows(FactFormat format, FactRows rows, ConversionCheck check) {
        this.rows = rows;
        this.check = check;
        graphs = format.graphs();
        dropped = new GraphTally(graphs.namespace());
        datatypes =
                format.syntax() == FactFormat.Syntax.W3C ? Datatypes.OF_W3C : Datatypes.OF_DGRAPH;
    }

    /** Fills the rows with {@code statement}; returns why it makes no row, or null. */
    @Nullable String take(Statement statement) {
        rows.begin();
        if (statement.graph().kind() != Term.Kind.ABSENT) {
            String fault = graph(statement.graph());
            if (fault != null) {
                return fault;
            }
        }
        subject(statement.subject());
        Span predicate = statement.predicate();
        rows.predicate(predicate.bytes(), predicate.offset(), predicate.length());
        object(statement);
        for (int index = 0; index < statement.facetCount(); index++) {
            StatementFacet facet = statement.facet(index);
            Span key = facet.key();
            if (!rows.facet(key.bytes(), key.offset(), key.length(), value(facet))) {
                return "the facet graph is there twice: as a facet, and as the graph of the"
                        + " statement; remove one, or load with graph: drop";
            }
        }
        return rows.check();
    }

    /** Appends the rows of the statement that was taken last. */
    void append(Statement statement) {
        rows.append();
        boolean drops = graphs.kind() == GraphRule.Kind.DROP || graphs.kind() == GraphRule.Kind.ONE;
        if (drops && statement.graph().kind() != Term.Kind.ABSENT) {
            drop(statement.graph());
        }
    }

    private void drop(Term graph) {
        if (graph.kind() == Term.Kind.UID) {
            dropped.add(graph.uid());
        } else {
            boolean isBlank = graph.kind() == Term.Kind.BLANK;
            dropped.add(graph.bytes(), graph.offset(), graph.length(), isBlank);
        }
    }

    /** The graphs that were dropped so far. */
    DroppedGraphs dropped() {
        return dropped.graphs();
    }

    private void subject(Term term) {
        switch (term.kind()) {
            case BLANK -> rows.subjectBlank(term.bytes(), term.offset(), term.length());
            case UID -> rows.subjectUid(term.uid());
            default -> rows.subjectName(term.bytes(), term.offset(), term.length());
        }
    }

    private void object(Statement statement) {
        Term term = statement.object();
        switch (term.kind()) {
            case BLANK -> rows.objectBlank(term.bytes(), term.offset(), term.length());
            case UID -> rows.objectUid(term.uid());
            case LITERAL -> literal(statement, term);
            default -> rows.objectName(term.bytes(), term.offset(), term.length());
        }
    }

    private void literal(Statement statement, Term term) {
        rows.value().setBytes(ValueType.DEFAULT, term.bytes(), term.offset(), term.length());
        Span language = statement.language();
        Term datatype = statement.datatype();
        if (datatype.kind() != Term.Kind.ABSENT) {
            rows.datatype(
                    datatype.bytes(), datatype.offset(), datatype.length(), datatypes.of(datatype));
        } else if (language.length() > 0) {
            rows.language(language.bytes(), language.offset(), language.length());
        }
    }

    private TypedValue value(StatementFacet facet) {
        Span text = facet.text();
        switch (facet.type()) {
            case STRING ->
                    facetValue.setBytes(
                            ValueType.STRING, text.bytes(), text.offset(), text.length());
            case INT -> facetValue.setInt(facet.number());
            case FLOAT -> facetValue.setFloat(facet.fraction());
            case BOOL -> facetValue.setBool(facet.number() != 0);
            case DATETIME -> check.readTime(text.bytes(), text.offset(), text.length(), facetValue);
        }
        return facetValue;
    }

    private @Nullable String graph(Term graph) {
        return switch (graphs.kind()) {
            case DROP, ONE -> null;
            case REJECT ->
                    "the statement has a graph, which graph: reject refuses; load with graph: drop"
                            + " or facet";
            case FACET -> {
                facetValue.setBytes(
                        ValueType.STRING, graph.bytes(), graph.offset(), graph.length());
                rows.facet(GRAPH_FACET, 0, GRAPH_FACET.length, facetValue);
                yield null;
            }
            case SEPARATE -> {
                if (graph.kind() != Term.Kind.UID) {
                    yield "the graph is no number, such as <0x10>, and graph: separate keeps apart"
                            + " the namespaces of Dgraph; load with graph: facet or drop";
                }
                rows.namespace(graph.uid());
                yield null;
            }
        };
    }
}
