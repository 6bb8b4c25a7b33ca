package sluice.plan.simulation;

import java.util.random.RandomGenerator;
import sluice.plan.SplitRules;

/** A way of inserting a batch. */
public enum InsertionWay {
    /** Sampled, split and moved first, then inserted evenly. */
    PLANNED("planned"),
    /** Staged and inserted in random order, while partitions stay where and as they are. */
    KEPT("partitions kept"),
    /** Row by row in random order, while a balancer works. */
    RANDOM("one at a time, random order"),
    /** Row by row in the order of keys, while a balancer works. */
    SORTED("one at a time, sorted");

    private final String title;

    InsertionWay(String title) {
        this.title = title;
    }

    /** How reports name it. */
    public String title() {
        return title;
    }

    /**
     * What inserting the batch of {@code table} takes.
     *
     * @param fraction of all rows that the plan samples
     * @param rules by which the plan splits
     * @param random draws the sample
     */
    public WayResult run(
            InsertionCase table, double fraction, SplitRules rules, RandomGenerator random) {
        return switch (this) {
            case PLANNED -> new SimulatedInsertion(table, fraction, rules, random).run();
            case KEPT -> SimulatedInsertion.unplanned(table);
            case RANDOM -> new OneAtATime(table, false).run();
            case SORTED -> new OneAtATime(table, true).run();
        };
    }
}
