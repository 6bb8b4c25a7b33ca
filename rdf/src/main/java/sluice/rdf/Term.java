package sluice.rdf;

/** A term of a statement: its kind and its bytes. The parser reuses it for each statement. */
public final class Term extends Span {
    /** What a term is. */
    public enum Kind {
        /** There is no such term in the statement. */
        ABSENT,
        /** The bytes are the IRI or, in the dialect of Dgraph, a relative name. */
        IRI,
        /** The bytes are the label behind {@code _:}. */
        BLANK,
        /** The bytes are the digits as written; {@link #uid} is the number. */
        UID,
        /** The bytes are the lexical form. */
        LITERAL
    }

    private Kind kind = Kind.ABSENT;
    private long uid;

    Term() {}

    public Kind kind() {
        return kind;
    }

    /** The unsigned number of a uid literal; 0 for a graph alone. */
    public long uid() {
        return uid;
    }

    void set(Kind kind, byte[] bytes, int offset, int length) {
        this.kind = kind;
        set(bytes, offset, length);
    }

    void setKind(Kind kind) {
        this.kind = kind;
    }

    void setUid(long uid) {
        this.kind = Kind.UID;
        this.uid = uid;
    }

    void setAbsent() {
        kind = Kind.ABSENT;
        clear();
    }
}
