package sluice.ingest.fact;

/** The numbers of names: of nodes in groups, and of types. One instance belongs to one thread. */
public interface FactNames {
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

    /**
     * The number of the type whose name is {@code length} bytes at {@code offset} of {@code bytes}.
     */
    long type(byte[] bytes, int offset, int length);
}
