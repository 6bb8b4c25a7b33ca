package sluice.cli.verbs;

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
import sluice.cli.stores.RemoteArguments;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.live.OwnHotStore;
import sluice.live.RemoteSettings;
import sluice.live.RemoteStores;
import sluice.load.files.Leftovers;
import sluice.load.files.LoadLock;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.report.Amounts;
import sluice.storage.Storage;
import sluice.store.ManifestFile;

/** {@code sluice absorb}: takes online writes into segments, or into a cold store elsewhere. */
@Command(
        name = "absorb",
        description = {
            "Take what was written online into the segments of a store.",
            "",
            "A server does this automatically when online writes are many. Until then, verbs that"
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

    @Mixin private RemoteArguments outside = new RemoteArguments();

    @Mixin private MemoryOption memory = new MemoryOption();

    @Override
    public Integer call() throws IOException {
        LoadOptions options = memory.in(LoadOptions.defaults());
        RemoteSettings remote = outside.settings().answeredFromRuns();
        RemoteStores.requireToBuild(remote);
        StopSignal stop = Invocation.of(spec).stop();
        Storage storage = StoreDirectory.existing(store);
        LoadLock.refuseOtherFiles(storage);
        // Else nothing is found there to absorb, and no lock asked for that would refuse.
        LoadLock.refuseVersions(storage);
        Leftovers.refuseBegunFirstLoad(storage);
        boolean isStore =
                ManifestFile.read(storage).isPresent() || OwnHotStore.isIn(store, storage);
        if (!isStore && !remote.isRemote()) {
            throw StoreDirectory.missing(store);
        }
        stop.arm(StopSignal.Words.ABSORPTION);
        LiveSettings settings =
                new LiveSettings(
                        options,
                        new HotOptions(HOT_BYTES, Durability.SYNC),
                        DecisionOptions.DEFAULT,
                        remote,
                        Optional.empty(),
                        OptionalLong.empty(),
                        Optional.empty());
        try (Live live = Live.open(store, storage, settings, new LoadProgress())) {
            String rows =
                    Amounts.counted(
                            live.store().absorb(LoadEvents.stoppedIf(stop::requested)), "row");
            spec.commandLine()
                    .getOut()
                    .println(
                            remote.cold().isEmpty()
                                    ? "absorbed %s of %s".formatted(rows, store)
                                    : "took %s out of the hot store; the cold store of %s has them"
                                            .formatted(rows, store));
        }
        return 0;
    }
}
