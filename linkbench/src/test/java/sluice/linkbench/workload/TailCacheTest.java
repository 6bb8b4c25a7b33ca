package sluice.linkbench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import sluice.generate.JavaRandom;
import sluice.generate.LinkBenchOptions.Profile;

class TailCacheTest {
    private static final JavaRandom RANDOM = new JavaRandom(1);

    @Test
    void aListIsRememberedOnce() {
        TailCache cache = new TailCache(Profile.CORRECTED);
        cache.add(1, 7, 100, RANDOM);
        cache.add(1, 7, 90, RANDOM);
        cache.add(1, 8, 80, RANDOM);
        assertEquals(2, cache.count());
        MixRequest request = new MixRequest();
        cache.ask(0, request);
        assertEquals(100, request.historyTime);
    }

    @Test
    void aRemovedListComesInAgainUnlessThatIsTheOriginalsDefect() {
        for (Profile profile : Profile.values()) {
            TailCache cache = new TailCache(profile);
            cache.add(1, 7, 100, RANDOM);
            cache.add(2, 7, 100, RANDOM);
            cache.remove(0);
            cache.add(1, 7, 50, RANDOM);
            assertEquals(profile == Profile.LEGACY ? 1 : 2, cache.count());
        }
    }

    @Test
    void aFullCacheGivesRoom() {
        TailCache cache = new TailCache(Profile.LEGACY);
        for (int id = 0; id < 3 * TailCache.ENTRIES_MAX; id++) {
            cache.add(id, 7, id, RANDOM);
        }
        assertEquals(TailCache.ENTRIES_MAX, cache.count());
        MixRequest request = new MixRequest();
        int late = 0;
        for (int place = 0; place < cache.count(); place++) {
            cache.ask(place, request);
            late += request.id1 >= TailCache.ENTRIES_MAX ? 1 : 0;
        }
        assertEquals(1 - Math.exp(-2), late / (double) TailCache.ENTRIES_MAX, 0.05);
    }
}
