package sluice.coordinator;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import sluice.load.files.StoreName;
import sluice.load.remote.RemoteStore;
import sluice.model.ColdStore;
import sluice.model.HotStore;
import sluice.storage.Storage;

/**
 * Has lists copied into the hot store from a thread of its own, which may wait for both stores, as
 * long as this is open. Where none may be held it removes what is left from before, and readers
 * need not tell it anything. Owns that thread and nothing else.
 */
final class HotListCopying implements AutoCloseable {
    private static final long TICK_MILLIS = 50;

    private final HotLists lists;
    private final boolean holds;
    private final ScheduledExecutorService copier =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("hot-lists").daemon().factory());

    private HotListCopying(HotLists lists, boolean holds) {
        this.lists = lists;
        this.holds = holds;
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
            Optional<RemoteStore> remote,
            LiveStoreOptions.Copied copied,
            LongSupplier nanoClock)
            throws IOException {
        boolean holds = copied.options().bytesMax() > 0;
        // Without a budget nothing is put there, and all that is found is removed.
        long store = holds ? StoreName.of(storage, copied.random()) : 0;
        // What is answered from runs or segments of this machine is quick enough.
        HotLists lists =
                HotLists.open(
                        hot,
                        cold,
                        copied.options(),
                        id1 -> remote.isEmpty() || remote.get().isBuilt(id1),
                        store,
                        nanoClock);
        return new HotListCopying(lists, holds);
    }

    /** What readers are to ask and to tell: nothing where nothing may be held. */
    HeldIndex index() {
        return holds ? lists : HeldIndex.NONE;
    }

    /** Begins to copy. */
    void start() {
        var unused =
                copier.scheduleWithFixedDelay(
                        this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void tick() {
        lists.tick();
        if (!holds && !lists.hasLeftovers()) {
            copier.shutdown();
        }
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
