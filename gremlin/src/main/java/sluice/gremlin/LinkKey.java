package sluice.gremlin;

/**
 * The key of a link.
 *
 * @param type the number of its type
 */
record LinkKey(long id1, long type, long id2) {}
