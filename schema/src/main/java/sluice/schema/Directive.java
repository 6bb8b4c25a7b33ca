package sluice.schema;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a declaration can say of its predicate, besides its type and its indexes. */
public enum Directive {
    /** Links can be followed backwards. */
    REVERSE,
    /** Nodes can be found by how many links or values they have. */
    COUNT,
    /** There is a value for each language, beside one without. */
    LANG,
    /** Read and kept, without effect: it is about transactions. */
    UPSERT,
    /** No two nodes are to have one value. */
    UNIQUE,
    /** Read and kept, without effect: it is about transactions. */
    NOCONFLICT;

    /** The name in a schema, without the at-sign. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The directive called {@code name}, or null. */
    static @Nullable Directive ofName(String name) {
        for (Directive directive : values()) {
            if (directive.written().equals(name)) {
                return directive;
            }
        }
        return null;
    }
}
