package sluice.ingest.row;

/**
 * Turns names into numbers while rows are parsed: ids in groups into dense ids, type names into
 * type numbers. One instance belongs to one thread.
 *
 * <p>A load parses a source with names twice: first with an implementation that collects them, then
 * with one that looks them up in the store's dictionary.
 */
public interface Names {
    /**
     * The number by which {@link #id} knows the group {@code name}; the empty name is the group of
     * ids without one.
     */
    int group(String name);

    /**
     * The id of the name of {@code length} bytes at {@code offset} of {@code bytes} in {@code
     * group}.
     */
    long id(int group, byte[] bytes, int offset, int length);

    /** The number of the link type or node type {@code name}. */
    long type(String name);

    /**
     * The number of the type whose name is {@code length} bytes at {@code offset} of {@code bytes}.
     */
    long type(byte[] bytes, int offset, int length);
}
