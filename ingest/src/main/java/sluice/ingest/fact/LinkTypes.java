package sluice.ingest.fact;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.schema.Predicate;

/**
 * Whether links may be of a type: a predicate that is declared with values has none. Belongs to one
 * thread; a type that came recently costs a hash and a comparison.
 */
public final class LinkTypes {
    private final PredicateTable predicates;

    /**
     * Types under {@code declared}, the declarations of a schema by the names of types.
     *
     * @param names is not asked for a number
     */
    public LinkTypes(Map<String, Predicate> declared, FactNames names) {
        predicates = new PredicateTable("", declared, names);
    }

    /** Whether links may be of the type of this name. Hot. */
    public boolean allow(byte[] name, int offset, int length) {
        Predicate declared = predicates.find(name, offset, length).declared;
        return declared == null || declared.isLink();
    }

    /** Why links may not be of the type of this name, in words, or null. */
    public @Nullable String problem(byte[] name, int offset, int length) {
        return problem(predicates.find(name, offset, length).declared, "row");
    }

    /**
     * Why links may not be of the type that {@code declared} declares, or null.
     *
     * @param changed what the user can change beside the schema
     */
    public static @Nullable String problem(@Nullable Predicate declared, String changed) {
        return declared == null || declared.isLink()
                ? null
                : FactFault.linkOfValue(declared, changed);
    }
}
