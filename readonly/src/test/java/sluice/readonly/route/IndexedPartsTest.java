package sluice.readonly.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import sluice.model.Answer;
import sluice.model.IndexedIds;
import sluice.protocol.IndexPart;

class IndexedPartsTest {
    private static final int ROUNDS = 2_000;

    private static IndexPart part(List<Long> ids, int limit) {
        boolean more = ids.size() > limit;
        long[] some = ids.stream().limit(limit).mapToLong(id -> id).toArray();
        return new IndexPart(new IndexedIds(some, more), true);
    }

    /**
     * Partitions are dealt out to nodes, each of which tells as many ids at once as it can; the
     * pages together are all ids, each once, in order.
     */
    @Test
    void pagesOfAllNodesAreThoseOfOne() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int nodes = 1 + random.nextInt(4);
            TreeSet<Long> all = new TreeSet<>(Long::compareUnsigned);
            List<List<Long>> held = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                held.add(new ArrayList<>());
            }
            for (int i = random.nextInt(60); i > 0; i--) {
                all.add(random.nextLong(100) - 50);
            }
            all.forEach(id -> held.get(random.nextInt(nodes)).add(id));
            int limit = 1 + random.nextInt(20);
            List<Long> found = new ArrayList<>();
            boolean more = true;
            while (more) {
                long[] first = {found.isEmpty() ? 0 : found.getLast() + 1};
                IndexedParts parts = new IndexedParts(limit);
                for (List<Long> ids : held) {
                    parts.add(
                            part(
                                    ids.stream()
                                            .filter(id -> Long.compareUnsigned(id, first[0]) >= 0)
                                            .toList(),
                                    1 + random.nextInt(limit)));
                }
                Answer<IndexedIds> page = parts.answer();
                assertTrue(page.complete());
                assertTrue(page.value().ids().length <= limit);
                more = page.value().more();
                assertTrue(!more || page.value().ids().length > 0, "a page without ids");
                for (long id : page.value().ids()) {
                    found.add(id);
                }
            }
            assertEquals(List.copyOf(all), found, "seed " + seed);
        }
    }

    @Test
    void aPageIsCompleteIfItEndsBeforeWhatNobodyAnswered() {
        assertTrue(page(2, 10).complete());
        assertArrayEquals(new long[] {1, 5}, page(2, 10).value().ids());
        assertFalse(page(3, 9).complete());
        assertFalse(page(4, 100).complete(), "there is no further page that would say so");
        assertFalse(page(4, 0).complete());
    }

    /** The ids 1, 5 and 9, at most {@code limit}, where ids from {@code lacking} on may lack. */
    private static Answer<IndexedIds> page(int limit, long lacking) {
        IndexedParts parts = new IndexedParts(limit);
        parts.add(part(List.of(5L), limit));
        parts.lacks(lacking);
        parts.lacks(200);
        parts.add(part(List.of(1L, 9L), limit));
        return parts.answer();
    }

    @Test
    void whatALoadMayStillBringIsNotComplete() {
        IndexedParts parts = new IndexedParts(5);
        parts.add(new IndexPart(new IndexedIds(new long[] {1}, false), false));
        parts.add(part(List.of(2L), 5));
        assertFalse(parts.answer().complete());
    }
}
