package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.Deletion;
import sluice.model.IndexedIds;
import sluice.model.Link;
import sluice.model.PropertyTypes;
import sluice.model.Visibility;
import sluice.testkit.Seeds;

/** Candidates of both stores, page by page, beside a sorted set. */
class CandidatesTest {
    private static final long TYPE = PropertyTypes.FIRST + 3;

    @TempDir private Path directory;

    @Test
    void pagesOfBothStoresHaveEveryIdOnce() {
        Seeds.each(
                3000,
                random -> {
                    TreeSet<Long> hot = ids(random);
                    TreeSet<Long> cold = ids(random);
                    TreeSet<Long> all = new TreeSet<>(Long::compareUnsigned);
                    all.addAll(hot);
                    all.addAll(cold);
                    int limit = 1 + random.nextInt(6);
                    List<Long> found = new ArrayList<>();
                    long first = 0;
                    IndexedIds page;
                    do {
                        IndexedIds below = page(cold, first, limit);
                        long[] above = page(hot, first, limit + 1).ids();
                        page = Candidates.merged(above, below, limit);
                        // A hot row may take away what the index of the cold store proves.
                        assertEquals(above.length == 0, page.proven());
                        assertTrue(page.ids().length <= limit);
                        assertTrue(page.ids().length > 0 || !page.more());
                        for (long id : page.ids()) {
                            found.add(id);
                            first = id + 1;
                        }
                    } while (page.more() && first != 0);
                    assertEquals(new ArrayList<>(all), found);
                });
    }

    private static TreeSet<Long> ids(SplittableRandom random) {
        TreeSet<Long> ids = new TreeSet<>(Long::compareUnsigned);
        int count = random.nextInt(12);
        for (int i = 0; i < count; i++) {
            ids.add((long) random.nextInt(-10, 20));
        }
        return ids;
    }

    private static IndexedIds page(TreeSet<Long> ids, long first, int limit) {
        long[] from = ids.tailSet(first).stream().mapToLong(Long::longValue).toArray();
        boolean more = from.length > limit;
        return new IndexedIds(Arrays.copyOf(from, Math.min(limit, from.length)), more, true);
    }

    @Test
    void hotRowsOfOneTypeAreCandidatesWhateverTheySay() throws IOException {
        try (RocksHotStore hot = HotDirectory.open(directory)) {
            MergedGraph graph = HotDirectory.graph(hot, new EmptyCold(), 1);
            for (long id : new long[] {-1, 3, 7, 5}) {
                graph.addLink(property(id, TYPE, 0));
                graph.addLink(property(id, TYPE, 1));
                graph.addLink(property(id + 1, TYPE + 1, 0));
            }
            graph.deleteLink(5, TYPE, 0, Deletion.HIDE);
            assertArrayEquals(new long[] {3, 5, 7, -1}, hot.idsOf(TYPE, 0, 10));
            assertArrayEquals(new long[] {5, 7}, hot.idsOf(TYPE, 4, 2));
            assertArrayEquals(new long[0], hot.idsOf(TYPE + 2, 0, 10));
        }
    }

    private static Link property(long id, long type, long slot) {
        return new Link(id, type, slot, Visibility.VISIBLE, 0, 0, new byte[] {9, 65});
    }
}
