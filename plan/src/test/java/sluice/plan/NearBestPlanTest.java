package sluice.plan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.testkit.Experiment;
import sluice.testkit.Seeds;

/**
 * How far plans are from the best ones there are, which all placements of small tables are tried
 * for: 3 servers and 8 partitions. {@code -DplanTables=} sets how many tables of each kind.
 */
@Tag(Experiment.TAG)
class NearBestPlanTest {
    private static final int TABLES = Experiment.size("planTables", 1000, 1000);
    private static final int SERVERS = 3;
    private static final int PARTITIONS = 8;

    /** A kind of small tables; a large exponent makes most batches of rows small. */
    private enum Kind {
        SKEWED(3, 0, 100, 95),
        EVEN(1, 0, 100, 95),
        /** Ties are many. */
        CHEAP_MOVES(1, 0, 20, 80),
        /** As in HBase, where a move copies nothing. */
        MOVES_OF_ONE_PRICE(1, 30, 30, 95),
        /** One server is half as fast as usual, and one twice as fast. */
        UNEVEN_SERVERS(2, 0, 100, 95);

        private final int exponent;
        private final int moveLeast;
        private final int moveMost;
        private final int optimalPercent;

        Kind(int exponent, int moveLeast, int moveMost, int optimalPercent) {
            this.exponent = exponent;
            this.moveLeast = moveLeast;
            this.moveMost = moveMost;
            this.optimalPercent = optimalPercent;
        }

        Instance table(RandomGenerator random) {
            StringBuilder line = new StringBuilder();
            for (int index = 0; index < PARTITIONS; index++) {
                line.append(
                        "%d,%d@%d "
                                .formatted(
                                        random.nextInt(moveLeast, moveMost + 1),
                                        (long) (101 * Math.pow(random.nextDouble(), exponent)),
                                        random.nextInt(SERVERS)));
            }
            Placement even = PartitionLine.placement(SERVERS, line.toString());
            return new Instance(
                    this == UNEVEN_SERVERS
                            ? new Placement(SERVERS, even.partitions(), List.of(50, 100, 200))
                            : even);
        }
    }

    @Test
    void refinedPlansOfSkewedBatchesAreNearlyAlwaysTheBestThereAre() throws IOException {
        compareWithBest(Kind.SKEWED, PlanMode.REFINED, 95);
    }

    /** Where sizes are even, ties are many and single moves find fewer of the best plans. */
    @Test
    void refinedPlansOfEvenBatchesAreCloseToTheBest() throws IOException {
        compareWithBest(Kind.EVEN, PlanMode.REFINED, 90);
    }

    @Test
    void byPairsOfMovesPlansOfAllKindsAreNearlyAlwaysTheBestThereAre() throws IOException {
        for (Kind kind : Kind.values()) {
            compareWithBest(kind, PlanMode.EXCHANGED, kind.optimalPercent);
        }
    }

    @Test
    void usualPlansOfSmallTablesAreAlwaysTheBestThereAre() throws IOException {
        for (Kind kind : Kind.values()) {
            compareWithBest(kind, PlanMode.EXACT, 100);
        }
    }

    private static void compareWithBest(Kind kind, PlanMode mode, int optimalPercent)
            throws IOException {
        String name = "plans beside the best: %s, %s".formatted(mode, kind);
        RandomGenerator random = Seeds.random(name, 7);
        double sum = 0;
        double worst = 1;
        int optimal = 0;
        try (Experiment experiment = new Experiment(name, Long.getLong("seed", 7))) {
            for (int index = 0; index < TABLES; index++) {
                Instance instance = kind.table(random);
                long best = exhaustive(instance);
                long found = MovePlanner.solve(instance, mode).cost();
                assertTrue(found >= best);
                assertTrue(LowerBound.thousandths(instance) <= 1000 * best);
                double ratio = best == 0 ? 1 : (double) found / best;
                sum += ratio;
                worst = Math.max(worst, ratio);
                optimal += found == best ? 1 : 0;
            }
            double mean = sum / TABLES;
            experiment.ran(TABLES);
            experiment.fact("the best", optimal);
            experiment.fact("mean over the best, millionths", Math.round((mean - 1) * 1e6));
            experiment.fact("worst over the best, thousandths", Math.round((worst - 1) * 1e3));
            assertTrue(mean <= 1.005, "mean " + mean);
            assertTrue(worst <= 1.25, "worst " + worst);
            assertTrue(100L * optimal >= (long) optimalPercent * TABLES, "best in " + optimal);
            experiment.passed();
        }
    }

    /** The least cost over all ways to place the partitions. */
    static long exhaustive(Instance instance) {
        int[] destinations = new int[instance.home.length];
        long[] inserts = new long[instance.servers];
        long[] moves = new long[instance.servers];
        long least = Long.MAX_VALUE;
        int place = 0;
        while (place < destinations.length) {
            instance.measure(destinations, inserts, moves);
            least = Math.min(least, instance.timeMax(inserts) + largest(moves));
            for (place = 0; place < destinations.length; place++) {
                destinations[place]++;
                if (destinations[place] < instance.servers) {
                    break;
                }
                destinations[place] = 0;
            }
        }
        return least;
    }

    private static long largest(long[] numbers) {
        return Arrays.stream(numbers).max().orElse(0);
    }
}
