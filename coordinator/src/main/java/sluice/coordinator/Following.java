package sluice.coordinator;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sluice.load.remote.RemoteStore;
import sluice.storage.DirectoryGoneException;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * Tells the coordinator what there is to answer from: once when a store is opened, and again each
 * time that another process has loaded into its directory, which it looks for whenever it runs.
 * Else a server would call old answers complete until it is started anew. While this process itself
 * changes the store there is nothing to look for. Belongs to one thread.
 */
final class Following implements Runnable {
    private static final Logger LOG = System.getLogger(Following.class.getName());

    private final Storage storage;
    private final StoreCold cold;
    private final Optional<RemoteStore> remote;
    private final Coordinator coordinator;
    private final StoreTurns turns;
    private final BooleanSupplier isClosing;

    /** Is told why nothing may be written any more. */
    private final Consumer<String> refuseWrites;

    private boolean failing;

    /** Whether buckets of the present manifest are built outside and not known yet. */
    private boolean isBehind;

    Following(
            Storage storage,
            StoreCold cold,
            Optional<RemoteStore> remote,
            Coordinator coordinator,
            StoreTurns turns,
            BooleanSupplier isClosing,
            Consumer<String> refuseWrites) {
        this.storage = storage;
        this.cold = cold;
        this.remote = remote;
        this.coordinator = coordinator;
        this.turns = turns;
        this.isClosing = isClosing;
        this.refuseWrites = refuseWrites;
    }

    /**
     * Tells of what is there; of buckets outside, whichever process builds them. Where nobody has
     * yet it writes down what is to be built of them.
     */
    void begin() throws IOException {
        Manifest manifest = cold.manifest();
        if (remote.isPresent() && manifest != null && manifest.complete()) {
            plan(manifest, remote.get(), remote.get().attach(storage, manifest));
        } else {
            tell(manifest);
        }
    }

    @Override
    public void run() {
        Optional<StoreTurns.Turn> free = turns.ifFree();
        if (free.isEmpty()) {
            return;
        }
        try (StoreTurns.Turn _ = free.get()) {
            if (!isClosing.getAsBoolean()) {
                follow();
            }
            failing = false;
        } catch (DirectoryGoneException e) {
            // What is written now would be nowhere once this process ends.
            refuseWrites.accept(e.getMessage());
            warn(e);
        } catch (IOException | RuntimeException e) {
            warn(e);
        }
    }

    private void warn(Exception e) {
        if (!failing) {
            LOG.log(Level.WARNING, "the store cannot be read anew: " + e.getMessage());
        }
        failing = true;
    }

    private void follow() throws IOException {
        boolean isNew = cold.refresh();
        Manifest manifest = cold.manifest();
        if (isNew) {
            // No builder of this process has a bucket now.
            coordinator.stopped();
            tell(manifest);
            isBehind = true;
        }
        if (isBehind && remote.isPresent() && manifest != null && manifest.complete()) {
            Optional<long[]> rows = remote.get().follow(storage, manifest);
            if (rows.isPresent()) {
                plan(manifest, remote.get(), rows.get());
                isBehind = false;
            }
        }
    }

    /** Until what is built outside is known, nobody is told that a wait has ended. */
    private void tell(@Nullable Manifest manifest) {
        if (manifest != null && manifest.complete() && remote.isEmpty()) {
            coordinator.complete(manifest.borders());
        } else {
            coordinator.staging();
        }
    }

    private void plan(Manifest manifest, RemoteStore built, long[] rows) throws IOException {
        Bucket.State[] states = built.states().toArray(Bucket.State[]::new);
        coordinator.begin(manifest.borders(), states, rows);
        built.listen(coordinator::elsewhere);
    }
}
