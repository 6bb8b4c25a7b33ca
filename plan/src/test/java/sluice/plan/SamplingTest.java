package sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is said of the error of samples agrees with drawing them. */
class SamplingTest {
    @Test
    void theLargestOfSeveralNormalNumbers() {
        assertEquals(0.85, Sampling.expectedMaximum(3), 0.005);
        assertEquals(1.54, Sampling.expectedMaximum(10), 0.005);
        assertEquals(2.25, Sampling.expectedMaximum(50), 0.005);
    }

    @Test
    void theBusiestServerIsOffByWhatIsSaid() {
        SplittableRandom random = new SplittableRandom(11);
        for (int servers : new int[] {3, 10, 50}) {
            int keys = 400;
            double sum = 0;
            int rounds = 300;
            for (int round = 0; round < rounds; round++) {
                // Shares that hold equally many keys of a sample: gaps between sorted places.
                double most = 0;
                double all = 0;
                for (int server = 0; server < servers; server++) {
                    double share = 0;
                    for (int key = 0; key < keys; key++) {
                        share -= Math.log(1 - random.nextDouble());
                    }
                    most = Math.max(most, share);
                    all += share;
                }
                sum += most / (all / servers);
            }
            assertEquals(Sampling.expectedImbalance(servers, keys), sum / rounds, 0.01);
        }
    }

    @Test
    void aSampleHasEnoughKeysForEachServer() {
        assertEquals(100, Sampling.rowsPerKey(5_000_000, 10));
        assertEquals(40, Sampling.rowsPerKey(1_000_000, 10));
        assertEquals(1, Sampling.rowsPerKey(10_000, 10));
        assertEquals(1, Sampling.rowsPerKey(0, 10));
        assertEquals(1.03, Sampling.expectedImbalance(10, 2500), 0.002);
        assertEquals(0.1, Sampling.pieceDeviation(100));
    }
}
