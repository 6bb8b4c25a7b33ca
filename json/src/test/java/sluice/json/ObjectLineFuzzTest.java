package sluice.json;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;

/**
 * Looks for lines on which {@link Members} and Jackson differ, guided by the branches it takes.
 * Runs with the profile {@code fuzz} only, and searches when JAZZER_FUZZ=1 is set.
 */
class ObjectLineFuzzTest {
    private static final int BYTES_MAX = 1 << 12;

    @FuzzTest(maxDuration = "2m")
    void takesTheLinesThatAreObjects(byte[] input) {
        byte[] line = Arrays.copyOf(input, Math.min(input.length, BYTES_MAX));
        for (int at = 0; at < line.length; at++) {
            line[at] = line[at] == '\n' ? (byte) ' ' : line[at];
        }
        ObjectLineRandomTest.compare(line);
    }
}
