package sluice.rdf;

/**
 * Bytes of a statement with their escapes decoded: UTF-8 in the text that was parsed or in a buffer
 * of the parser. They last until the parser reads the next statement or takes another text.
 */
public sealed class Span permits Term {
    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int offset;
    private int length;

    Span() {}

    /** The array that holds the bytes, from {@link #offset} on. */
    public byte[] bytes() {
        return bytes;
    }

    public int offset() {
        return offset;
    }

    /** How many bytes there are; 0 for a language that is absent. */
    public int length() {
        return length;
    }

    void set(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
    }

    void clear() {
        set(NOTHING, 0, 0);
    }
}
