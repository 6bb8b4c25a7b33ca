package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.DecisionOptions;
import sluice.load.job.LoadOptions;
import sluice.model.Answer;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;

/** What is absorbed, and what a store does that has nothing to absorb. */
class AbsorbingUnaskedTest {
    private static final byte[] DATA = new byte[1000];

    @TempDir Path directory;

    @Test
    void whoHasNothingToAbsorbTakesNoLock() throws IOException {
        Storage storage = MemoryStorage.create();
        try (HotStore hot = HotDirectory.open(directory);
                LiveStore store = open(storage, hot, Long.MAX_VALUE)) {
            store.completeIfEmpty();
            write(store, 1, 1);
            assertEquals(1, store.absorb());
            try (Closeable _ = storage.lock("lock").orElseThrow()) {
                assertEquals(0, store.absorb());
                write(store, 2, 2);
                assertThrows(SluiceException.class, store::absorb);
            }
            assertEquals(1, store.absorb());
            assertEquals(new Answer<>(1L, true), store.graph().count(2, 1));
        }
    }

    @Test
    void anAbsorbedHotStoreIsSmall() throws IOException {
        try (HotStore hot = HotDirectory.open(directory);
                LiveStore store = open(MemoryStorage.create(), hot, Long.MAX_VALUE)) {
            write(store, 1, 2000);
            assertTrue(hot.sizeBytes() > 2_000_000, "size " + hot.sizeBytes());
            assertEquals(2000, store.absorb());
            assertTrue(hot.sizeBytes() < 20_000, "size " + hot.sizeBytes());
        }
    }

    /** As that of a database that keeps what removed rows took. */
    @Test
    void aHotStoreThatIsLargeAndEmptyIsLookedAtOnce() throws IOException {
        AtomicInteger weighings = new AtomicInteger();
        AtomicInteger scans = new AtomicInteger();
        Storage storage = MemoryStorage.create();
        try (HotStore hot = HotDirectory.open(directory)) {
            try (LiveStore store = open(storage, hot, Long.MAX_VALUE)) {
                store.completeIfEmpty();
            }
            try (LiveStore _ = open(storage, large(hot, weighings, scans), 1000)) {
                while (scans.get() == 0) {
                    LockSupport.parkNanos(1_000_000);
                }
                int before = weighings.get();
                while (weighings.get() < before + 4) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
        }
        assertEquals(1, scans.get());
    }

    private static HotStore large(HotStore store, AtomicInteger weighings, AtomicInteger scans) {
        return HookedHotStore.over(
                store,
                method -> {
                    if (method.equals("sizeBytes")) {
                        weighings.incrementAndGet();
                        return Optional.of(1L << 40);
                    }
                    if (method.equals("scan")) {
                        scans.incrementAndGet();
                    }
                    return Optional.empty();
                });
    }

    private static void write(LiveStore store, long first, long last) throws IOException {
        for (long id1 = first; id1 <= last; id1++) {
            store.graph().addLink(new Link(id1, 1, 8, Visibility.VISIBLE, 0, 5, DATA));
        }
    }

    private static LiveStore open(Storage storage, HotStore hot, long absorbAtBytes)
            throws IOException {
        return LiveStore.open(
                storage,
                hot,
                LiveStoreOptions.of(
                        LoadOptions.defaults().withMemory(256L << 20, 64L << 20).withThreads(2),
                        new DecisionOptions(0, absorbAtBytes)),
                System::nanoTime);
    }
}
