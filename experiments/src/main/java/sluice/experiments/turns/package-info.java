/**
 * Two builds of Sluice take turns: each runs the same benchmarks in processes of its own, and every
 * figure of one is divided by that of the other.
 *
 * <p>{@link sluice.experiments.turns.BuildTurns} is the main type. What a benchmark is called with
 * and which figures its JSON has says {@link sluice.experiments.turns.TurnBenchmark}; the ratios
 * are in {@link sluice.experiments.turns.TurnsReport}. A machine is never equally fast for long, so
 * only figures of the same round are divided by each other.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.experiments.turns;

import org.jspecify.annotations.NullMarked;
