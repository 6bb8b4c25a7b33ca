package sluice.json;

/** A name in bytes that others own; filled again and again. */
public final class NameSpan {
    byte[] bytes = {};
    int offset;
    int length;

    NameSpan() {}

    public byte[] bytes() {
        return bytes;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }
}
