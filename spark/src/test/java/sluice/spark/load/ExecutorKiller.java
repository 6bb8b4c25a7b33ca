package sluice.spark.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/**
 * Kills an executor at a random moment of each phase of a load, as long as the phase is expected to
 * take. It learns that from the loads that it leaves alone. Guarded by {@code this}.
 */
final class ExecutorKiller extends SparkListener {
    private static final String DESCRIPTION = "spark.job.description";

    private final Supplier<List<ProcessHandle>> executors;
    private final SplittableRandom random;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(ExecutorKiller::thread);

    /** The time that each phase took undisturbed; there may be two jobs of a phase. */
    private final Map<String, Long> millis = new HashMap<>();

    private final Map<String, Integer> kills = new TreeMap<>();
    private final Map<Integer, String> running = new HashMap<>();
    private final Map<Integer, Long> begun = new HashMap<>();
    private final Set<String> ended = new HashSet<>();
    private final List<String> begunAgain = new ArrayList<>();
    private int killsMax;
    private int lostAttempts;

    /** {@code executors} finds those that run now. */
    ExecutorKiller(Supplier<List<ProcessHandle>> executors, SplittableRandom random) {
        this.executors = executors;
        this.random = random;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "executor-killer");
        thread.setDaemon(true);
        return thread;
    }

    /** From now on executors are killed, up to {@code killsMax} times in each phase. */
    synchronized void begin(int killsMax) {
        this.killsMax = killsMax;
    }

    @Override
    public synchronized void onStageSubmitted(SparkListenerStageSubmitted submitted) {
        String title = submitted.properties().getProperty(DESCRIPTION, "");
        String phase = title.substring(title.lastIndexOf(' ') + 1);
        int stage = submitted.stageInfo().stageId();
        running.put(stage, phase);
        begun.put(stage, System.nanoTime());
        if (killsMax == 0) {
            kills.put(phase, 0);
        } else if (kills.getOrDefault(phase, 0) < killsMax) {
            long after = random.nextLong(1 + millis.getOrDefault(phase, 0L));
            var _ = clock.schedule(() -> kill(stage), after, TimeUnit.MILLISECONDS);
        }
    }

    private synchronized void kill(int stage) {
        String phase = running.get(stage);
        List<ProcessHandle> alive = executors.get();
        if (phase != null && !alive.isEmpty()) {
            alive.get(random.nextInt(alive.size())).destroyForcibly();
            kills.merge(phase, 1, Integer::sum);
        }
    }

    @Override
    public synchronized void onStageCompleted(SparkListenerStageCompleted completed) {
        int stage = completed.stageInfo().stageId();
        String phase = running.remove(stage);
        if (phase != null && killsMax == 0) {
            millis.put(phase, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun.get(stage)));
        }
    }

    @Override
    public synchronized void onTaskStart(SparkListenerTaskStart start) {
        String task = start.stageId() + "/" + start.taskInfo().index();
        if (ended.contains(task)) {
            begunAgain.add("%s, task %s".formatted(running.get(start.stageId()), task));
        }
    }

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        if (end.reason() == Success$.MODULE$) {
            ended.add(end.stageId() + "/" + end.taskInfo().index());
        } else if (end.reason() instanceof ExecutorLostFailure) {
            lostAttempts++;
        }
    }

    /** The phases of the loads that were left alone. */
    synchronized Set<String> phases() {
        return Set.copyOf(kills.keySet());
    }

    /** How many executors were killed in each phase. */
    synchronized Map<String, Integer> kills() {
        return new TreeMap<>(kills);
    }

    /** The kills of the phase that had the fewest. */
    synchronized int killsMin() {
        return kills.values().stream().mapToInt(each -> each).min().orElse(0);
    }

    /** The attempts that ended with an executor. */
    synchronized int lostAttempts() {
        return lostAttempts;
    }

    /** The tasks that were begun although an attempt had ended well. */
    synchronized List<String> begunAgain() {
        return List.copyOf(begunAgain);
    }
}
