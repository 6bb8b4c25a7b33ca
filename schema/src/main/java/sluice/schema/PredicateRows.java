package sluice.schema;

/** Says which predicates a store has rows of. */
public interface PredicateRows {
    /** Whether there is a value or a link of {@code predicate}. */
    boolean has(Predicate predicate);
}
