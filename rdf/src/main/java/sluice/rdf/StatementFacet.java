package sluice.rdf;

/** One facet of a statement, such as {@code since=2017}. The parser reuses it. */
public final class StatementFacet {
    private final Span key = new Span();
    private final Span text = new Span();
    private FacetType type = FacetType.STRING;
    private long number;

    StatementFacet() {}

    public Span key() {
        return key;
    }

    public FacetType type() {
        return type;
    }

    /** The value: of a string its decoded bytes, of others the bytes as written. */
    public Span text() {
        return text;
    }

    /** The value of an INT, and 1 or 0 for a BOOL. */
    public long number() {
        return number;
    }

    /** The value of a FLOAT, never NaN. */
    public double fraction() {
        return Double.longBitsToDouble(number);
    }

    void set(FacetType type, long number) {
        this.type = type;
        this.number = number;
    }
}
