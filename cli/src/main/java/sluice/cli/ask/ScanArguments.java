package sluice.cli.ask;

import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import sluice.cli.options.StoreArgument;
import sluice.storage.Storage;

/** What the verbs that read all rows of a store have in common. */
public final class ScanArguments {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Mixin private StoreArgument store = new StoreArgument();

    @Mixin private ScanOptions options = new ScanOptions();

    /** The files of the store. */
    public Storage storage() {
        return store.storage();
    }

    /** Opens the store. One that is not complete is refused unless the user wants it as it is. */
    public ScanOptions.Opened open() throws IOException {
        return options.open(spec, store.path(), store.storage());
    }

    public int threads() {
        return options.threads();
    }
}
