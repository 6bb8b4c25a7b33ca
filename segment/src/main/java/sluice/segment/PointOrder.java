package sluice.segment;

import java.io.IOException;

/**
 * Finds the order by id2 of a list that is longer than a block, so that one of its links is found
 * by binary search: the ordinals of its rows (0 is the newest), sorted by id2. Belongs to one
 * thread.
 */
sealed interface PointOrder permits PointIndex, SortedPointIndex {
    /** Begins a list. */
    void begin() throws IOException;

    /** Adds the next rows of the list. */
    void add(long[] id2s, int count) throws IOException;

    /** Whether the list has the order of id2 already and needs no index. */
    boolean inOrder();

    /**
     * Writes the index as pieces, notes each in {@code pieces}, and returns the bytes of an entry.
     */
    int write(OutputFile out, LongTable pieces) throws IOException;
}
