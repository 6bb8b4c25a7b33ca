/**
 * What every step of a load is given: options, memory, row pools, threads, progress, events, the
 * order of building, and the publisher of manifests.
 *
 * <p>{@link sluice.load.job.LoadOptions} is what a user asks for, {@link
 * sluice.load.job.LoadProgress} what can be watched from another thread, {@link
 * sluice.load.job.LoadEvents} what is reported and where a stop is asked for. {@link
 * sluice.load.job.Demand} tells which buckets queries wait for.
 *
 * <p>Shown: whoever starts a load gives it these.
 *
 * <p>Called by most modules.
 */
@NullMarked
package sluice.load.job;

import org.jspecify.annotations.NullMarked;
