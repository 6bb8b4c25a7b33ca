package sluice.spark.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.scheduler.TaskInfo;
import sluice.testkit.Pauses;

/**
 * Stops the executors of one host in each stage of several tasks, as soon as they have one, until
 * Spark has had a copy of it done on another host. Counts the tasks with several attempts. Guarded
 * by {@code this}.
 */
final class SlowHost extends SparkListener {
    /** Spark copies nothing in a stage of one task. */
    private static final int TASKS_MIN = 4;

    private static final String DESCRIPTION = "spark.job.description";

    private final StandaloneCluster cluster;
    private final String host;
    private final boolean pauses;
    private final Map<Integer, String> stages = new HashMap<>();
    private final Set<Integer> slowed = new HashSet<>();
    private final List<ProcessHandle> paused = new ArrayList<>();
    private final Map<String, Set<String>> hosts = new HashMap<>();
    private final List<String> failures = new ArrayList<>();

    /** {@code pauses} says whether executors are stopped, rather than tasks counted alone. */
    SlowHost(StandaloneCluster cluster, String host, boolean pauses) {
        this.cluster = cluster;
        this.host = host;
        this.pauses = pauses;
    }

    @Override
    public synchronized void onStageSubmitted(SparkListenerStageSubmitted stage) {
        if (stage.stageInfo().numTasks() >= TASKS_MIN) {
            stages.put(stage.stageInfo().stageId(), stage.properties().getProperty(DESCRIPTION));
        }
    }

    @Override
    public synchronized void onTaskStart(SparkListenerTaskStart start) {
        int stage = start.stageId();
        TaskInfo task = start.taskInfo();
        hosts.computeIfAbsent(name(stage, task), _ -> new TreeSet<>()).add(task.host());
        if (pauses && task.host().equals(host) && stages.containsKey(stage) && slowed.add(stage)) {
            for (ProcessHandle executor : cluster.executors(host)) {
                signal(executor, true);
                paused.add(executor);
            }
        }
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        if (end.taskInfo().speculative()) {
            resume();
        }
    }

    /** Lets the executors run again. */
    synchronized void resume() {
        paused.forEach(executor -> signal(executor, false));
        paused.clear();
    }

    private void signal(ProcessHandle executor, boolean isPause) {
        try {
            if (isPause) {
                Pauses.pause(executor.pid());
            } else {
                Pauses.resume(executor.pid());
            }
        } catch (IOException e) {
            failures.add(e.toString());
        }
    }

    private String name(int stage, TaskInfo task) {
        return "%s, task %d".formatted(stages.getOrDefault(stage, "stage"), task.index());
    }

    /** The tasks that were begun on more than one host. */
    synchronized List<String> copied() {
        return hosts.entrySet().stream()
                .filter(task -> task.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** The things that did not go as they must. */
    synchronized List<String> failures() {
        return List.copyOf(failures);
    }
}
