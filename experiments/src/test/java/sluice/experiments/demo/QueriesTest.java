package sluice.experiments.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.generate.RmatGraph;
import sluice.generate.RmatOptions;

/** Which queries there are to draw, and how often each part of the ids is drawn. */
class QueriesTest {
    @Test
    void aFewPartsOfTheIdsAreAskedForMuchMoreThanOthers() throws IOException {
        RmatGraph graph = RmatGraph.open(RmatOptions.distinct(12, 40_000), 1);
        Queries queries = Queries.of(graph, new SplittableRandom(1));
        SplittableRandom random = new SplittableRandom(2);
        long[] asked = new long[24];
        for (int i = 0; i < 100_000; i++) {
            asked[(int) ((long) queries.draw(random) * 24 / queries.count())]++;
        }
        Arrays.sort(asked);
        // 1/1 and 1/24, divided by the sum of 1/r for r from 1 to 24, which is 3.776.
        assertEquals(26_480, asked[23], 1_000);
        assertEquals(1_103, asked[0], 250);
    }

    @Test
    void queriesComeInThreesInTheOrderOfIds() throws IOException {
        RmatGraph graph = RmatGraph.open(RmatOptions.distinct(8, 500), 1);
        Queries queries = Queries.of(graph, new SplittableRandom(1));
        assertEquals(3 * 500, queries.count());
        for (int query = 0; query < queries.count(); query++) {
            assertTrue(
                    queries.words(query)
                            .startsWith(
                                    query % 3 == 0
                                            ? "links "
                                            : query % 3 == 1 ? "link " : "count "));
        }
        long before = queries.id1(0);
        for (int query = 3; query < queries.count(); query += 3) {
            assertTrue(queries.id1(query) >= before, "in the order of ids");
            before = queries.id1(query);
        }
    }
}
