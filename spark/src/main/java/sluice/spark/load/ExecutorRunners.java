package sluice.spark.load;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkEnv;
import org.jspecify.annotations.Nullable;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.task.TaskOrder;
import sluice.cluster.load.task.TaskOutcome;
import sluice.cluster.load.task.TaskRunner;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;

/**
 * The plans that this executor works by. A plan stays open between tasks, and is closed when none
 * has come for {@value #IDLE_SECONDS} seconds: an executor does not hear of the end of a load. The
 * class guards its fields.
 */
final class ExecutorRunners {
    private static final int IDLE_SECONDS = 20;

    private static final Map<Plan, Open> OPEN = new HashMap<>();
    private static final String PROCESS = processName();
    private static final ScheduledExecutorService CLOSER =
            Executors.newSingleThreadScheduledExecutor(ExecutorRunners::thread);

    private record Plan(String store, String name, int checksum) {}

    private static final class Open {
        final TaskRunner runner;
        int uses;
        @Nullable Future<?> closing;

        Open(TaskRunner runner) {
            this.runner = runner;
        }
    }

    private ExecutorRunners() {}

    /** Makes the attempt that {@code order} asks for, and says how it ended. */
    static TaskOutcome run(TaskOrder order, BooleanSupplier isUnwanted) {
        Plan plan = new Plan(order.store(), order.planName(), order.planChecksum());
        Open open;
        try {
            open = take(plan);
        } catch (IOException | RuntimeException e) {
            return TaskRunner.failureOf(order.task(), order.attempt(), PROCESS, e);
        }
        try {
            return open.runner.tryRun(order.task(), order.attempt(), isUnwanted);
        } finally {
            giveBack(plan, open);
        }
    }

    private static synchronized Open take(Plan plan) throws IOException {
        Open open = OPEN.get(plan);
        if (open == null) {
            open = new Open(TaskRunner.open(place(plan), plan.name(), plan.checksum(), PROCESS));
            OPEN.put(plan, open);
        }
        open.uses++;
        if (open.closing != null) {
            open.closing.cancel(false);
            open.closing = null;
        }
        return open;
    }

    private static StorePlace place(Plan plan) throws IOException {
        Path directory = Path.of(plan.store());
        if (!Files.isDirectory(directory)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s is not a directory in %s; every executor must see the store and its sources under the paths that the driver has"
                            .formatted(directory, PROCESS));
        }
        return StorePlace.directory(DirectoryStorage.open(directory), PROCESS);
    }

    private static synchronized void giveBack(Plan plan, Open open) {
        open.uses--;
        if (open.uses == 0) {
            open.closing = CLOSER.schedule(() -> close(plan), IDLE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static synchronized void close(Plan plan) {
        Open open = OPEN.get(plan);
        if (open != null && open.uses == 0) {
            OPEN.remove(plan);
            try {
                open.runner.close();
            } catch (IOException _) {
                // All it had open was read only.
            }
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "sluice-close");
        thread.setDaemon(true);
        return thread;
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
