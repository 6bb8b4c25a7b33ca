package sluice.coordinator;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.model.HotStore;
import sluice.storage.FileEntry;
import sluice.store.Manifest;

/**
 * Tells the coordinator how large the hot store and the directory's files are, each time that it
 * runs, and knows by that whether the hot store is there. Whoever waits for an answer is not kept
 * waiting by one that cannot be asked: then the sizes stay what they were. Is run by one thread.
 */
final class Weighing implements Runnable {
    private static final Logger LOG = System.getLogger(Weighing.class.getName());

    private final HotStore hot;
    private final StoreCold cold;
    private final Coordinator coordinator;

    /** The manifest whose files have {@code coldBytes}. */
    private @Nullable Manifest weighed;

    private long coldBytes;

    /** Why the hot store could not be asked; null where it could. */
    private volatile @Nullable String refusal;

    Weighing(HotStore hot, StoreCold cold, Coordinator coordinator) {
        this.hot = hot;
        this.cold = cold;
        this.coordinator = coordinator;
    }

    @Override
    public void run() {
        try {
            coordinator.hotSize(hot.sizeBytes(), coldBytes());
            refusal = null;
        } catch (IOException | RuntimeException e) {
            if (refusal == null) {
                LOG.log(
                        Level.WARNING,
                        "the hot store's size is unknown for a while: " + e.getMessage());
            }
            refusal = String.valueOf(e.getMessage());
        }
    }

    /** Why the hot store takes no write, when it was asked last; empty where it could be asked. */
    Optional<String> writesRefused() {
        return Optional.ofNullable(refusal);
    }

    private long coldBytes() {
        Manifest manifest = cold.manifest();
        if (manifest != null && manifest != weighed) {
            weighed = manifest;
            coldBytes = manifest.files().stream().mapToLong(FileEntry::lengthBytes).sum();
        }
        return coldBytes;
    }
}
