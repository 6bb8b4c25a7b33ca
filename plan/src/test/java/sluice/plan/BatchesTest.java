package sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Three batches of one kind in a row: the first one's splits serve the later ones, too. */
class BatchesTest {
    private static final int SUBRANGES = 100;
    private static final int SUBRANGE_KEYS = 1000;
    private static final int BATCH = 20_000;
    private static final int SEEDS = 20;

    /** Splits and the busiest server's rows over the mean, of each of three batches. */
    private record Course(List<Integer> splits, List<Double> imbalances) {}

    /** The regions of HBase are large, so that pieces are cut by what a server can be dealt. */
    @Test
    void cutByShareLaterBatchesNeedAtMostAThirdOfTheSplitsOfTheFirst() {
        int[] splits = new int[3];
        int[] alone = new int[3];
        for (int servers : new int[] {3, 10}) {
            SplitRules rules = new SplitRules(1_000_000, 80, 4);
            for (int seed = 0; seed < SEEDS; seed++) {
                Course course = course(rules.ofBatches(), servers, seed);
                assertTrue(course.splits.getFirst() > 0, course.toString());
                for (int batch = 0; batch < 3; batch++) {
                    int limit = batch == 0 ? Integer.MAX_VALUE : course.splits.getFirst() / 3;
                    assertTrue(course.splits.get(batch) <= limit, course.toString());
                    assertTrue(course.imbalances.get(batch) <= 1.15, course.toString());
                }
                add(course, splits);
                add(course(rules, servers, seed), alone);
            }
        }
        System.out.printf(
                "splits of three batches by share: %s; planned one by one: %s%n",
                Arrays.toString(splits), Arrays.toString(alone));
        assertTrue(2 * (splits[1] + splits[2]) < alone[1] + alone[2]);
    }

    /** Pieces that become too large are split while they have few rows. */
    @Test
    void cutBySizeLaterBatchesNeedFewerSplitsThanTheFirst() {
        int[] splits = new int[3];
        int[] alone = new int[3];
        SplitRules rules = new SplitRules(4000, 80, 4);
        for (int seed = 0; seed < SEEDS; seed++) {
            Course course = course(rules.ofBatches(), 10, seed);
            for (double imbalance : course.imbalances) {
                assertTrue(imbalance <= 1.15, course.toString());
            }
            add(course, splits);
            add(course(rules, 10, seed), alone);
        }
        System.out.printf(
                "splits of three batches by size: %s; planned one by one: %s%n",
                Arrays.toString(splits), Arrays.toString(alone));
        assertTrue(3 * splits[1] <= splits[0]);
        assertTrue(3 * splits[2] <= splits[0]);
    }

    private static void add(Course course, int[] splits) {
        for (int batch = 0; batch < 3; batch++) {
            splits[batch] += course.splits.get(batch);
        }
    }

    @Test
    void aPartitionIsSplitForTheBatchesToCome() {
        SplitRules rules = new SplitRules(1000, 80, 0).ofBatches();
        assertEquals(1, rules.piecesBySize(400, 200));
        assertEquals(2, rules.piecesBySize(401, 200), "1,001 rows by and by, 800 a piece");
        assertEquals(1, new SplitRules(1000, 80, 0).piecesBySize(401, 200));
    }

    private static Course course(SplitRules rules, int servers, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] below = zipf(random);
        List<Partition> table = new ArrayList<>();
        for (int index = 0; index < 4 * servers; index++) {
            long first = (long) SUBRANGES * SUBRANGE_KEYS * index / (4 * servers);
            RangeKey key = index == 0 ? RangeKey.FIRST : RangeKey.of(first);
            table.add(Partition.ofRows(key, 2000, 0, index % servers));
        }
        List<Integer> splits = new ArrayList<>();
        List<Double> imbalances = new ArrayList<>();
        for (int batch = 0; batch < 3; batch++) {
            Plan plan = plan(table, keys(below, random), rules, servers);
            splits.add(plan.splits().stream().mapToInt(split -> split.borders().size()).sum());
            long most = plan.after().stream().mapToLong(Plan.Load::incoming).max().orElseThrow();
            imbalances.add((double) most * servers / BATCH);
            table.clear();
            for (Plan.Piece piece : plan.pieces()) {
                Partition part = piece.partition();
                long rows = part.existing() + part.incoming();
                table.add(Partition.ofRows(part.first(), rows, 0, piece.destination()));
            }
        }
        return new Course(splits, imbalances);
    }

    /** As HBase has it: moving is a matter of regions, not of rows. */
    private static Plan plan(List<Partition> table, long[] keys, SplitRules rules, int servers) {
        Prices prices = new Prices(1, 0, 1);
        List<Partition> partitions = new ArrayList<>();
        List<Sample> samples = new ArrayList<>();
        int at = 0;
        for (int index = 0; index < table.size(); index++) {
            Partition part = table.get(index);
            List<RangeKey> own = new ArrayList<>();
            while (at < keys.length
                    && (index + 1 == table.size()
                            || RangeKey.of(keys[at]).compareTo(table.get(index + 1).first()) < 0)) {
                own.add(RangeKey.of(keys[at++]));
            }
            partitions.add(
                    prices.partition(part.first(), part.existing(), own.size(), part.home()));
            samples.add(Sample.merged(List.of(), 1, own, 1));
        }
        return Planner.plan(
                new Placement(servers, partitions), samples, rules, prices, PlanMode.REFINED);
    }

    private static long[] keys(double[] below, SplittableRandom random) {
        return random.doubles(BATCH)
                .mapToLong(
                        share -> {
                            int range = 0;
                            while (below[range] <= share) {
                                range++;
                            }
                            return (long) range * SUBRANGE_KEYS + random.nextInt(SUBRANGE_KEYS);
                        })
                .sorted()
                .toArray();
    }

    /** The share of the keys below the end of each subrange: weights 1, 1/2, 1/3 … in any order. */
    private static double[] zipf(SplittableRandom random) {
        double[] below = new double[SUBRANGES];
        List<Integer> ranks = new ArrayList<>();
        for (int rank = 1; rank <= SUBRANGES; rank++) {
            ranks.add(random.nextInt(ranks.size() + 1), rank);
        }
        double sum = 0;
        for (int range = 0; range < SUBRANGES; range++) {
            sum += 1.0 / ranks.get(range);
            below[range] = sum;
        }
        for (int range = 0; range < SUBRANGES; range++) {
            below[range] /= sum;
        }
        return below;
    }
}
