package sluice.cli.options;

import java.nio.file.Path;
import picocli.CommandLine.Parameters;
import sluice.storage.Storage;

/** The argument that names a store which must be there. */
public final class StoreArgument {
    @Parameters(index = "0", paramLabel = "STORE", description = "The directory of the store.")
    private Path store = Path.of("");

    public Path path() {
        return store;
    }

    /** The files of the store. */
    public Storage storage() {
        return StoreDirectory.existing(store);
    }
}
