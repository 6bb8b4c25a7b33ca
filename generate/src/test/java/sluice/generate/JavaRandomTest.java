package sluice.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

class JavaRandomTest {
    @Test
    void drawsAreThoseOfThePlatform() {
        for (long seed : new long[] {0, 1, -1, 12345, Long.MIN_VALUE}) {
            Random expected = new Random(seed);
            JavaRandom found = new JavaRandom(seed);
            for (int i = 0; i < 20_000; i++) {
                int bound = 1 + expected.nextInt(Integer.MAX_VALUE);
                assertEquals(bound, 1 + found.nextInt(Integer.MAX_VALUE));
                assertEquals(expected.nextInt(bound), found.nextInt(bound));
                assertEquals(expected.nextInt(1 << (i % 31)), found.nextInt(1 << (i % 31)));
                assertEquals(expected.nextInt(), found.nextInt());
                assertEquals(expected.nextLong(), found.nextLong());
                assertEquals(expected.nextLong(1L << 40), found.nextLong(1L << 40));
                assertEquals(expected.nextDouble(), found.nextDouble());
                assertEquals(expected.nextGaussian(), found.nextGaussian());
            }
        }
    }

    @Test
    void aBoundOfZeroIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new JavaRandom(1).nextInt(0));
    }
}
