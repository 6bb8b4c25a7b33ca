package sluice.spark.load;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.task.TaskOrder;
import sluice.cluster.load.task.TaskOutcome;
import sluice.cluster.load.task.TaskRunner;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.store.shared.SharedStorage;

/** The plans that this executor works by, each open between tasks with its store. */
final class ExecutorRunners {
    private static final KeptOpen<Plan, Open> OPEN = new KeptOpen<>();
    private static final String PROCESS = processName();

    private record Plan(String store, String name, int checksum) {}

    /** A plan with its store, which is closed behind it. */
    private record Open(SparkStore store, TaskRunner runner) implements Closeable {
        static Open of(Plan plan) throws IOException {
            requireDirectory(plan.store());
            SparkStore store = SparkStore.open(plan.store());
            try {
                TaskRunner runner =
                        TaskRunner.open(place(store), plan.name(), plan.checksum(), PROCESS);
                try {
                    requireRoom(store, runner);
                    return new Open(store, runner);
                } catch (Throwable failure) {
                    runner.close();
                    throw failure;
                }
            } catch (Throwable failure) {
                store.close();
                throw failure;
            }
        }

        @Override
        public void close() throws IOException {
            try (store) {
                runner.close();
            }
        }
    }

    private ExecutorRunners() {}

    /** Makes the attempt that {@code order} asks for, and says how it ended. */
    static TaskOutcome run(TaskOrder order, BooleanSupplier isUnwanted) {
        Plan plan = new Plan(order.store(), order.planName(), order.planChecksum());
        Open open;
        try {
            open = OPEN.take(plan, () -> Open.of(plan));
        } catch (IOException | RuntimeException e) {
            return TaskRunner.failureOf(order.task(), order.attempt(), PROCESS, e);
        }
        try {
            return open.runner().tryRun(order.task(), order.attempt(), isUnwanted);
        } finally {
            OPEN.giveBack(plan);
        }
    }

    private static void requireDirectory(String store) {
        if (!SparkStore.isAddress(store) && !Files.isDirectory(Path.of(store))) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s is not a directory in %s; every executor must see a store in a directory, and its sources, under the paths that the driver has; a store at an address, as s3a://bucket/store, needs no directory"
                            .formatted(store, PROCESS));
        }
    }

    private static StorePlace place(SparkStore store) {
        StorePlace place =
                store.storage() instanceof SharedStorage shared
                        ? StorePlace.shared(shared, shared.folder())
                        : StorePlace.directory(store.storage(), PROCESS);
        return place.withSettings(SparkStore.settings());
    }

    private static void requireRoom(SparkStore store, TaskRunner runner) throws IOException {
        new ExecutorRoom(
                        PROCESS,
                        tasksAtOnce(SparkEnv.get().conf()),
                        Runtime.getRuntime().maxMemory(),
                        store.scratchFreeBytes())
                .require(runner.rowBytes(), runner.nameBytes());
    }

    private static int tasksAtOnce(SparkConf conf) {
        return Math.max(
                1, conf.getInt("spark.executor.cores", 1) / conf.getInt("spark.task.cpus", 1));
    }

    /** For messages, and for names of temporary files, which no other process has. */
    private static String processName() {
        SparkEnv spark = SparkEnv.get();
        String executor = spark == null ? "none" : spark.executorId();
        return "executor-%s-%s-%d-%08x"
                .formatted(
                        executor,
                        host().replaceAll("[^A-Za-z0-9-]", "-"),
                        ProcessHandle.current().pid(),
                        (int) UUID.randomUUID().getLeastSignificantBits());
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException _) {
            return "host";
        }
    }
}
