package sluice.spark.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.scheduler.TaskInfo;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.task.Attempt;
import sluice.cluster.load.task.Engine;
import sluice.cluster.load.task.TaskOutcome;
import sluice.testkit.Pauses;

/**
 * Stops the executors of one host before each phase of several tasks, until Spark has had a copy of
 * the task they got done on another host. Counts the tasks with several attempts. Guarded by {@code
 * this}.
 */
final class SlowHost extends SparkListener {
    /** Spark copies nothing in a stage of one task. */
    private static final int TASKS_MIN = 4;

    private static final long IDLE_SECONDS_MAX = 60;
    private static final String DESCRIPTION = "spark.job.description";

    private final StandaloneCluster cluster;
    private final String host;
    private final Map<Integer, String> stages = new HashMap<>();
    private final List<ProcessHandle> paused = new ArrayList<>();
    private final Map<String, Set<String>> hosts = new HashMap<>();
    private final List<String> failures = new ArrayList<>();

    /** The stage of several tasks that was submitted last. */
    private int last;

    /** Attempts that the host has. */
    private int running;

    SlowHost(StandaloneCluster cluster, String host) {
        this.cluster = cluster;
        this.host = host;
    }

    /** Gives tasks to {@code engine}, the executors stopped: a short task ends on none of them. */
    Engine stoppedBy(Engine engine) {
        return new Engine() {
            @Override
            public int slots() {
                return engine.slots();
            }

            @Override
            public boolean hasOtherProcesses() {
                return engine.hasOtherProcesses();
            }

            @Override
            public boolean repeatsAttempts() {
                return engine.repeatsAttempts();
            }

            @Override
            public Session begin(
                    StorePlace place, String plan, int checksum, Consumer<TaskOutcome> outcomes)
                    throws IOException {
                Session session = engine.begin(place, plan, checksum, outcomes);
                return new Session() {
                    @Override
                    public void submit(List<Attempt> attempts) {
                        if (attempts.size() >= TASKS_MIN) {
                            pause();
                        }
                        session.submit(attempts);
                    }

                    @Override
                    public void close() throws IOException {
                        session.close();
                    }
                };
            }
        };
    }

    /** Waits until the host has nothing to do, so that it gets one of the tasks that come. */
    private synchronized void pause() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(IDLE_SECONDS_MAX);
        while (!paused.isEmpty() || running > 0) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                failures.add("%s: %d tasks, and no copy".formatted(host, running));
                resume();
                return;
            }
            try {
                wait(left);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        for (ProcessHandle executor : cluster.executors(host)) {
            signal(executor, true);
            paused.add(executor);
        }
    }

    @Override
    public synchronized void onStageSubmitted(SparkListenerStageSubmitted stage) {
        if (stage.stageInfo().numTasks() >= TASKS_MIN) {
            last = stage.stageInfo().stageId();
            stages.put(stage.stageInfo().stageId(), stage.properties().getProperty(DESCRIPTION));
        }
    }

    @Override
    public synchronized void onTaskStart(SparkListenerTaskStart start) {
        int stage = start.stageId();
        TaskInfo task = start.taskInfo();
        hosts.computeIfAbsent(name(stage, task), _ -> new TreeSet<>()).add(task.host());
        if (task.host().equals(host)) {
            running++;
        }
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        if (end.taskInfo().host().equals(host)) {
            running--;
        }
        if (end.taskInfo().speculative() && end.stageId() == last) {
            resume();
        }
        notifyAll();
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
