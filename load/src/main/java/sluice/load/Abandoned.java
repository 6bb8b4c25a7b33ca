package sluice.load;

/**
 * What became of an unfinished load that was given up.
 *
 * @param loadGivenUp whether there was one; without one only leftover files are removed
 * @param storeEmptied whether it was the store's first load, so that no store is left
 * @param filesDeleted that only the load needed
 */
public record Abandoned(boolean loadGivenUp, boolean storeEmptied, int filesDeleted) {}
