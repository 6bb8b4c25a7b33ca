package sluice.cluster.load.task;

/** The end of an attempt of a task. */
public sealed interface TaskOutcome permits TaskResult, TaskFailure {
    Task task();

    /** Counts the attempts of a task from 1. */
    int attempt();

    /** The process that made the attempt, for messages. */
    String process();
}
