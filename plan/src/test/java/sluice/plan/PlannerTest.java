package sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Whole plans: splits, moves, loads, whether they are worth it, and what making them takes. */
class PlannerTest {
    private static final long NANOS_MAX = 2_000_000_000;

    @Test
    void anAppendedBatchIsSplitAndDealtOut() {
        Plan plan = appendPlan(90_000, SplitRules.usual(1_000_000));
        assertEquals(1, plan.splits().size());
        Plan.Split split = plan.splits().getFirst();
        assertEquals(RangeKey.of(2000), split.first());
        assertEquals(11, split.borders().size());
        assertTrue(split.borders().getFirst().compareTo(RangeKey.of(3000)) > 0);
        assertEquals(8, plan.moves().size());
        assertEquals(90_000, plan.costBefore());
        for (Plan.Load load : plan.after()) {
            assertEquals(30_000, load.incoming());
            assertEquals(1000, load.existing());
        }
        assertTrue(plan.isWorth(1000));
        assertFalse(plan.isWorth(60_000));
    }

    @Test
    void aBatchThatIsNotSplitStaysOnOneServer() {
        Plan plan = appendPlan(90_000, SplitRules.paper(1_000_000));
        assertEquals(List.of(), plan.splits());
        assertEquals(90_000, plan.cost());
        assertFalse(plan.isWorth(0));
    }

    @Test
    void aServerThatIsTwiceAsFastGetsTwiceAsManyRowsAndTakesAsLong() {
        Plan plan = appendPlan(96_000, SplitRules.usual(1_000_000), List.of(100, 200, 100));
        assertEquals(
                List.of(24_000L, 48_000L, 24_000L),
                plan.after().stream().map(Plan.Load::incoming).toList());
        assertEquals(24_000, plan.cost());
        assertEquals(96_000, plan.costBefore());
        assertEquals(24_000_000, plan.boundThousandths());
    }

    @Test
    void speedsAreChecked() {
        Partition one = Partition.ofRows(RangeKey.FIRST, 1, 1, 0);
        for (List<Integer> speeds : List.of(List.<Integer>of(), List.of(0), List.of(100, 100))) {
            assertThrows(
                    IllegalArgumentException.class, () -> new Placement(1, List.of(one), speeds));
        }
    }

    private static Plan appendPlan(long rows, SplitRules rules) {
        return appendPlan(rows, rules, List.of(100, 100, 100));
    }

