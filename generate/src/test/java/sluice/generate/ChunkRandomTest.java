package sluice.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunkRandomTest {
    @Test
    void unmixTakesMixBack() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long value = random.nextLong();
            assertEquals(value, ChunkRandom.unmix(ChunkRandom.mix(value)));
        }
    }

    @Test
    void streamsDifferBySeedPurposeAndChunk() {
        long first = ChunkRandom.of(1, "links", 0).nextLong();
        assertEquals(first, ChunkRandom.of(1, "links", 0).nextLong());
        assertNotEquals(first, ChunkRandom.of(2, "links", 0).nextLong());
        assertNotEquals(first, ChunkRandom.of(1, "nodes", 0).nextLong());
        assertNotEquals(first, ChunkRandom.of(1, "links", 1).nextLong());
    }

    @Test
    void gaussiansHaveMeanZeroAndVarianceOne() {
        ChunkRandom random = ChunkRandom.of(3, "gaussian", 0);
        double sum = 0;
        double squares = 0;
        int count = 100_000;
        for (int i = 0; i < count; i++) {
            double value = random.nextGaussian();
            sum += value;
            squares += value * value;
        }
        assertEquals(0, sum / count, 0.02);
        assertEquals(1, squares / count, 0.02);
    }
}
