package sluice.testkit;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Makes a bad file of a good one, as the input of a fuzzer says: four bytes a change, so that the
 * fuzzer changes what means something and need not find out first what a file looks like.
 */
public final class Edits {
    private static final int EDIT_BYTES = 4;
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Edits() {}

    /** A copy of {@code good}, of at least 8 bytes, with the changes. */
    public static byte[] apply(byte[] good, byte[] input) {
        byte[] bytes = good.clone();
        MemorySegment memory = MemorySegment.ofArray(bytes);
        for (int at = 0; at + EDIT_BYTES <= input.length; at += EDIT_BYTES) {
            int place = ((input[at] & 0xff) << 8 | input[at + 1] & 0xff) % (bytes.length - 7);
            int how = input[at + 2];
            // What holds a file together is at its end.
            long offset = (how & 1) == 0 ? place : bytes.length - 8 - place;
            byte value = input[at + 3];
            switch (how >> 1 & 3) {
                case 0 -> memory.set(ValueLayout.JAVA_BYTE, offset, value);
                case 1 -> memory.set(LONG, offset, value);
                case 2 -> memory.set(LONG, offset, 1L << value);
                default -> memory.set(LONG, offset, memory.get(LONG, offset) + value);
            }
        }
        return bytes;
    }
}
