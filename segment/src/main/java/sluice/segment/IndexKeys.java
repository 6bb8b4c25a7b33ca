package sluice.segment;

import java.io.IOException;

/**
 * Makes the keys by which a row is found: what a file's writer asks for each row that it writes,
 * and its verifier for each row that it reads. The same row has the same keys always.
 *
 * <p>A key is the number of an index as 4 bytes, the highest first, and a token of at most 255
 * bytes. Belongs to one thread. Hot: no object a row; rows of a type without indexes cost one
 * question for each of their lists.
 */
public interface IndexKeys {
    /** A number that is above those of all indexes there are; no index ever gets one of them. */
    int numbersEnd();

    /** Whether rows of {@code linkType} may have keys. */
    boolean isIndexed(long linkType);

    /**
     * The number of the index of how many visible rows lists of {@code linkType} have; 0 without
     * such an index.
     */
    int countIndex(long linkType);

    /**
     * Gives the keys of a visible row of {@code linkType}, each once, to {@code sink}; none for
     * data that is no value.
     */
    void keys(long linkType, byte[] data, int offset, int length, Sink sink) throws IOException;

    /** Takes the keys of a row. */
    interface Sink {
        /** A key, in bytes that are the sink's until it returns. */
        void key(byte[] bytes, int offset, int length) throws IOException;
    }

    /** Makes what one thread needs. */
    interface Maker {
        /** Keys for the calling thread. */
        IndexKeys make();
    }
}
