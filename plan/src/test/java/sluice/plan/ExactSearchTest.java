package sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import sluice.testkit.Seeds;

/** The search for the best placement beside trying all, and where it ends. */
class ExactSearchTest {
    /** Also with partitions that are alike, servers without any, and servers of three speeds. */
    @Test
    void noPlacementCostsLessThanTheOneFound() {
        Seeds.each(
                1000,
                random -> {
                    Instance instance = randomInstance(random);
                    int[] known = instance.home.clone();
                    for (int id : instance.bySlope) {
                        known[id] = random.nextInt(instance.servers);
                    }
                    int[] best = ExactSearch.best(instance, known, ExactSearch.TRIES_MAX);
                    assertEquals(NearBestPlanTest.exhaustive(instance), cost(instance, best));
                    for (int id = 0; id < best.length; id++) {
                        assertTrue(instance.insert[id] > 0 || best[id] == instance.home[id]);
                    }
                });
    }

    private static Instance randomInstance(RandomGenerator random) {
        int servers = random.nextInt(1, 5);
        int most = random.nextBoolean() ? 3 : 100;
        int homes = random.nextInt(1, servers + 1);
        StringBuilder line = new StringBuilder();
        for (int count = random.nextInt(1, 7); count > 0; count--) {
            int moveMost = random.nextBoolean() ? 0 : most;
            line.append(
                    "%d,%d@%d "
                            .formatted(
                                    random.nextInt(moveMost + 1),
                                    random.nextInt(most + 1),
                                    random.nextInt(homes)));
        }
        List<Integer> speeds = new ArrayList<>();
        boolean isEven = random.nextBoolean();
        for (int server = 0; server < servers; server++) {
            speeds.add(isEven ? 100 : List.of(50, 100, 130).get(random.nextInt(3)));
        }
        List<Partition> partitions = PartitionLine.placement(servers, line.toString()).partitions();
        return new Instance(new Placement(servers, partitions, speeds));
    }

    private static long cost(Instance instance, int[] destinations) {
        long[] inserts = new long[instance.servers];
        long[] moves = new long[instance.servers];
        instance.measure(destinations, inserts, moves);
        return instance.timeMax(inserts) + Arrays.stream(moves).max().orElse(0);
    }

    @Test
    void aSearchThatMayNotGoOnReturnsTheBestUntilThen() {
        Instance instance =
                PartitionLine.instance(
                        3, "0,33@0 0,31@0 0,29@0 0,23@0 0,19@0 0,17@0 0,13@0 0,11@0");
        int[] known = instance.home.clone();
        long before = cost(instance, known);
        for (int tries = 1; tries < 1 << 14; tries *= 2) {
            long cost = cost(instance, ExactSearch.best(instance, known, tries));
            assertTrue(cost <= before, tries + " tries: " + cost);
            before = cost;
        }
        assertEquals(NearBestPlanTest.exhaustive(instance), before);
        assertSame(known, ExactSearch.best(instance, known, 0));
    }

    @Test
    void aTableThatCanBePlacedInTooManyWaysStaysAsItIs() {
        Instance instance = new Instance(PlannerTest.largeTable(false));
        int[] known = instance.home.clone();
        assertSame(known, ExactSearch.best(instance, known, ExactSearch.TRIES_MAX));
    }
}
