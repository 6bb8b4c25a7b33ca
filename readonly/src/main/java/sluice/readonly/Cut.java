package sluice.readonly;

/**
 * Where a partition of a version begins: all ids from {@code firstId} to that of the next cut.
 *
 * @param firstId unsigned
 * @param partition its number; a partition without a cut has no rows in this version
 * @param bytes of the segments that begin in it
 */
public record Cut(long firstId, int partition, long bytes) {}
