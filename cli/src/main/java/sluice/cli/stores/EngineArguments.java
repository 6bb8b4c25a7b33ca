package sluice.cli.stores;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import sluice.cli.options.LoadArguments;
import sluice.cli.options.StoreSite;
import sluice.cluster.load.ClusterLoad;
import sluice.cluster.load.ClusterSettings;
import sluice.cluster.load.ThreadEngine;
import sluice.cluster.load.place.DriverName;
import sluice.cluster.load.place.StorePlace;
import sluice.load.LoadResult;
import sluice.load.files.StoreAddresses;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.MemoryPlan;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.store.packed.RunPacking;
import sluice.store.shared.SharedStorage;

/** Whether a load is cut into tasks, and which engine does them. */
public final class EngineArguments {
    private static final int TASKS_MAX = 20_000;

    /** The engines. */
    enum EngineKind {
        THREADS
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description =
                    "Cut the load into tasks of one durable plan, and have them done by: threads (of"
                            + " this process). The store gets the same bytes (default: no tasks).")
    private @Nullable EngineKind engine;

    @Option(
            names = "--tasks",
            paramLabel = "N",
            description =
                    "With --engine: into how many tasks staging, and building, are cut, 1 to 20000"
                            + " (default: by the input; at most one for each MiB).")
    private @Nullable Integer tasks;

    @Option(
            names = "--pack-runs",
            paramLabel = "HOW",
            description =
                    "For a STORE in shared storage: none, or zstd to pack the rows that are not built"
                            + " yet, which saves bytes and takes processor time. A load that goes on"
                            + " keeps what it began with (default: none).")
    private RunPacking packing = RunPacking.NONE;

    /** Whether an engine does the load: always where the store is in shared storage. */
    public boolean loadsInto(StoreSite site) {
        return engine != null || site.isAddress();
    }

    /**
     * Refuses {@code --tasks} without an engine, packed runs in a directory, and an engine beside
     * options of other ways.
     */
    public void check(StoreSite site, boolean isServing, boolean isVersion, boolean isRemote) {
        if (packing != RunPacking.NONE && !site.isAddress()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--pack-runs is for a store at an address, as s3a://bucket/store: in a directory"
                            + " runs are mapped as they are; leave it out");
        }
        if (!loadsInto(site)) {
            if (tasks != null) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--tasks requires --engine: add it, or leave --tasks out");
            }
            return;
        }
        checkValues();
        String other =
                isServing
                        ? "--serve"
                        : isVersion ? "--new-version" : isRemote ? "--hot or --cold" : "";
        if (!other.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    site.isAddress()
                            ? "%s cannot be with a store in shared storage: load it without, then serve it: sluice serve %s"
                                    .formatted(other, site)
                            : "--engine cannot be with %s: load by an engine into a store that is whole in its directory, then serve it"
                                    .formatted(other));
        }
    }

    /** Throws if a single value is wrong. */
    public void checkValues() {
        if (tasks != null && (tasks < 1 || tasks > TASKS_MAX)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--tasks of %d is out of range; expected 1 to %d".formatted(tasks, TASKS_MAX));
        }
    }

    private static StorePlace place(Storage storage, String process) throws IOException {
        return storage instanceof SharedStorage shared
                ? StorePlace.probed(shared, process)
                : StorePlace.directory(storage, process);
    }

    /** Loads into {@code storage} by tasks. */
    public LoadResult load(
            Storage storage, LoadArguments arguments, LoadProgress progress, LoadEvents events)
            throws IOException {
        StoreAddresses addresses = StoreAddresses.read(storage);
        Optional<String> elsewhere = addresses.hot().or(addresses::cold);
        if (elsewhere.isPresent()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "a part of %s is in %s; leave --engine out, or load into another store"
                            .formatted(storage.location(), elsewhere.get()));
        }
        LoadOptions options = MemoryPlan.fitting(arguments.options());
        DriverName driver = ThisDriver.name();
        String process = driver.process();
        return ClusterLoad.run(
                place(storage, process),
                arguments.recipe(),
                new ThreadEngine(options.threads(), process),
                new ClusterSettings(options, tasks == null ? 0 : tasks, driver, progress, events)
                        .withPacking(packing));
    }
}
