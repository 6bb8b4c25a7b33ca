package sluice.cluster.load.place;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import sluice.model.SluiceException;
import sluice.store.Manifest;

/**
 * The right of one driver to say what a store is: its manifests, one after the other. Closing gives
 * the right back. Belongs to one thread.
 */
public interface ManifestCommit extends Closeable {
    /** The store's manifest when the driver began; empty for a new store. */
    Optional<Manifest> found();

    /**
     * Takes the unfinished load that was found over from its driver, which cannot commit any more;
     * returns the store's manifest. Nothing is done where this driver is alone.
     */
    Manifest takeOver() throws IOException;

    /**
     * Makes {@code next} the store's manifest, durably, under the next version, and returns it as
     * it was committed. Throws a {@link SluiceException} once another driver has taken the load
     * over; then this one must stop.
     */
    Manifest commit(Manifest next) throws IOException;

    /**
     * The failure that says which driver has taken the load over; empty if none has. A driver that
     * was superseded may fail in any way, as the other one deletes what it still needs.
     */
    Optional<SluiceException> superseded() throws IOException;

    /**
     * Whether no other process can write to the store until this is closed, so that files that no
     * manifest lists may be deleted.
     */
    boolean isAlone();
}
