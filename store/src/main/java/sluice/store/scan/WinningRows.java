package sluice.store.scan;

import java.io.IOException;

/**
 * The rows of one list that win their keys, newest first, deletions left out: what an answer is
 * made of when several parts hold rows of the list. Belongs to one thread and one answer.
 */
public interface WinningRows {
    /** Moves to the next row; false when there is none. */
    boolean next() throws IOException;

    long id2();

    long time();

    long version();

    boolean hidden();

    byte[] data();
}
