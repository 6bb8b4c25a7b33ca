package sluice.cluster.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.cluster.load.task.Task;
import sluice.cluster.load.task.TaskFailure;
import sluice.cluster.load.task.TaskOutcome;
import sluice.cluster.load.task.TaskResult;
import sluice.model.ErrorCode;

/**
 * The decisions of a load's driver: which attempt is made next, when a manifest is committed, when
 * a phase ends, and when the load fails. A deterministic step function: events go in, actions come
 * out, time is a parameter; it does nothing itself.
 *
 * <p>A task is done when its first attempt succeeds. A failure that may pass is followed by another
 * attempt, {@link DriverRules#failuresMax} in all. A task that is much slower than the others of
 * its phase is copied; attempts leave the same bytes, so it does not matter which one ends first.
 * The first row in source order that stops a load is reported: the tasks before it are waited for.
 * Belongs to one thread. Cost of a step: constant, but for a tick late in a phase.
 */
final class LoadDriver {
    private static final class State {
        int attempts;
        int running;
        int failures;
        boolean isWaiting;
        long startedMillis;
        @Nullable TaskResult result;
    }

    private final DriverRules rules;
    private final Map<Task.Kind, Integer> counts = new EnumMap<>(Task.Kind.class);

    /** The phases that are still to come. */
    private final Deque<Task.Kind> phases = new ArrayDeque<>();

    private Task.@Nullable Kind phase;
    private State[] tasks = new State[0];

    /** The tasks of the phase that wait for a slot again, after a failure. */
    private final Deque<Integer> waiting = new ArrayDeque<>();

    private int next;
    private int done;

    /** The attempts of all phases that have not ended. */
    private final Set<DriverAction.Submit> running = new HashSet<>();

    private long[] durations = new long[0];
    private final List<TaskResult> uncommitted = new ArrayList<>();
    private long committedMillis;
    private @Nullable TaskFailure failure;
    private boolean isOver;

    /** For {@code counts} tasks of each kind, from the phase of {@code first} on. */
    LoadDriver(DriverRules rules, Map<Task.Kind, Integer> counts, Task.Kind first) {
        this.rules = rules;
        this.counts.putAll(counts);
        for (Task.Kind kind : Task.Kind.values()) {
            if (kind.compareTo(first) >= 0) {
                phases.add(kind);
            }
        }
    }

    /** Whether all phases have ended, or the load failed. */
    boolean isOver() {
        return isOver;
    }

    /** The actions that follow from {@code event}; none once the load is over. */
    List<DriverAction> step(DriverEvent event, long nowMillis) {
        List<DriverAction> actions = new ArrayList<>();
        if (isOver) {
            return actions;
        }
        switch (event) {
            case DriverEvent.Begun _ -> {
                committedMillis = nowMillis;
                enterNext();
            }
            case DriverEvent.Ended ended -> ended(ended.outcome(), nowMillis, actions);
            case DriverEvent.Tick _ -> {}
        }
        if (!isOver) {
            endPhases(nowMillis, actions);
            submit(nowMillis, actions);
            commitInTime(nowMillis, actions);
        }
        return actions;
    }

    private void enterNext() {
        phase = phases.poll();
        if (phase == null) {
            isOver = true;
            return;
        }
        tasks = new State[counts.getOrDefault(phase, 0)];
        Arrays.setAll(tasks, _ -> new State());
        durations = new long[tasks.length];
        waiting.clear();
        next = 0;
        done = 0;
    }

    private void ended(TaskOutcome outcome, long nowMillis, List<DriverAction> actions) {
        Task task = outcome.task();
        if (!running.remove(new DriverAction.Submit(task, outcome.attempt()))
                || task.kind() != phase) {
            // Reported twice, or of an earlier phase, or of an earlier driver.
            return;
        }
        State state = tasks[task.index()];
        state.running--;
        switch (outcome) {
            case TaskResult result -> succeeded(state, result, nowMillis, actions);
            case TaskFailure failed -> failed(state, failed, actions);
        }
    }

