package sluice.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;

/**
 * Looks for text on which {@link ObjectReader} and {@link ReferenceReader} differ, guided by the
 * branches it takes. Runs with the profile {@code fuzz} only, and searches when JAZZER_FUZZ=1 is
 * set.
 */
class ObjectFuzzTest {
    /** The reference goes through a text with the stack. */
    private static final int BYTES_MAX = 1 << 12;

    @FuzzTest(maxDuration = "2m")
    void readsAnyTextAsTheReferenceDoes(byte[] input) {
        byte[] text = Arrays.copyOf(input, Math.min(input.length, BYTES_MAX));
        assertEquals(ObjectParserRandomTest.reference(text), ObjectParserRandomTest.parse(text));
        ObjectEndsTest.ofParser(text);
    }
}
