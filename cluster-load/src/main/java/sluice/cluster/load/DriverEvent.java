package sluice.cluster.load;

import sluice.cluster.load.task.TaskOutcome;

/** An event that a driver decides by. */
sealed interface DriverEvent {
    /** The load begins, or goes on. */
    record Begun() implements DriverEvent {}

    /** An attempt ended; the same end may be reported twice, and late. */
    record Ended(TaskOutcome outcome) implements DriverEvent {}

    /** Some time has passed. */
    record Tick() implements DriverEvent {}
}
