package sluice.cli.ask;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.options.CacheArguments;
import sluice.cli.options.StoreArgument;
import sluice.load.version.Versions;
import sluice.storage.Storage;

/** What the verbs that read all rows of a store have in common. */
public final class ScanArguments {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Mixin private StoreArgument store = new StoreArgument();

    @Mixin private CacheArguments cache = new CacheArguments();

    @Mixin private ScanOptions options = new ScanOptions();

    @Option(
            names = "--of-version",
            paramLabel = "N",
            description = "Read the version N instead of the one that is served.")
    private @Nullable Integer version;

    /** The files of the store. */
    public Storage storage() throws IOException {
        Storage storage = cache.existing(spec, store.site());
        return version == null ? storage : Versions.view(storage, version);
    }

    /** Refuses {@code directory}, which a verb fills, where it is within the store. */
    public void requireOutside(Path directory) {
        store.requireOutside(directory);
    }

    /** Opens the store. One that is not complete is refused unless the user wants it as it is. */
    public ScanOptions.Opened open() throws IOException {
        return options.open(spec, store.site(), storage());
    }

    public int threads() {
        return options.threads();
    }
}
