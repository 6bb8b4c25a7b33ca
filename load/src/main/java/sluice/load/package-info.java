/**
 * The pipeline: a source's chunks become runs, runs become segments, and the manifest tells readers
 * at each step. {@link sluice.load.Load} is the whole of it; {@link sluice.load.LoadOptions} says
 * how, {@link sluice.load.LoadProgress} how far it is.
 *
 * <p>The order of work: {@code NameStage} (only where ids or types are names), {@code
 * BucketPlanner}, {@code Stager}, {@code Builder}. {@code StoreFiles} gives the files their names,
 * {@code Publisher} makes them durable and visible. {@link sluice.load.DryRun} tries a load without
 * one. Called by {@code linkbench}, {@code experiments} and {@code cli}.
 */
@NullMarked
package sluice.load;

import org.jspecify.annotations.NullMarked;
