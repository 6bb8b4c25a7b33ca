package sluice.model;

/**
 * Candidates of an index: every id that the question is true of is among them, and others may be,
 * so that each has to be checked by its values.
 *
 * @param ids ascending, unsigned, each once
 * @param more whether there may be further ones above the last
 */
public record IndexedIds(long[] ids, boolean more) {}
