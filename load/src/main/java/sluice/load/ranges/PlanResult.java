package sluice.load.ranges;

import java.util.Map;

/**
 * The result of a plan. Immutable.
 *
 * @param plans how many were made; 0 where none was carried out
 * @param splits that were asked for, {@code refusals} of which were refused for then
 * @param moves that were asked for
 * @param isAsPlanned whether all ranges were where the last plan wanted them when rows came
 * @param isPaused whether the engine's own balancing was off while rows came
 * @param drifted how many ranges were on another server, cut or joined once all rows had come
 * @param filesCut how many files crossed a border, so that the engine had to cut them
 * @param splitMillis from the first look at the ranges until all splits were done
 * @param moveMillis from then on until all moves were done
 * @param insertMillis from then on until all rows were in the table
 * @param rows inserted, by server
 */
public record PlanResult(
        int plans,
        int splits,
        int refusals,
        int moves,
        boolean isAsPlanned,
        boolean isPaused,
        int drifted,
        long filesCut,
        long splitMillis,
        long moveMillis,
        long insertMillis,
        Map<String, Long> rows) {
    public PlanResult {
        rows = Map.copyOf(rows);
    }

    /** The rows of the busiest server over the mean of all. */
    public double imbalance() {
        long sum = rows.values().stream().mapToLong(Long::longValue).sum();
        long most = rows.values().stream().mapToLong(Long::longValue).max().orElse(0);
        return sum == 0 ? 1 : (double) most * rows.size() / sum;
    }
}
