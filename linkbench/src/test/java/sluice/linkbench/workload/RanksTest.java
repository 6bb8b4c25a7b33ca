package sluice.linkbench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import sluice.generate.DistributionFile;
import sluice.generate.JavaRandom;
import sluice.generate.LinkBenchOptions.Profile;

class RanksTest {
    private static final long TEN_MILLION = 10_000_000;
    private static final int DRAWS = 1_000_000;

    @Test
    void zipfGivesTheRanksOfTheOriginal() {
        double[] quantiles = {0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99};
        assertZipf(
                0.8,
                121.174321575,
                quantiles,
                2,
                36,
                370,
                15693,
                367881,
                2507167,
                6014516,
                9525843);
        assertZipf(
                0.741,
                247.734320596,
                quantiles,
                4,
                210,
                2049,
                54314,
                720738,
                3344436,
                6692223,
                9623904);
        assertZipf(
                0.625,
                1122.437342476,
                quantiles,
                69,
                3677,
                22387,
                251238,
                1581668,
                4649980,
                7554176,
                9735973);
        assertZipf(
                0.606,
                1451.838961893,
                quantiles,
                111,
                5270,
                29739,
                299047,
                1726776,
                4823037,
                7656065,
                9748430);
    }

    private static void assertZipf(
            double shape, double zeta, double[] quantiles, long... valuesFromOne) {
        ZipfRanks ranks = new ZipfRanks(TEN_MILLION, shape);
        assertEquals(zeta, ranks.zeta(), 1e-9);
        for (int i = 0; i < quantiles.length; i++) {
            assertEquals(valuesFromOne[i], 1 + ranks.rank(quantiles[i]));
        }
    }

    /** A machine whose fast power is another one must not send other requests. */
    @Test
    void ranksAreThoseOfTheStrictPower() {
        long count = 1L << 40;
        double shape = 0.8;
        ZipfRanks ranks = new ZipfRanks(count, shape);
        double eta =
                (1 - StrictMath.pow(2.0 / count, 1 - shape))
                        / (1 - (1 + StrictMath.pow(2, -shape)) / ranks.zeta());
        RandomGenerator random = new JavaRandom(1);
        for (int i = 0; i < DRAWS; i++) {
            double quantile = 0.01 + 0.99 * random.nextDouble();
            double power = StrictMath.pow(eta * quantile - eta + 1, 1 / (1 - shape));
            assertEquals((long) (count * power), ranks.rank(quantile));
        }
    }

    @Test
    void sumsWithoutTheirTailAreExact() {
        double sum = 0;
        for (int i = 300_000; i > 0; i--) {
            sum += StrictMath.pow(i, -1.5);
        }
        assertEquals(sum, new ZipfRanks(300_000, 1.5).zeta(), 1e-12);
    }

    @Test
    void zipfOfShapeOneIsBetweenItsNeighbours() {
        for (double quantile : new double[] {0.2, 0.5, 0.9}) {
            long less = new ZipfRanks(1000, 1.0001).rank(quantile);
            long one = new ZipfRanks(1000, 1).rank(quantile);
            long more = new ZipfRanks(1000, 0.9999).rank(quantile);
            assertTrue(less <= one && one <= more, () -> less + " " + one + " " + more);
            assertTrue(one > 0);
        }
    }

    @Test
    void sharesOfDrawsAreThoseTold() {
        ZipfRanks zipf = new ZipfRanks(100, 0.8);
        assertShares(zipf, 0.01, zipf.share(0), zipf.share(1), zipf.share(50));
        GeometricRanks geometric = new GeometricRanks(128, 0.382, Profile.CORRECTED);
        assertEquals(0.382, geometric.share(0), 1e-12);
        assertShares(geometric, 0.002, geometric.share(0), geometric.share(1), geometric.share(50));
        assertShares(
                new GeometricRanks(128, 0.382, Profile.LEGACY),
                0.002,
                0,
                geometric.share(0),
                geometric.share(49));
        assertShares(new UniformRanks(100), 0.002, 0.01, 0.01, 0.01);
        assertShares(new UniformRanks(5), 0.002, 0.2, 0.2, 0);
    }

    /** The shares of the ranks 0, 1 and 50. */
    private static void assertShares(
            Ranks ranks, double tolerance, double first, double second, double fiftieth) {
        RandomGenerator random = new JavaRandom(1);
        int[] counts = new int[128];
        for (int i = 0; i < DRAWS; i++) {
            counts[(int) ranks.next(random)]++;
        }
        assertEquals(first, counts[0] / (double) DRAWS, tolerance);
        assertEquals(second, counts[1] / (double) DRAWS, tolerance);
        assertEquals(fiftieth, counts[50] / (double) DRAWS, tolerance);
    }

    @Test
    void logNormalHasItsMedianAndItsEnds() {
        RandomGenerator random = new JavaRandom(1);
        Ranks ranks = new LogNormalRanks(10, 90, 30, 1);
        int[] counts = new int[90];
        for (int i = 0; i < DRAWS; i++) {
            counts[(int) ranks.next(random)]++;
        }
        int upToMedian = 0;
        for (int i = 0; i <= 20; i++) {
            upToMedian += counts[i];
        }
        assertEquals(0.507, upToMedian / (double) DRAWS, 0.005);
        assertTrue(counts[0] > counts[1] && counts[89] > 10 * counts[88], "ends are gathered");
    }

    @Test
    void measuredRanksAreAccessedAsOftenAsTheFileTells() {
        // Of ten nodes five have no access, three have one, two have four: the sum is eleven.
        DistributionFile.Section accesses =
                new DistributionFile.Section(new long[] {0, 1, 4}, new double[] {0.5, 0.8, 1});
        Ranks ranks = new MeasuredRanks(10, accesses);
        RandomGenerator random = new JavaRandom(1);
        int[] counts = new int[10];
        for (int i = 0; i < 1_100_000; i++) {
            counts[(int) ranks.next(random)]++;
        }
        int[] expected = {4, 4, 1, 1, 1, 0, 0, 0, 0, 0};
        for (int rank = 0; rank < 10; rank++) {
            assertEquals(expected[rank], counts[rank] / 100_000.0, 0.05);
        }
    }

    @Test
    void parametersOutOfRangeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new ZipfRanks(10, 0));
        assertThrows(
                IllegalArgumentException.class, () -> new GeometricRanks(10, 1, Profile.CORRECTED));
        assertThrows(IllegalArgumentException.class, () -> new LogNormalRanks(0, 10, 0, 1));
    }
}
