package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadProgress;
import sluice.load.remote.RemoteStore;
import sluice.model.ErrorCode;
import sluice.model.HotStore;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;

/**
 * A table elsewhere that somebody drops, or drops and makes anew, is not taken for the one that was
 * built: its rows would be missing from answers that call themselves complete, and online writes
 * would leave the hot store for nowhere.
 */
class DroppedPlaceTest extends LaterLoadsFixture {
    private final MemoryBuckets place = new MemoryBuckets();
    private final MemoryJobs jobs = new MemoryJobs(() -> System.nanoTime() / 1_000_000);

    @BeforeEach
    void buildThere() {
        buckets = new CountedBuckets(place);
    }

    private RemoteStore another(String builder) {
        return remote(builder, jobs.another(), 2);
    }

    /** The load of {@code rows}, by a process of its own. */
    private void loadIn(String name, LoadedStore rows) throws IOException {
        try (HotStore hot = openHot(name);
                RemoteStore remote = another(name);
                LiveStore store = open(hot, remote, true)) {
            load(store, rows);
            check(store);
            checkElsewhere(remote);
        }
    }

    /** What whoever opens the store or loads {@code rows} into it is told. */
    private String refusal(String name, LoadedStore rows) throws IOException {
        int before = buckets.commits.size();
        try (HotStore hot = openHot(name);
                RemoteStore remote = another(name)) {
            SluiceException refused =
                    assertThrows(
                            SluiceException.class,
                            () -> {
                                try (LiveStore store = open(hot, remote, true)) {
                                    store.load(
                                            rows.source(),
                                            options(),
                                            new LoadProgress(),
                                            LoadEvents.NONE);
                                }
                            });
            assertEquals(ErrorCode.STORE, refused.code());
            assertEquals(before, buckets.commits.size());
            return refused.getMessage();
        }
    }

    @Test
    void isBuiltAgainOnceItsJobsAreForgotten() throws Exception {
        LoadedStore rows = rows(200);
        loadIn("a", rows);
        place.drop();
        String said = refusal("b", rows);
        assertTrue(said.contains("dropped, or created again; to build all of it again"), said);
        place.prepare(new long[] {0});
        assertEquals(said, refusal("c", rows));
        jobs.forget();
        loadIn("d", rows);
    }

    @Test
    void isNotTakenForThatOfTheSameSourceInANewDirectory() throws Exception {
        LoadedStore rows = rows(200);
        loadIn("a", rows);
        place.drop();
        storage = MemoryStorage.create();
        refusal("b", rows);
        jobs.forget();
        loadIn("c", rows);
    }

    @Test
    void isNotLoadedOnFromWhereItWas() throws Exception {
        LoadedStore rows = rows(200);
        loadIn("a", rows);
        place.drop();
        LoadedStore more = unnoted(List.of(), 40);
        String said = refusal("b", more);
        assertTrue(said.contains("to build all of it again"), said);
        place.prepare(new long[] {0});
        assertEquals(said, refusal("c", more));
        jobs.forget();
        loadIn("d", rows);
    }

    @Test
    void withTheRowsOfTwoLoadsIsNotBuiltFromTheLastAlone() throws Exception {
        loadIn("a", rows(200));
        loadIn("b", rows(40));
        place.drop();
        LoadedStore more = rows(30);
        String said = refusal("c", more);
        assertTrue(said.contains("what sluice export writes"), said);
        jobs.forget();
        assertEquals(said, refusal("d", more));
    }
}
