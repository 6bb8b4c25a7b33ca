package sluice.plan.run;

import java.util.List;
import sluice.plan.RangeKey;

/** An event while a plan is carried out. */
public sealed interface PlanEvent {
    /** The engine's own balancing is off. */
    record Begun() implements PlanEvent {}

    /** The servers and ranges as they are now. */
    record Looked(List<String> servers, List<TableRange> ranges) implements PlanEvent {
        public Looked {
            servers = List.copyOf(servers);
            ranges = List.copyOf(ranges);
        }
    }

    /**
     * The engine did not split at a key.
     *
     * @param isFailure whether it failed, rather than refused it for now
     */
    record Refused(RangeKey at, boolean isFailure) implements PlanEvent {}

    /** The user has no right to split or move. */
    record Denied() implements PlanEvent {}

    /** Another plan was made of what is. */
    record Planned(Target target) implements PlanEvent {}

    /** All rows are in the table. */
    record Inserted() implements PlanEvent {}

    /** The engine's own balancing is as it was found. */
    record Restored() implements PlanEvent {}
}