    /** Three servers with one region of a thousand rows each; all new rows are behind the last. */
    private static Plan appendPlan(long rows, SplitRules rules, List<Integer> speeds) {
        List<Partition> regions = new ArrayList<>();
        List<Sample> samples = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            boolean isLast = index == 2;
            long first = 1000L * index;
            regions.add(Partition.ofRows(RangeKey.of(first), 1000, isLast ? rows : 0, index));
            samples.add(
                    Sample.merged(
                            LongStream.range(first, first + 1000).mapToObj(RangeKey::of).toList(),
                            1,
                            LongStream.range(3000, isLast ? 3000 + rows : 3000)
                                    .mapToObj(RangeKey::of)
                                    .toList(),
                            1));
        }
        return Planner.plan(
                new Placement(3, regions, speeds), samples, rules, Prices.PAPER, PlanMode.REFINED);
    }

    @Test
    void piecesHaveTheRowsWhoseKeysAreTheirs() {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 2000; round++) {
            List<RangeKey> existing = keys(random);
            List<RangeKey> incoming = keys(random);
            Partition whole = Partition.ofRows(RangeKey.FIRST, existing.size(), incoming.size(), 0);
            SplitRules rules = new SplitRules(random.nextInt(1, 40), 80, random.nextInt(5));
            List<Partition> pieces =
                    new Splitter(rules, Math.max(1, incoming.size()), 3)
                            .split(whole, Sample.merged(existing, 1, incoming, 1), Prices.PAPER);
            for (int index = 0; index < pieces.size(); index++) {
                Partition piece = pieces.get(index);
                RangeKey end = index + 1 < pieces.size() ? pieces.get(index + 1).first() : null;
                assertEquals(count(existing, piece.first(), end), piece.existing());
                assertEquals(count(incoming, piece.first(), end), piece.incoming());
            }
        }
    }

    private static List<RangeKey> keys(SplittableRandom random) {
        int most = random.nextInt(1, 500);
        return IntStream.range(0, random.nextInt(100))
                .map(_ -> random.nextInt(most))
                .sorted()
                .mapToObj(position -> RangeKey.of((long) position))
                .toList();
    }

    private static long count(List<RangeKey> keys, RangeKey first, RangeKey end) {
        return keys.stream()
                .filter(key -> key.compareTo(first) >= 0)
                .filter(key -> end == null || key.compareTo(end) < 0)
                .count();
    }

    @Test
    void bordersAreMadeInRoundsFromTheMiddle() {
        assertEquals(
                "[[4], [2, 6], [1, 3, 5, 7]]",
                Splitter.rounds(List.of(1, 2, 3, 4, 5, 6, 7)).toString());
        for (int count = 0; count < 300; count++) {
            List<Integer> borders = IntStream.range(0, count).boxed().toList();
            int rounds = Splitter.rounds(borders).size();
            assertEquals(32 - Integer.numberOfLeadingZeros(count), rounds);
        }
    }

    @Test
    void aHundredThousandPartitionsArePlannedInTime() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (boolean isSkewed : new boolean[] {false, true}) {
            Placement placement = largeTable(isSkewed);
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 3; round++) {
                long begin = threads.getCurrentThreadCpuTime();
                Instance instance = new Instance(placement);
                Solution solution = MovePlanner.solve(instance, PlanMode.REFINED);
                long bound = LowerBound.thousandths(instance);
                long took = threads.getCurrentThreadCpuTime() - begin;
                least = Math.min(least, took);
                assertTrue(solution.cost() * 1000 >= bound);
                System.out.printf(
                        "100,000 partitions, 1,000 servers: %d ms, cost %d, bound %d%n",
                        took / 1_000_000, solution.cost(), bound / 1000);
            }
            assertTrue(least <= NANOS_MAX, "took " + least + " ns of a processor");
        }
    }

    /** 100,000 partitions on 1,000 servers, some of which get far more rows than others. */
    static Placement largeTable(boolean isSkewed) {
        SplittableRandom random = new SplittableRandom(3);
        List<Partition> partitions = new ArrayList<>();
        for (int index = 0; index < 100_000; index++) {
            int home = random.nextInt(1000);
            partitions.add(
                    Partition.ofRows(
                            RangeKey.of((long) index),
                            random.nextInt(10_000),
                            isSkewed
                                    ? random.nextInt(1 + 200_000 / (20 + home))
                                    : random.nextInt(home + 1),
                            home));
        }
        return new Placement(1000, partitions);
    }

    @Test
    void wrongPlacementsAreRefused() {
        Partition one = Partition.ofRows(RangeKey.FIRST, 1, 1, 0);
        assertThrows(IllegalArgumentException.class, () -> new Placement(0, List.of(one)));
        assertThrows(IllegalArgumentException.class, () -> new Placement(1, List.of(one, one)));
        Partition far = Partition.ofRows(RangeKey.FIRST, 1, 1, 7);
        assertThrows(IllegalArgumentException.class, () -> new Placement(7, List.of(far)));
        Partition huge = Partition.ofRows(RangeKey.FIRST, 1, Long.MAX_VALUE / 2, 0);
        assertThrows(IllegalArgumentException.class, () -> new Placement(1, List.of(huge)));
        assertThrows(
                IllegalArgumentException.class, () -> Partition.ofRows(RangeKey.FIRST, -1, 1, 0));
    }

    @Test
    void aTableWithoutPartitionsHasNoPlan() {
        Plan none =
                Planner.plan(
                        new Placement(3, List.of()),
                        List.of(),
                        SplitRules.usual(10),
                        Prices.PAPER,
                        PlanMode.REFINED);
        assertEquals(0, none.cost());
        assertEquals(List.of(), none.moves());
        assertFalse(none.isWorth(0));
    }
}
