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
 * @param speeds how fast servers insert, in percent; 100 for one that is not named
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
        Map<String, Long> rows,
        Map<String, Integer> speeds) {
    private static final int USUAL_SPEED = 100;

    public PlanResult {
        rows = Map.copyOf(rows);
        speeds = Map.copyOf(speeds);
    }

    /** The rows of the busiest server over the mean of all, by what each can take. */
    public double imbalance() {
        double sum = 0;
        double most = 0;
        for (Map.Entry<String, Long> server : rows.entrySet()) {
            int speed = speeds.getOrDefault(server.getKey(), USUAL_SPEED);
            double time = (double) server.getValue() * USUAL_SPEED / speed;
            sum += time;
            most = Math.max(most, time);
        }
        return sum == 0 ? 1 : most * rows.size() / sum;
    }
}
