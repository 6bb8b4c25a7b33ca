/**
 * Loads a source into a store: chunks become runs, runs become segments, and a new manifest shows
 * readers each step.
 *
 * <p>{@link sluice.load.Load} runs a whole load. {@link sluice.load.LoadOptions} has its options,
 * {@link sluice.load.LoadProgress} its progress. The order of work is {@code NameStage} (only if
 * ids or types are names), {@code BucketPlanner}, {@code Stager}, {@code Builder}. {@code
 * StoreFiles} names the files, {@code Publisher} makes them durable and visible. {@link
 * sluice.load.DryRun} forecasts a load and writes nothing.
 *
 * <p>Called by {@code coordinator}, {@code linkbench}, {@code experiments} and {@code cli}.
 */
@NullMarked
package sluice.load;

import org.jspecify.annotations.NullMarked;
