package sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/** The directory that a command line names as STORE. */
final class StoreDirectory {
    private StoreDirectory() {}

    /** For reading: it must be there. */
    static Storage existing(Path directory) {
        if (!Files.exists(directory)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s: no such store; make one with: sluice load %s SOURCE…"
                            .formatted(directory, directory));
        }
        refuseFile(directory);
        return DirectoryStorage.open(directory);
    }

    /** For loading: it is made where it is not there. */
    static Storage created(Path directory) throws IOException {
        if (Files.exists(directory)) {
            refuseFile(directory);
            return DirectoryStorage.open(directory);
        }
        return DirectoryStorage.create(directory);
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
