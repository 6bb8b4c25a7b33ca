package sluice.experiments.plan;

import java.util.Optional;
import sluice.load.ranges.PlanResult;

/**
 * The measurements of one way.
 *
 * @param seconds from the first row read until all are in the table
 * @param forecast of the plan, where there is one
 * @param plan what came of it
 * @param regionsBefore of the table
 * @param answers to questions that were asked while rows came
 * @param p50Millis half of the answers took no longer
 * @param wrong answers that were not right, and failures
 * @param links in the table in the end
 * @param hash of all of them, whatever their order
 */
record LiveResult(
        LiveWay way,
        double seconds,
        Optional<Forecast> forecast,
        Optional<PlanResult> plan,
        int regionsBefore,
        int regionsAfter,
        int answers,
        long p50Millis,
        long p99Millis,
        long longestMillis,
        int wrong,
        long links,
        long hash) {
    /** The forecast of a plan, in milliseconds. */
    record Forecast(int splits, int moves, long splitMillis, long moveMillis, long insertMillis) {}
}
