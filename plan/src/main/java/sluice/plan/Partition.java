package sluice.plan;

/**
 * A range of a table's keys as the planner sees it.
 *
 * @param first the least key of the range, which ends before the next partition's
 * @param existing rows that it has
 * @param incoming rows that are to be inserted into it
 * @param insertCost what inserting costs the server that has it by then; 0 exactly where no row
 *     comes
 * @param moveCost what moving it costs at either end, in the unit of {@code insertCost}
 * @param home number of the server that has it now
 */
public record Partition(
        RangeKey first, long existing, long incoming, long insertCost, long moveCost, int home) {
    public Partition {
        if (existing < 0 || incoming < 0 || insertCost < 0 || moveCost < 0 || home < 0) {
            throw new IllegalArgumentException(
                    "partition from key %s: rows %d and %d, costs %d and %d, server %d; expected 0 or more"
                            .formatted(first, existing, incoming, insertCost, moveCost, home));
        }
    }

    /** A partition whose costs are its rows: inserting and moving a row cost the same. */
    public static Partition ofRows(RangeKey first, long existing, long incoming, int home) {
        return new Partition(first, existing, incoming, incoming, existing, home);
    }
}
