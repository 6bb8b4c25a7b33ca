package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import sluice.cluster.load.plan.TaskCuts;
import sluice.cluster.load.task.Task;
import sluice.cluster.load.task.TaskFailure;
import sluice.cluster.load.task.TaskOutcome;
import sluice.cluster.load.task.TaskResult;

/**
 * An engine in simulated time, with a driver, that checks each action against what went before:
 * attempts take their time, fail, get lost with their process, and are reported late and twice.
 */
final class SimulatedEngine {
    private static final long TICK_MILLIS = 200;

    private record Report(long atMillis, long number, TaskOutcome outcome) {}

    private final SplittableRandom random;
    private final DriverRules rules;
    private final Map<Task.Kind, Integer> counts;
    private final LoadDriver driver;
    private final double failing;
    private final double slow;
    private final double twice;
    private final long millisMax;
    private final DriverLoop.Steps steps;
    private final PriorityQueue<Report> reports =
            new PriorityQueue<>(
                    (a, b) ->
                            a.atMillis != b.atMillis
                                    ? Long.compare(a.atMillis, b.atMillis)
                                    : Long.compare(a.number, b.number));
    private final Set<Task> committed = new HashSet<>();
    private final Set<DriverAction.Submit> submitted = new HashSet<>();
    private final List<Task.Kind> ended = new ArrayList<>();
    private final int[] failuresOfTask;
    private long nowMillis;
    private long number;
    private int running;
    long copies;
    long failures;

    SimulatedEngine(SplittableRandom random) {
        this(
                random,
                new DriverRules(
                        random.nextInt(1, 9),
                        4,
                        random.nextInt(1, 6000),
                        random.nextDouble(0.2, 1.2),
                        2,
                        random.nextInt(1, 500)),
                LoadDriverTest.counts(random.nextInt(3), random.nextInt(12), random.nextInt(1, 12)),
                1000,
                new Counted());
    }

    private SimulatedEngine(
            SplittableRandom random,
            DriverRules rules,
            Map<Task.Kind, Integer> counts,
            long millisMax,
            DriverLoop.Steps steps) {
        this.random = random;
        this.millisMax = millisMax;
        this.steps = steps;
        this.rules = rules;
        this.counts = counts;
        this.driver = new LoadDriver(rules, counts, Task.Kind.SCAN);
        this.failing = random.nextInt(3) == 0 ? 0 : random.nextDouble(0.4);
        this.slow = random.nextDouble(0.2);
        this.twice = random.nextDouble(0.3);
        this.failuresOfTask = new int[1 << 17];
    }

    /** Steps that follow from the ends of tasks, where the actions alone are of interest. */
    private static final class Counted implements DriverLoop.Steps {
        @Override
        public void commit(List<TaskResult> results) {}

        @Override
        public void endPhase(Task.Kind kind) {}
    }

    /**
     * A cluster of {@code slots} that does the tasks of a plan, each for {@code millisMax} at most,
     * and a few for 20 times as long; {@code steps} follow as in a load.
     */
    static SimulatedEngine ofPlan(
            TaskCuts cuts, int slots, long millisMax, DriverLoop.Steps steps) {
        return new SimulatedEngine(
                new SplittableRandom(1),
                DriverRules.usual(slots),
                LoadDriverTest.counts(0, cuts.stages().size(), cuts.spans().size()),
                millisMax,
                steps);
    }

    void run() throws IOException {
        carryOut(driver.step(new DriverEvent.Begun(), nowMillis));
        while (!driver.isOver()) {
            Report report = reports.peek();
            if (report != null && report.atMillis <= nowMillis) {
                reports.remove();
                carryOut(driver.step(new DriverEvent.Ended(report.outcome), nowMillis));
            } else {
                assertTrue(running > 0 || report != null, "the driver waits for nothing");
                long next = nowMillis + TICK_MILLIS;
                nowMillis = report == null ? next : Math.min(next, report.atMillis);
                if (nowMillis == next) {
                    carryOut(driver.step(new DriverEvent.Tick(), nowMillis));
                }
            }
        }
    }

    private void carryOut(List<DriverAction> actions) throws IOException {
        for (DriverAction action : actions) {
            switch (action) {
                case DriverAction.Submit submit -> submit(submit);
                case DriverAction.Commit commit -> {
                    commit.results()
                            .forEach(
                                    result ->
                                            assertTrue(
                                                    committed.add(result.task()),
                                                    () -> result.task() + " twice"));
                    steps.commit(commit.results());
                }
                case DriverAction.EndPhase phase -> endPhase(phase.kind());
                case DriverAction.Fail fail -> throw new AssertionError(fail);
            }
        }
    }

    private void submit(DriverAction.Submit submit) {
        assertTrue(submitted.add(submit), () -> submit + " twice");
        assertEquals(ended.size(), submit.task().kind().ordinal(), "the phase of " + submit);
        Task task = submit.task();
        boolean isCopy = submit.attempt() > 1 && failuresOfTask[key(task)] < submit.attempt() - 1;
        copies += isCopy ? 1 : 0;
        running++;
        long millis = random.nextLong(1, millisMax) * (random.nextDouble() < slow ? 20 : 1);
        // The last attempt that a task is allowed succeeds, or no schedule would end.
        boolean fails =
                random.nextDouble() < failing
                        && failuresOfTask[key(task)] < rules.failuresMax() - 1;
        TaskOutcome outcome =
                fails
                        ? LoadDriverTest.failure(task, submit.attempt(), TaskFailure.Kind.PASSING)
                        : LoadDriverTest.result(task, submit.attempt());
        if (fails) {
            failuresOfTask[key(task)]++;
            failures++;
        }
        report(millis, outcome);
        if (random.nextDouble() < twice) {
            report(millis + random.nextLong(3000), outcome);
        }
    }

    private static int key(Task task) {
        return task.kind().ordinal() * 20_000 + task.index();
    }

    private void report(long afterMillis, TaskOutcome outcome) {
        reports.add(new Report(nowMillis + afterMillis, number++, outcome));
    }

    private void endPhase(Task.Kind kind) throws IOException {
        steps.endPhase(kind);
        assertEquals(ended.size(), kind.ordinal());
        ended.add(kind);
        if (kind.compareTo(Task.Kind.STAGE) >= 0) {
            for (int index = 0; index < counts.get(kind); index++) {
                assertTrue(committed.contains(new Task(kind, index)), kind + " " + index);
            }
        }
    }

    /** All phases have ended, each task was committed once. */
    void checkComplete() {
        assertEquals(List.of(Task.Kind.values()), ended);
        int tasks = counts.get(Task.Kind.STAGE) + counts.get(Task.Kind.BUILD);
        assertEquals(tasks, committed.size());
    }
}
