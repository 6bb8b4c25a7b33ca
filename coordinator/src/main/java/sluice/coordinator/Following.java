package sluice.coordinator;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import sluice.store.Manifest;

/**
 * Looks, each time that it runs, whether another process has loaded into the directory, and has
 * readers answer from what it left: else a server would call old answers complete until it is
 * started anew. While this process itself changes the store there is nothing to look for. Belongs
 * to one thread.
 */
final class Following implements Runnable {
    private static final Logger LOG = System.getLogger(Following.class.getName());

    private final StoreCold cold;
    private final Coordinator coordinator;
    private final StoreTurns turns;
    private final BooleanSupplier isClosing;
    private boolean failing;

    Following(
            StoreCold cold, Coordinator coordinator, StoreTurns turns, BooleanSupplier isClosing) {
        this.cold = cold;
        this.coordinator = coordinator;
        this.turns = turns;
        this.isClosing = isClosing;
    }

    @Override
    public void run() {
        Optional<StoreTurns.Turn> free = turns.ifFree();
        if (free.isEmpty()) {
            return;
        }
        try (StoreTurns.Turn _ = free.get()) {
            if (!isClosing.getAsBoolean() && cold.refresh()) {
                tell(cold.manifest());
            }
            failing = false;
        } catch (IOException | RuntimeException e) {
            if (!failing) {
                LOG.log(Level.WARNING, "the store cannot be read anew: " + e.getMessage());
            }
            failing = true;
        }
    }

    /** No builder of this process has a bucket now. */
    private void tell(@Nullable Manifest manifest) {
        coordinator.stopped();
        if (manifest != null && manifest.complete()) {
            coordinator.complete(manifest.borders());
        } else {
            coordinator.staging();
        }
    }
}
