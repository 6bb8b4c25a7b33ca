package sluice.plan.run;

import java.util.List;
import sluice.plan.RangeKey;

/** A step that carries a plan out. */
public sealed interface PlanAction {
    /** Switches the engine's own balancing off. */
    record Pause() implements PlanAction {}

    /** Looks at servers and ranges after a while, once the actions before it have ended. */
    record Look(long afterMillis) implements PlanAction {}

    /** Splits the range that begins at {@code first}. */
    record Split(RangeKey first, RangeKey at) implements PlanAction {}

    /** Moves the range that begins at {@code first}. */
    record Move(RangeKey first, String server) implements PlanAction {}

    /** Makes another plan of what is. */
    record PlanAgain(List<String> servers, List<TableRange> ranges) implements PlanAction {
        public PlanAgain {
            servers = List.copyOf(servers);
            ranges = List.copyOf(ranges);
        }
    }

    /**
     * Inserts the rows.
     *
     * @param isAsPlanned whether all ranges are where the plan wants them
     */
    record Insert(boolean isAsPlanned) implements PlanAction {}

    /** Gives the engine's own balancing back as it was found. */
    record Restore() implements PlanAction {}
}
