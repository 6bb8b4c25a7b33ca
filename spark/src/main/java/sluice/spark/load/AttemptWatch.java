package sluice.spark.load;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.TaskEndReason;
import org.apache.spark.TaskFailedReason;
import org.apache.spark.TaskKilled;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.scheduler.TaskInfo;
import scala.jdk.javaapi.CollectionConverters;
import sluice.cluster.load.task.Attempt;

/** Says which attempts of a load Spark has lost or repeats. Guarded by {@code this}. */
final class AttemptWatch extends SparkListener {
    private static final String GROUP = "spark.jobGroup.id";

    private final String group;
    private final Consumer<String> notes;
    private final Map<Integer, List<Attempt>> stages = new HashMap<>();
    private List<Attempt> next = List.of();
    private final Set<Long> running = new HashSet<>();

    AttemptWatch(String group, Consumer<String> notes) {
        this.group = group;
        this.notes = notes;
    }

    /** The job that starts next is of these attempts. */
    synchronized void begin(List<Attempt> attempts) {
        next = attempts;
    }

    @Override
    public synchronized void onJobStart(SparkListenerJobStart job) {
        if (group.equals(job.properties().getProperty(GROUP))) {
            CollectionConverters.asJava(job.stageIds())
                    .forEach(stage -> stages.put((Integer) stage, next));
        }
    }

    @Override
    public synchronized void onTaskStart(SparkListenerTaskStart start) {
        if (stages.containsKey(start.stageId())) {
            running.add(start.taskInfo().taskId());
        }
    }

    /** Waits until all attempts have ended, {@code seconds} at most. */
    synchronized void awaitEnds(long seconds) throws InterruptedException {
        for (long left = seconds; left > 0 && !running.isEmpty(); left--) {
            wait(TimeUnit.SECONDS.toMillis(1));
        }
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        running.remove(end.taskInfo().taskId());
        if (running.isEmpty()) {
            notifyAll();
        }
        List<Attempt> attempts = stages.get(end.stageId());
        if (attempts == null
                || !(end.reason() instanceof TaskFailedReason)
                || end.reason() instanceof TaskKilled) {
            return;
        }
        TaskInfo info = end.taskInfo();
        notes.accept(
                "%s, attempt %d on executor %s of %s: %s"
                        .formatted(
                                attempts.get(info.index()).task(),
                                info.attemptNumber() + 1,
                                info.executorId(),
                                info.host(),
                                reason(end.reason())));
    }

    private static String reason(TaskEndReason reason) {
        String text =
                switch (reason) {
                    case ExecutorLostFailure lost ->
                            "the executor was lost: " + lost.reason().getOrElse(() -> "no reason");
                    case ExceptionFailure failed -> failed.description();
                    case TaskFailedReason other -> other.toErrorString();
                    default -> reason.toString();
                };
        return text.lines().findFirst().orElse("");
    }
}
