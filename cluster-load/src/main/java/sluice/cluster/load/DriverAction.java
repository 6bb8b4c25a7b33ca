package sluice.cluster.load;

import java.util.List;
import java.util.Optional;
import sluice.cluster.load.task.Task;
import sluice.cluster.load.task.TaskFailure;
import sluice.cluster.load.task.TaskResult;

/** A step that a driver decides on; steps are to be done in their order. */
sealed interface DriverAction {
    /** Has an attempt made. */
    record Submit(Task task, int attempt) implements DriverAction {}

    /** Commits a manifest with what these tasks left. */
    record Commit(List<TaskResult> results) implements DriverAction {
        public Commit {
            results = List.copyOf(results);
        }
    }

    /** Ends a phase, all of whose tasks are done and committed. */
    record EndPhase(Task.Kind kind) implements DriverAction {}

    /**
     * Ends the load, which goes on when its command is repeated.
     *
     * @param other the result of another attempt that wrote other bytes, where it is known
     */
    record Fail(TaskFailure failure, Optional<TaskResult> other) implements DriverAction {}
}
