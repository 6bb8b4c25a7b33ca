package sluice.cluster.load.plan;

import sluice.load.job.LoadIdentity;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.schema.Schema;
import sluice.segment.Borders;
import sluice.store.Manifest;
import sluice.store.packed.RunPacking;

/**
 * The durable plan of a load that is cut into tasks: all that a task depends on. Each task is a
 * function of the plan and its own number, so that any process may do it, any number of times.
 *
 * @param recipe how the source is opened
 * @param rows what becomes of rows that cannot be read
 * @param memory how much each task may hold; where a pool overflows shows in runs, so it is the
 *     same for all
 * @param stripes into which the rows of a chunk are divided
 * @param chunkPoolBytes that the rows of a chunk are expected to take
 * @param begun the first manifest of the load: its number, identity, buckets, names and schema
 * @param cuts the tasks
 * @param packing whether the runs are packed
 */
public record TaskPlan(
        SourceRecipe recipe,
        RowRules rows,
        MemoryPlan memory,
        Borders stripes,
        long chunkPoolBytes,
        Manifest begun,
        TaskCuts cuts,
        RunPacking packing) {

    /** How rows are treated that cannot be read, and how many such rows a load bears. */
    public record RowRules(LoadOptions.OnError onError, LoadOptions.RejectBudget maxRejects) {}

    /** The same plan with other rules of rows, memory and cuts. */
    public TaskPlan with(RowRules otherRows, MemoryPlan otherMemory, TaskCuts otherCuts) {
        return new TaskPlan(
                recipe, otherRows, otherMemory, stripes, chunkPoolBytes, begun, otherCuts, packing);
    }

    public int loadNumber() {
        return begun.loadNumber();
    }

    public LoadIdentity identity() {
        return identityOf(begun);
    }

    /** The identity of the load of {@code manifest}. */
    public static LoadIdentity identityOf(Manifest manifest) {
        return LoadIdentity.parse(manifest.loadIdentity());
    }

    /** Whether this is the plan of the load that {@code manifest} is of. */
    public boolean isOf(Manifest manifest) {
        return loadNumber() == manifest.loadNumber()
                && identity().key() == identityOf(manifest).key()
                && begun.borders().equals(manifest.borders());
    }

    /** The options by which tasks work. */
    public LoadOptions options() {
        return new LoadOptions(
                LoadOptions.MEMORY_BYTES_MIN,
                LoadOptions.MEMORY_BYTES_MIN / 2,
                1,
                identity().chunkBytes(),
                0,
                rows.onError(),
                rows.maxRejects(),
                LoadOptions.Dangling.ACCEPT,
                Schema.EMPTY,
                LoadOptions.OnConflict.REPORT,
                LoadOptions.OnConflict.REPORT);
    }
}
