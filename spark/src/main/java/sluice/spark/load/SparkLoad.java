package sluice.spark.load;

import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.spark.SparkContext;
import sluice.cluster.load.ClusterLoad;
import sluice.cluster.load.ClusterSettings;
import sluice.cluster.load.place.DriverName;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.LoadResult;
import sluice.load.files.StoreAddresses;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.store.packed.RunPacking;
import sluice.store.shared.SharedStorage;

/** One load into a store at an address, or in a directory that all machines of Spark see. */
public final class SparkLoad {
    /** The memory of a task if nothing else is asked for. */
    public static final long TASK_BYTES_USUAL = 128L << 20;

    private final SparkContext spark;
    private final String store;
    private final LoadOptions options;
    private final int tasks;
    private final Consumer<String> notes;
    private final RunPacking packing;
    private final LoadProgress progress = new LoadProgress();

    /**
     * A load that {@link #run} makes.
     *
     * @param store as {@link SparkStore#place} says it; a directory is created if it does not exist
     * @param options the memory is that of each task, the threads are 1
     * @param tasks into which staging, and building, are cut; 0 chooses by the input and the cores
     * @param notes as those of {@link SparkEngine}
     */
    public SparkLoad(
            SparkContext spark,
            String store,
            LoadOptions options,
            int tasks,
            Consumer<String> notes) {
        this(spark, store, options, tasks, notes, RunPacking.NONE);
    }

    private SparkLoad(
            SparkContext spark,
            String store,
            LoadOptions options,
            int tasks,
            Consumer<String> notes,
            RunPacking packing) {
        this.spark = spark;
        this.store = store;
        this.options = options;
        this.tasks = tasks;
        this.notes = notes;
        this.packing = packing;
    }

    /** The same load, whose runs are packed in this way if it begins. */
    public SparkLoad withPacking(RunPacking other) {
        return new SparkLoad(spark, store, options, tasks, notes, other);
    }

    /** Options of tasks that may take {@code taskBytes} of the heap each. */
    public static LoadOptions options(long taskBytes) {
        return LoadOptions.defaults()
                .withThreads(1)
                .withMemory(Math.max(2 * taskBytes, LoadOptions.MEMORY_BYTES_MIN), taskBytes);
    }

    /** The driver of Spark as that of a load, with an epoch of its own. */
    public static DriverName driver(SparkContext spark) {
        return new DriverName(
                UUID.randomUUID(),
                "application " + spark.applicationId(),
                System::currentTimeMillis);
    }

    /** How far the load is; it counts what was committed, every five seconds. */
    public LoadProgress progress() {
        return progress;
    }

    /** Loads the source of {@code recipe}, or goes on with a load of it that was stopped. */
    public LoadResult run(SourceRecipe recipe) throws IOException {
        return run(recipe, LoadEvents.NONE);
    }

    /** As {@link #run(SourceRecipe)}; {@code events} may stop the load. */
    public LoadResult run(SourceRecipe recipe, LoadEvents events) throws IOException {
        DriverName driver = driver(spark);
        String process = "driver-" + driver.process();
        try (SparkStore opened = SparkStore.create(store)) {
            Storage storage = opened.storage();
            StoreAddresses addresses = StoreAddresses.read(storage);
            Optional<String> elsewhere = addresses.hot().or(addresses::cold);
            if (elsewhere.isPresent()) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "a part of %s is in %s; load into it with sluice load, without Spark"
                                .formatted(store, elsewhere.get()));
            }
            StorePlace place =
                    storage instanceof SharedStorage shared
                            ? StorePlace.probed(shared, process)
                            : StorePlace.directory(storage, process);
            return ClusterLoad.run(
                    place.withSettings(SparkStore.settings()),
                    recipe,
                    new SparkEngine(spark, store, notes),
                    new ClusterSettings(options, tasks, driver, progress, events)
                            .withPacking(packing));
        }
    }
}
