package sluice.spark.load;

import java.io.IOException;
import java.io.Serializable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;
import sluice.cluster.load.task.TaskFailure;
import sluice.cluster.load.task.TaskMessages;
import sluice.cluster.load.task.TaskOrder;
import sluice.cluster.load.task.TaskOutcome;

/**
 * The work of an executor for one task: it does what the order says, and returns the report.
 *
 * <p>A failure that may pass is thrown, so that Spark tries again, on another executor if it can;
 * the last try reports it. All other failures are reports: another try would not help. The work is
 * done on a thread that nobody interrupts, as an interrupt closes files for all threads; where
 * Spark does not want the attempt any more, it ends between two chunks or buckets.
 */
final class OrderFunction extends AbstractFunction2<TaskContext, Iterator<byte[]>, byte[]>
        implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int tries;

    /** {@code tries} is how many attempts Spark makes of a task. */
    OrderFunction(int tries) {
        this.tries = tries;
    }

    /** An attempt failed that Spark repeats. */
    static final class AttemptFailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        AttemptFailedException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    @Override
    public byte[] apply(TaskContext spark, Iterator<byte[]> orders) {
        FutureTask<byte[]> work = new FutureTask<>(() -> report(spark, orders.next()));
        Thread thread = new Thread(work, "sluice-task-" + spark.taskAttemptId());
        thread.setDaemon(true);
        thread.start();
        while (true) {
            try {
                byte[] report = work.get();
                if (spark.isInterrupted()) {
                    throw new TaskKilledException("another attempt was faster, or the load ended");
                }
                return report;
            } catch (InterruptedException _) {
                // The work sees from the context that its end is of no use.
            } catch (ExecutionException e) {
                switch (e.getCause()) {
                    case RuntimeException failure -> throw failure;
                    case Error failure -> throw failure;
                    case null, default -> throw new IllegalStateException(e);
                }
            }
        }
    }

    private byte[] report(TaskContext spark, byte[] bytes) throws IOException {
        TaskOrder order = TaskOrder.of(bytes);
        TaskOutcome outcome = ExecutorRunners.run(order, spark::isInterrupted);
        if (outcome instanceof TaskFailure failure
                && failure.kind() == TaskFailure.Kind.PASSING
                && spark.attemptNumber() + 1 < tries) {
            throw new AttemptFailedException(failure.message(), failure.cause());
        }
        return TaskMessages.bytes(outcome);
    }
}
