package sluice.spark.load;

import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.task.Engine;
import sluice.cluster.load.task.TaskOutcome;

/**
 * Has the tasks of a load done by the executors of Spark: each phase is one job. Spark repeats
 * attempts that failed or whose executor was lost, and copies slow ones if {@code
 * spark.speculation} is on.
 *
 * <p>Every executor must see a store in a directory, and sources on disks, under the same paths as
 * the driver; those at addresses need no directory. Thread-safe.
 */
public final class SparkEngine implements Engine {
    /** Three tasks for each of this many slots are enough for one job. */
    private static final int SLOTS_ASKED_MAX = 6_000;

    private final SparkContext spark;
    private final String store;
    private final Consumer<String> notes;

    /**
     * An engine for one store.
     *
     * @param store as {@link SparkStore#place} says it
     * @param notes receives a line for each attempt that failed or was lost; called by any thread,
     *     must return soon
     */
    public SparkEngine(SparkContext spark, String store, Consumer<String> notes) {
        this.spark = spark;
        this.store = store;
        this.notes = notes;
    }

    @Override
    public int slots() {
        return slots(spark.conf(), spark.defaultParallelism());
    }

    /**
     * How many tasks run at once when all executors are there that {@code conf} asks for: a load
     * begins while they start.
     *
     * @param registered those that are there now have slots for these
     */
    static int slots(SparkConf conf, int registered) {
        int taskCores = Math.max(1, conf.getInt("spark.task.cpus", 1));
        int ofExecutor = Math.max(1, conf.getInt("spark.executor.cores", 1) / taskCores);
        boolean isDynamic = conf.getBoolean("spark.dynamicAllocation.enabled", false);
        int executors =
                conf.getInt(
                        isDynamic
                                ? "spark.dynamicAllocation.maxExecutors"
                                : "spark.executor.instances",
                        0);
        int ofCores = conf.getInt("spark.cores.max", 0) / taskCores;
        long asked = Math.max((long) executors * ofExecutor, ofCores);
        return (int) Math.max(registered, Math.min(asked, SLOTS_ASKED_MAX));
    }

    @Override
    public boolean hasOtherProcesses() {
        return true;
    }

    @Override
    public boolean repeatsAttempts() {
        return true;
    }

    @Override
    public Session begin(
            StorePlace place, String planName, int planChecksum, Consumer<TaskOutcome> outcomes) {
        OrderText orders = new OrderText(store, planName, planChecksum);
        return new SparkJobs(spark, orders, triesOf(spark), outcomes, notes);
    }

    /** How many attempts of a task may fail before Spark gives its job up. */
    private static int triesOf(SparkContext spark) {
        // Spark itself reads the number for local masters out of their names.
        String master = spark.master();
        if (master.equals("local")) {
            return 1;
        }
        if (master.startsWith("local[")) {
            List<String> numbers = List.of(master.replaceAll("local\\[|\\]", "").split(","));
            return numbers.size() < 2 ? 1 : Integer.parseInt(numbers.get(1).strip());
        }
        return spark.conf().getInt("spark.task.maxFailures", 4);
    }
}
