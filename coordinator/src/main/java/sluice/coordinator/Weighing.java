package sluice.coordinator;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;
import sluice.model.HotStore;
import sluice.storage.FileEntry;
import sluice.store.Manifest;

/**
 * Tells the coordinator how large the hot store and the directory's files are, each time that it
 * runs. Whoever waits for an answer is not kept waiting by a hot store that cannot be asked: then
 * the sizes stay what they were. Belongs to one thread.
 */
final class Weighing implements Runnable {
    private static final Logger LOG = System.getLogger(Weighing.class.getName());

    private final HotStore hot;
    private final StoreCold cold;
    private final Coordinator coordinator;

    /** The manifest whose files have {@code coldBytes}. */
    private @Nullable Manifest weighed;

    private long coldBytes;
    private boolean hotIsKnown = true;

    Weighing(HotStore hot, StoreCold cold, Coordinator coordinator) {
        this.hot = hot;
        this.cold = cold;
        this.coordinator = coordinator;
    }

    @Override
    public void run() {
        try {
            coordinator.hotSize(hot.sizeBytes(), coldBytes());
            hotIsKnown = true;
        } catch (IOException | RuntimeException e) {
            if (hotIsKnown) {
                LOG.log(
                        Level.WARNING,
                        "the hot store's size is unknown for a while: " + e.getMessage());
            }
            hotIsKnown = false;
        }
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
