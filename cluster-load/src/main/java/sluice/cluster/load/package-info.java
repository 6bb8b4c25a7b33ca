/**
 * A load whose work is cut into tasks of one durable plan, which threads of this process or other
 * machines do.
 *
 * <p>{@link sluice.cluster.load.ClusterLoad} is one load; {@link sluice.cluster.load.LoadDriver}
 * decides, step by step; {@link sluice.cluster.load.ThreadEngine} runs tasks on threads. Each task
 * is a function of the plan and its number and publishes its files if absent, so that attempts may
 * be lost, repeated and late. The driver alone commits manifests.
 *
 * <p>Other engines, as that of Spark, send {@link sluice.cluster.load.task.TaskOrder} to their
 * processes.
 *
 * <p>Rooms, lowest first: {@code place} for the files and manifests that processes share, {@code
 * plan}, {@code task}.
 *
 * <p>Called by {@code cli} and {@code spark}.
 */
@NullMarked
package sluice.cluster.load;

import org.jspecify.annotations.NullMarked;
