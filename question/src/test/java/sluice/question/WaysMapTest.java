package sluice.question;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import sluice.model.MemoryGraph;
import sluice.testkit.Seeds;

/** The ends of walks, against a sorted map. */
class WaysMapTest {
    private final Reading reading = new Reading(new MemoryGraph(1), 1);

    @Test
    void idsHaveTheSumOfTheirWays() {
        Seeds.each(
                60,
                random -> {
                    WaysMap map = new WaysMap(reading);
                    Map<Long, Long> reference = new TreeMap<>(Long::compareUnsigned);
                    int adds = 1 << random.nextInt(18);
                    long idsEnd = 1L << random.nextInt(1, 40);
                    for (int i = 0; i < adds; i++) {
                        long id = random.nextLong(idsEnd) - idsEnd / 2;
                        long ways = random.nextLong(1, 4);
                        map.add(id, ways);
                        reference.merge(id, ways, Long::sum);
                    }
                    assertArrayEquals(
                            reference.keySet().stream().mapToLong(Long::longValue).toArray(),
                            map.ids());
                    reference.forEach((id, ways) -> assertEquals(ways, map.ways(id)));
                    assertRanking(reference, map.toRanking());
                });
    }

    private static void assertRanking(Map<Long, Long> reference, WaysMap.Ranking ranking) {
        List<Map.Entry<Long, Long>> sorted = new ArrayList<>(reference.entrySet());
        // Stable, so that ids of equal ways stay in their order.
        sorted.sort(
                Comparator.comparing((Map.Entry<Long, Long> each) -> each.getValue()).reversed());
        for (Map.Entry<Long, Long> each : sorted) {
            assertEquals(each.getKey(), ranking.id());
            assertEquals(each.getValue(), ranking.ways());
            ranking.next();
        }
        assertTrue(ranking.isEmpty());
    }

    @Test
    void waysThatNoLongHoldsStayAtTheLargest() {
        WaysMap map = new WaysMap(reading);
        map.add(7, Long.MAX_VALUE - 1);
        map.add(7, 5);
        map.add(8, Long.MAX_VALUE);
        WaysMap.Ranking ranking = map.toRanking();
        assertEquals(7, ranking.id());
        assertEquals(Long.MAX_VALUE, ranking.ways());
        ranking.next();
        assertEquals(8, ranking.id());
        ranking.next();
        assertTrue(ranking.isEmpty());
    }

    @Test
    void aWalkToNowhereHasNoRanking() {
        assertTrue(new WaysMap(reading).toRanking().isEmpty());
    }
}
