/**
 * The tasks of a plan, done by any process, and what an engine is that has them done.
 *
 * <p>{@link sluice.cluster.load.task.TaskRunner} does a {@link sluice.cluster.load.task.Task} and
 * returns a {@link sluice.cluster.load.task.TaskResult} or {@link
 * sluice.cluster.load.task.TaskFailure}; {@link sluice.cluster.load.task.Engine} is what runs such
 * attempts somewhere.
 *
 * <p>Called by {@code cluster.load} and {@code spark}.
 */
@NullMarked
package sluice.cluster.load.task;

import org.jspecify.annotations.NullMarked;
