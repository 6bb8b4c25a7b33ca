package sluice.cluster.load;

import sluice.cluster.load.place.DriverName;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.store.packed.RunPacking;

/**
 * How a load that is cut into tasks works.
 *
 * @param options as those of a load on one machine; its threads are those that collect names
 * @param tasks into which staging, and building, are cut; 0 chooses by the input and the slots
 * @param driver who decides
 * @param progress counts what the tasks did
 * @param events receives what happens, and may ask the load to stop
 * @param packing whether the runs of a load that begins are packed; one that goes on keeps its own
 */
public record ClusterSettings(
        LoadOptions options,
        int tasks,
        DriverName driver,
        LoadProgress progress,
        LoadEvents events,
        RunPacking packing) {
    public ClusterSettings {
        if (tasks < 0) {
            throw new IllegalArgumentException(tasks + " tasks");
        }
    }

    /** Settings of a load whose runs are not packed. */
    public ClusterSettings(
            LoadOptions options,
            int tasks,
            DriverName driver,
            LoadProgress progress,
            LoadEvents events) {
        this(options, tasks, driver, progress, events, RunPacking.NONE);
    }

    /** The same settings, with this packing of runs. */
    public ClusterSettings withPacking(RunPacking other) {
        return new ClusterSettings(options, tasks, driver, progress, events, other);
    }
}
