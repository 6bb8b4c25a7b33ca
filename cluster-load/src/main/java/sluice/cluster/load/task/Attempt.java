package sluice.cluster.load.task;

/**
 * One attempt of a task.
 *
 * @param number counts the attempts of the task from 1
 */
public record Attempt(Task task, int number) {}
