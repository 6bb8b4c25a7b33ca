package sluice.rdf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One statement: its terms, and what belongs to its object. The parser fills the same one again and
 * again.
 */
public final class Statement {
    /** How many facets a statement has at most: each is compared with those before it. */
    static final int FACETS_MAX = 1 << 12;

    private final Term subject = new Term();
    private final Term predicate = new Term();
    private final Term object = new Term();
    private final Term datatype = new Term();
    private final Span language = new Span();
    private final Term graph = new Term();
    private final List<StatementFacet> facets = new ArrayList<>();
    private int facetCount;

    Statement() {}

    /** An IRI, a blank node or a uid literal. */
    public Term subject() {
        return subject;
    }

    /** An IRI, without the language that it may end with in the dialect of Dgraph. */
    public Term predicate() {
        return predicate;
    }

    /** Any kind of term. */
    public Term object() {
        return object;
    }

    /** The IRI behind {@code ^^}, or absent. */
    public Term datatype() {
        return datatype;
    }

    /** The language of the literal, else the one that the predicate ends with; or no bytes. */
    public Span language() {
        return language;
    }

    /** The graph or namespace, or absent. */
    public Term graph() {
        return graph;
    }

    public int facetCount() {
        return facetCount;
    }

    /** The facet at {@code index}, ascending by the bytes of their keys. */
    public StatementFacet facet(int index) {
        if (index >= facetCount) {
            throw new IndexOutOfBoundsException(index);
        }
        return facets.get(index);
    }

    void clear() {
        datatype.setAbsent();
        language.clear();
        graph.setAbsent();
        facetCount = 0;
    }

    /** One more facet, which is the last one until {@link #placeLastFacet}. */
    StatementFacet addFacet() {
        if (facetCount == facets.size()) {
            facets.add(new StatementFacet());
        }
        return facets.get(facetCount++);
    }

    /** Brings the last facet to its place; returns false if another one has its key. */
    boolean placeLastFacet() {
        int index = facetCount - 1;
        StatementFacet last = facets.get(index);
        int order = 1;
        while (index > 0) {
            order = compare(last.key(), facets.get(index - 1).key());
            if (order >= 0) {
                break;
            }
            facets.set(index, facets.get(index - 1));
            index--;
        }
        facets.set(index, last);
        return order != 0;
    }

    private static int compare(Span one, Span other) {
        return Arrays.compareUnsigned(
                one.bytes(),
                one.offset(),
                one.offset() + one.length(),
                other.bytes(),
                other.offset(),
                other.offset() + other.length());
    }
}
