package sluice.protocol;

/** How the bytes of a field are laid out: the low three bits of its tag. */
final class WireType {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int LENGTH = 2;
    static final int FIXED32 = 5;

    private WireType() {}

    /** What stands before the value of {@code field}. */
    static int tag(int field, int type) {
        return field << 3 | type;
    }
}
