package sluice.cli.options;

import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.storage.Storage;

/** The argument that names a store which must be there. */
public final class StoreArgument {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "STORE",
            converter = StoreSite.Converter.class,
            description = "The directory of the store.")
    private StoreSite store = StoreSite.of("");

    /** Where the store is. */
    public StoreSite site() {
        return store;
    }

    /** The directory of the store, for a verb that works on a local disk alone. */
    public Path path() {
        return store.directory(spec);
    }

    /** Refuses {@code directory}, which a verb fills, where it is within the store. */
    public void requireOutside(Path directory) {
        if (!store.isAddress() && StoreDirectory.isWithin(directory, store.directory())) {
            throw new ParameterException(
                    spec.commandLine(), "DIR must be outside of the store: " + directory);
        }
    }

    /** The files of the store in its directory. */
    public Storage storage() {
        return StoreDirectory.existing(path());
    }
}
