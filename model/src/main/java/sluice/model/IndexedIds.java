package sluice.model;

/**
 * Candidates of an index: every id that the question is true of is among them, and others may be,
 * so that each has to be checked by its values.
 *
 * @param ids ascending, unsigned, each once
 * @param more whether there may be further ones above the last
 * @param proven whether each of the ids has a visible row under one of the tokens now: where a
 *     token says all of a value, that value need not be read
 */
public record IndexedIds(long[] ids, boolean more, boolean proven) {
    /** Ids that are to be checked. */
    public IndexedIds(long[] ids, boolean more) {
        this(ids, more, false);
    }
}
