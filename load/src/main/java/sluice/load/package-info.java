/**
 * Loads: from sources to a store that is served while it is built.
 *
 * <p>{@link sluice.load.Load} is one load, step by step: names, plan, stage, publish, build. {@link
 * sluice.load.DryRun} forecasts a load and writes nothing. {@link sluice.load.Absorption} brings
 * online writes into the segments, {@link sluice.load.Consolidation} makes segments of what a
 * remote store has taken, {@link sluice.load.Abandonment} undoes a load that was not finished,
 * {@link sluice.load.Upgrade} rewrites manifests of earlier releases.
 *
 * <p>Packages below it: {@code files} beside the manifest, {@code job} for what every step is
 * given, {@code plan}, {@code reject}, {@code stage}, {@code build}, {@code ranges}, {@code
 * remote}, and {@code version}.
 *
 * <p>Called by {@code cli}, {@code cluster-load}, {@code coordinator}, {@code experiments}, {@code
 * live} and {@code spark}.
 */
@NullMarked
package sluice.load;

import org.jspecify.annotations.NullMarked;
