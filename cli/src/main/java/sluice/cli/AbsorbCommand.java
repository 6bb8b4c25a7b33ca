package sluice.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.coordinator.LiveStore;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.load.LoadOptions;
import sluice.storage.Storage;

/** {@code sluice absorb}: takes online writes into segments. */
@Command(
        name = "absorb",
        description = {
            "Take what was written online into the segments of a store.",
            "",
            "A server does this by itself when online writes are many. Until it is done, verbs that"
                    + " read a store's directory (query, hash, export, stats, verify) do not see"
                    + " online writes. Killed at any moment, the same command goes on."
        })
final class AbsorbCommand implements Callable<Integer> {
    private static final long HOT_BYTES = 64L << 20;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "STORE", description = "The directory of the store.")
    private Path store = Path.of("");

    @Mixin private MemoryOption memory = new MemoryOption();

    @Override
    public Integer call() throws IOException {
        LoadOptions options = memory.in(LoadOptions.defaults());
        Storage storage = StoreDirectory.existing(store);
        HotOptions hotOptions = new HotOptions(HOT_BYTES, Durability.SYNC);
        try (RocksHotStore hot = RocksHotStore.open(store.resolve(Serving.HOT), hotOptions);
                LiveStore live =
                        LiveStore.open(
                                storage,
                                hot,
                                options,
                                DecisionOptions.DEFAULT,
                                OptionalLong.empty(),
                                System::nanoTime)) {
            long rows = live.absorb();
            spec.commandLine()
                    .getOut()
                    .printf("absorbed %s of %s%n", Amounts.counted(rows, "row"), store);
        }
        return 0;
    }
}
