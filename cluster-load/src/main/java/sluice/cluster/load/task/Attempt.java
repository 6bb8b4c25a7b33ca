package sluice.cluster.load.task;

import java.util.List;

/**
 * One attempt of a task.
 *
 * @param number counts the attempts of the task from 1
 * @param hosts that are nearest to its source, the nearest first; empty where all are alike
 */
public record Attempt(Task task, int number, List<String> hosts) {
    public Attempt {
        hosts = List.copyOf(hosts);
    }
}
