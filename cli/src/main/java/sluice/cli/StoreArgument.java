package sluice.cli;

import java.nio.file.Path;
import picocli.CommandLine.Parameters;
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
        return StoreDirectory.existing(store);
    }
}
