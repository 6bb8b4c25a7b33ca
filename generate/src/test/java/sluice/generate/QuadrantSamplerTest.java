package sluice.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class QuadrantSamplerTest {
    private static final int DRAWS = 400_000;

    /** The share of each quadrant at each level, from the highest on: a, b, c, d. */
    private static double[][] shares(int scale, String noise) {
        RmatOptions options =
                RmatOptions.of(Map.of("scale", "" + scale, "links", "1", "noise", noise));
        QuadrantSampler sampler = new QuadrantSampler(options);
        ChunkRandom random = ChunkRandom.of(5, "test", 0);
        double[][] shares = new double[scale][4];
        for (int i = 0; i < DRAWS; i++) {
            long link = sampler.next(random);
            for (int level = 0; level < scale; level++) {
                long id1Bit = link >>> 2 * scale - 1 - level & 1;
                long id2Bit = link >>> scale - 1 - level & 1;
                shares[level][(int) (2 * id1Bit + id2Bit)] += 1.0 / DRAWS;
            }
        }
        return shares;
    }

    @Test
    void everyLevelHasTheSharesGiven() {
        for (int scale : new int[] {1, 5, 6, 17, 31}) {
            for (double[] level : shares(scale, "0")) {
                assertEquals(0.57, level[0], 0.005);
                assertEquals(0.19, level[1], 0.005);
                assertEquals(0.19, level[2], 0.005);
                assertEquals(0.05, level[3], 0.005);
            }
        }
    }

    @Test
    void noiseChangesTheSharesOfALevelButNotTheirSum() {
        double farthest = 0;
        for (double[] level : shares(20, "0.05")) {
            double stray = level[1] - 0.19;
            farthest = Math.max(farthest, Math.abs(stray));
            assertEquals(stray, level[2] - 0.19, 0.005);
            assertEquals(0.57 - 2 * stray * 0.57 / 0.62, level[0], 0.005);
        }
        assertEquals(0.04, farthest, 0.015);
    }
}
