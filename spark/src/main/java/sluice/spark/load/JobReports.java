package sluice.spark.load;

import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;
import sluice.cluster.load.task.Attempt;
import sluice.cluster.load.task.TaskFailure;
import sluice.cluster.load.task.TaskMessages;
import sluice.cluster.load.task.TaskOutcome;
import sluice.cluster.load.task.TaskRunner;
import sluice.model.ErrorCode;
import sluice.storage.CorruptFileException;

/**
 * Receives what the tasks of a job report, each as it ends. It never throws: a failing handler
 * would stop Spark's scheduler. Guarded by {@code this}.
 */
final class JobReports extends AbstractFunction2<Object, byte[], BoxedUnit> {
    private static final String SPARK = "Spark";
    private static final Pattern COUNTED = Pattern.compile("\\bTask (\\d{1,9}) in stage");

    private final List<Attempt> attempts;
    private final Consumer<TaskOutcome> outcomes;
    private final BitSet reported = new BitSet();

    JobReports(List<Attempt> attempts, Consumer<TaskOutcome> outcomes) {
        this.attempts = attempts;
        this.outcomes = outcomes;
    }

    @Override
    public BoxedUnit apply(Object partition, byte[] report) {
        int index = (Integer) partition;
        Attempt attempt = attempts.get(index);
        TaskOutcome outcome;
        try {
            outcome = TaskMessages.outcome(report);
        } catch (CorruptFileException | RuntimeException e) {
            outcome = TaskRunner.failureOf(attempt.task(), attempt.number(), SPARK, e);
        }
        report(index, outcome);
        return BoxedUnit.UNIT;
    }

    private synchronized void report(int index, TaskOutcome outcome) {
        reported.set(index);
        outcomes.accept(outcome);
    }

    /** Spark gave the job up: all tasks that have not reported fail, with the reason. */
    synchronized void jobFailed(Throwable thrown) {
        int first = reported.nextClearBit(0);
        String message = message(thrown);
        for (int index = first; index < attempts.size(); index++) {
            if (!reported.get(index)) {
                Attempt attempt = attempts.get(index);
                outcomes.accept(
                        new TaskFailure(
                                attempt.task(),
                                attempt.number(),
                                SPARK,
                                TaskFailure.Kind.PASSING,
                                ErrorCode.STORE,
                                message,
                                thrown));
            }
        }
    }

    /** The first line of Spark's message, with the task that it counts in its own way. */
    private String message(Throwable thrown) {
        String line = String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
        Matcher counted = COUNTED.matcher(line);
        int index = counted.find() ? Integer.parseInt(counted.group(1)) : attempts.size();
        return index < attempts.size()
                ? "its job ended by %s: %s".formatted(attempts.get(index).task(), line)
                : line;
    }
}
