package sluice.ingest.fact;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sluice.schema.Directive;
import sluice.schema.Predicate;

/**
 * The types of links under a schema: a predicate that is declared with values has none, and one
 * with {@code @reverse} has links back. Belongs to one thread; a type that came recently costs a
 * hash and a comparison.
 */
public final class LinkTypes {
    private final PredicateTable predicates;
    private PredicateTable.@Nullable Entry last;

    /**
     * Types under {@code declared}, the declarations of a schema by the names of types.
     *
     * @param names is asked for the numbers of links back
     */
    public LinkTypes(Map<String, Predicate> declared, FactNames names) {
        predicates = new PredicateTable("", declared, names);
    }

    /** Whether links may be of the type of this name. Hot. */
    public boolean allow(byte[] name, int offset, int length) {
        PredicateTable.Entry found = predicates.find(name, offset, length);
        last = found;
        return found.declared == null || found.declared.isLink();
    }

    /** Whether a link of the type that was asked for last makes a link back. Hot. */
    public boolean leadsBack() {
        return last != null && last.declared != null && last.declared.has(Directive.REVERSE);
    }

    /** The type of the link back; for one that {@link #leadsBack}. */
    public long typeBack() {
        return predicates.inverseType(Objects.requireNonNull(last, "no type was asked for"));
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