    private void succeeded(
            State state, TaskResult result, long nowMillis, List<DriverAction> actions) {
        TaskResult before = state.result;
        if (before == null) {
            state.result = result;
            durations[done++] = nowMillis - state.startedMillis;
            uncommitted.add(result);
        } else if (!before.isEqual(result)) {
            fail(
                    new TaskFailure(
                            result.task(),
                            result.attempt(),
                            result.process(),
                            TaskFailure.Kind.NOT_DETERMINISTIC,
                            ErrorCode.INTERNAL,
                            "it left other files",
                            null),
                    actions);
        }
    }

    private void failed(State state, TaskFailure failed, List<DriverAction> actions) {
        if (failed.kind() == TaskFailure.Kind.NOT_DETERMINISTIC) {
            fail(failed, actions);
            return;
        }
        if (state.result != null) {
            return;
        }
        state.failures++;
        boolean isFinal =
                failed.kind() == TaskFailure.Kind.FINAL || state.failures >= rules.failuresMax();
        if (!isFinal) {
            if (state.running == 0 && !state.isWaiting) {
                state.isWaiting = true;
                waiting.add(failed.task().index());
            }
        } else if (failure == null || failed.task().index() < failure.task().index()) {
            failure = failed;
        }
    }

    private void fail(TaskFailure last, List<DriverAction> actions) {
        isOver = true;
        Optional<TaskResult> other = Optional.ofNullable(tasks[last.task().index()].result);
        actions.add(new DriverAction.Fail(last, other));
    }

    /** Ends phases all of whose tasks are done; fails where no task before the failed one runs. */
    private void endPhases(long nowMillis, List<DriverAction> actions) {
        TaskFailure failed = failure;
        if (failed != null) {
            for (int index = 0; index < failed.task().index(); index++) {
                if (tasks[index].running > 0 && tasks[index].result == null) {
                    return;
                }
            }
            commit(nowMillis, actions);
            fail(failed, actions);
            return;
        }
        while (!isOver && done == tasks.length && phase != null) {
            commit(nowMillis, actions);
            actions.add(new DriverAction.EndPhase(phase));
            enterNext();
        }
    }

    private void submit(long nowMillis, List<DriverAction> actions) {
        if (isOver || failure != null) {
            return;
        }
        while (running.size() < rules.slots()) {
            Integer again = waiting.poll();
            if (again != null) {
                tasks[again].isWaiting = false;
                if (tasks[again].result == null) {
                    start(again, nowMillis, actions);
                }
            } else if (next < tasks.length) {
                start(next++, nowMillis, actions);
            } else {
                copySlow(nowMillis, actions);
                return;
            }
        }
    }

    private void start(int index, long nowMillis, List<DriverAction> actions) {
        State state = tasks[index];
        state.attempts++;
        state.running++;
        state.startedMillis = nowMillis;
        DriverAction.Submit submit =
                new DriverAction.Submit(new Task(phaseNow(), index), state.attempts);
        running.add(submit);
        actions.add(submit);
    }

    private Task.Kind phaseNow() {
        Task.Kind now = phase;
        if (now == null) {
            throw new IllegalStateException("all phases have ended");
        }
        return now;
    }

    /** Copies of slow tasks take the slots that are free at the end of a phase. */
    private void copySlow(long nowMillis, List<DriverAction> actions) {
        if (done == 0 || done < rules.copyShare() * tasks.length) {
            return;
        }
        long[] sorted = Arrays.copyOf(durations, done);
        Arrays.sort(sorted);
        double slow = Math.max(rules.copyMillisMin(), rules.copyFactor() * sorted[done / 2]);
        for (int index = 0; index < tasks.length && running.size() < rules.slots(); index++) {
            State state = tasks[index];
            if (state.result == null
                    && state.running == 1
                    && nowMillis - state.startedMillis >= slow) {
                long begun = state.startedMillis;
                start(index, nowMillis, actions);
                state.startedMillis = begun;
            }
        }
    }

    private void commitInTime(long nowMillis, List<DriverAction> actions) {
        if (nowMillis - committedMillis >= rules.commitMillis()) {
            commit(nowMillis, actions);
        }
    }

    private void commit(long nowMillis, List<DriverAction> actions) {
        if (!uncommitted.isEmpty() && phase != Task.Kind.SCAN) {
            actions.add(new DriverAction.Commit(uncommitted));
        }
        uncommitted.clear();
        committedMillis = nowMillis;
    }
}
