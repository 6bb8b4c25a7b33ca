package sluice.load.job;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import sluice.ingest.file.SourceFile;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.store.Manifest;

/** What a load tells and asks while it runs. Called by the load's threads; must return soon. */
public interface LoadEvents {
    /** Tells nothing and never stops. */
    LoadEvents NONE = new LoadEvents() {};

    /** Tells nothing, and stops once {@code isWanted} says so. */
    static LoadEvents stoppedIf(BooleanSupplier isWanted) {
        return new LoadEvents() {
            @Override
            public boolean stopRequested() {
                return isWanted.getAsBoolean();
            }
        };
    }

    /** A new manifest is the store's. */
    default void published(Manifest manifest) {}

    /** Every query can be answered completely from now on. */
    default void uptime() {}

    /** Whether the load shall stop soon, soundly, so that the same command can go on. */
    default boolean stopRequested() {
        return false;
    }

    /** Ends the calling step when a stop was requested. */
    default void throwIfStopped() {
        if (stopRequested()) {
            throw new SluiceException(
                    ErrorCode.INTERRUPTED,
                    "stopped; repeat the same command to go on where it stopped");
        }
    }

    /** Whether the rows of {@code file} shall be staged before those of the other files. */
    default boolean wantsFirst(SourceFile file) {
        return false;
    }

    /**
     * All files that are wanted first are staged: {@code rows} is a store of their rows alone, each
     * key once, whose files stay until this returns. The load waits meanwhile, and publishes a
     * manifest then. Not called where no file is wanted first, nor once all of the source is
     * staged.
     */
    default void firstStaged(Manifest rows) throws IOException {}
}
