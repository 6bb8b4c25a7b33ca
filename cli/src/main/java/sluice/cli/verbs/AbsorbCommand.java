package sluice.cli.verbs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.StopSignal;
import sluice.cli.options.MemoryOption;
import sluice.cli.options.StoreDirectory;
import sluice.cli.stores.OutsideArguments;
import sluice.cli.stores.OwnHotStore;
import sluice.coordinator.LiveStore;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.load.files.LoadLock;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.remote.Outside;
import sluice.model.HotStore;
import sluice.report.Amounts;
import sluice.storage.Storage;

/** {@code sluice absorb}: takes online writes into segments, or into a cold store elsewhere. */
@Command(
        name = "absorb",
        description = {
            "Take what was written online into the segments of a store.",
            "",
            "A server does this by itself when online writes are many. Until it is done, verbs that"
                    + " read a store's directory (query, hash, export, stats) do not see online"
                    + " writes; verify does. Stopped (Ctrl-C, status 130) or killed at any moment,"
                    + " the same command goes on.",
            "",
            "With --cold, takes it into the cold store; what that has as it is already just leaves the"
                    + " hot store."
        })
public final class AbsorbCommand implements Callable<Integer> {
    private static final long HOT_BYTES = 64L << 20;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "STORE", description = "The directory of the store.")
    private Path store = Path.of("");

    @Mixin private OutsideArguments outside = new OutsideArguments();

    @Mixin private MemoryOption memory = new MemoryOption();

    @Override
    public Integer call() throws IOException {
        LoadOptions options = memory.in(LoadOptions.defaults());
        outside.requireToBuild();
        StopSignal stop = Invocation.of(spec).stop();
        Storage storage = StoreDirectory.existing(store);
        // Before a hot store is made there, which would stay.
        LoadLock.refuseOtherFiles(storage);
        outside.check(storage);
        stop.arm(StopSignal.Words.ABSORPTION);
        Optional<Outside> cold = outside.openCold(storage);
        try (HotStore hot = openHot(storage);
                Closeable _ = () -> OutsideArguments.close(cold);
                LiveStore live =
                        LiveStore.open(
                                storage,
                                hot,
                                options,
                                DecisionOptions.DEFAULT,
                                cold.map(store -> new LiveStore.Built(store, true)),
                                OptionalLong.empty(),
                                System::nanoTime)) {
            outside.adopt(storage, hot);
            String rows = Amounts.counted(live.absorb(asked(stop)), "row");
            spec.commandLine()
                    .getOut()
                    .println(
                            cold.isEmpty()
                                    ? "absorbed %s of %s".formatted(rows, store)
                                    : "took %s out of the hot store; the cold store of %s has them"
                                            .formatted(rows, store));
        }
        return 0;
    }

    private static LoadEvents asked(StopSignal stop) {
        return new LoadEvents() {
            @Override
            public boolean stopRequested() {
                return stop.requested();
            }
        };
    }

    private HotStore openHot(Storage storage) throws IOException {
        Optional<HotStore> named = outside.openHot(storage);
        HotOptions options = new HotOptions(HOT_BYTES, Durability.SYNC);
        return named.isPresent() ? named.get() : OwnHotStore.open(store, storage, options);
    }
}
