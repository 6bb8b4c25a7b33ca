package sluice.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/** The argument that names a store which must be there. */
final class StoreArgument {
    @Parameters(index = "0", paramLabel = "STORE", description = "The directory of the store.")
    private Path store = Path.of("");

    Path path() {
        return store;
    }

    /** The files of the store. */
    Storage storage() {
        if (!Files.isDirectory(store)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s: no such directory; a store is made with: sluice load STORE SOURCE…"
                            .formatted(store));
        }
        return DirectoryStorage.open(store);
    }
}
