package sluice.schema;

import java.lang.foreign.MemorySegment;
import sluice.model.ByteHash;

/**
 * The slot of a property: which of the values of one predicate at one node a row is. A value in a
 * list has {@link ValueWriter#slotInList}.
 */
public final class PropertySlots {
    /** The slot of the one value that has no language. */
    public static final long SINGLE = 0;

    private final byte[] lower = new byte[ValueBytes.LANGUAGE_BYTES_MAX];
    private final MemorySegment lowerMemory = MemorySegment.ofArray(lower);

    /** The slot of the value in a language, 1 to 255 bytes of ASCII in any case. */
    public long ofLanguage(byte[] bytes, int offset, int length) {
        for (int i = 0; i < length; i++) {
            byte letter = bytes[offset + i];
            lower[i] = (byte) (letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter);
        }
        return ByteHash.nonZero(lowerMemory, 0, length);
    }
}
