package sluice.coordinator;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import sluice.load.Outside;
import sluice.load.StoreName;
import sluice.model.ColdStore;
import sluice.model.HotStore;
import sluice.storage.Storage;

/**
 * Has lists copied into the hot store from a thread of its own, which may wait for both stores, as
 * long as this is open. Owns that thread and nothing else.
 */
final class HotListCopying implements AutoCloseable {
    private static final long TICK_MILLIS = 50;

    private final HotLists lists;
    private final ScheduledExecutorService copier =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("hot-lists").daemon().factory());

    private HotListCopying(HotLists lists) {
        this.lists = lists;
    }

    /**
     * Takes over what {@code hot} holds.
     *
     * @param storage the directory whose epochs those of {@code cold} are
     */
    static HotListCopying open(
            Storage storage,
            HotStore hot,
            ColdStore cold,
            Optional<Outside> outside,
            LiveStore.Copied copied,
            LongSupplier nanoClock)
            throws IOException {
        long store = StoreName.of(storage, copied.random());
        // What is answered from runs or segments of this machine is quick enough.
        HotLists lists =
                HotLists.open(
                        hot,
                        cold,
                        copied.options(),
                        id1 -> outside.isEmpty() || outside.get().isBuilt(id1),
                        store,
                        nanoClock);
        return new HotListCopying(lists);
    }

    /** What readers are to ask and to tell. */
    HeldIndex index() {
        return lists;
    }

    /** Begins to copy. */
    void start() {
        var unused =
                copier.scheduleWithFixedDelay(
                        lists::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** What is held now. */
    HotListCounts counts() {
        return lists.counts();
    }

    /** Ends what it is at, and waits for that. */
    @Override
    public void close() {
        copier.close();
    }
}
