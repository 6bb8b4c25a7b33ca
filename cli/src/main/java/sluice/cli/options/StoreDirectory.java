package sluice.cli.options;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import sluice.load.ranges.PlanJournal;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/** The directory that a command line names as STORE. */
public final class StoreDirectory {
    private StoreDirectory() {}

    /** For reading: it must be there. Warns of a plan of it that was interrupted. */
    public static Storage existing(Path directory) {
        Storage storage = there(directory);
        try {
            PlanJournal.advice(storage).ifPresent(advice -> log(Level.WARNING, advice));
        } catch (IOException | SluiceException e) {
            // The reader of the store says what is wrong with it; a plan has no part in that.
            log(Level.DEBUG, "no word on plans: " + e.getMessage());
        }
        return storage;
    }

    /** Makes the logger when there is something to say: the first one takes 30 ms of a process. */
    private static void log(Level level, String message) {
        System.getLogger(StoreDirectory.class.getName()).log(level, message);
    }

    /** For reading: it must be there. */
    public static Storage there(Path directory) {
        return found(directory).orElseThrow(() -> missing(directory));
    }

    /** Says that there is no store in {@code directory}. */
    public static SluiceException missing(Path directory) {
        return new SluiceException(
                ErrorCode.STORE,
                "%s: no such store; make one with: sluice load %s SOURCE…"
                        .formatted(directory, directory));
    }

    /** For a look: empty where it is not there. */
    public static Optional<Storage> found(Path directory) {
        if (!Files.exists(directory)) {
            return Optional.empty();
        }
        refuseFile(directory);
        return Optional.of(DirectoryStorage.open(directory));
    }

    /** Whether {@code inner} is {@code outer}, or lies in it; none of them must be there. */
    public static boolean isWithin(Path inner, Path outer) {
        return inner.toAbsolutePath().normalize().startsWith(outer.toAbsolutePath().normalize());
    }

    /** For loading: it is made where it is not there. */
    public static Storage created(Path directory) throws IOException {
        Optional<Storage> found = found(directory);
        return found.isPresent() ? found.get() : DirectoryStorage.create(directory);
    }

    private static void refuseFile(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s is a file; a store is a directory: name one, or a new one"
                            .formatted(directory));
        }
    }
}
