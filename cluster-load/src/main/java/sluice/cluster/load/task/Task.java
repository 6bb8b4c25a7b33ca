package sluice.cluster.load.task;

import java.util.Locale;

/**
 * One unit of work of a plan.
 *
 * @param index counts the tasks of a kind from 0
 */
public record Task(Kind kind, int index) {
    /** The kinds, in the order of their phases. */
    public enum Kind {
        /** Finds where the chunks of a file begin whose rows may have line ends in quotes. */
        SCAN,
        /** Collects the names of some chunks. */
        NAMES,
        /** Merges the collected names of one shard. */
        MERGE,
        /** Makes runs of some chunks. */
        STAGE,
        /** Makes segments of some buckets. */
        BUILD
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + " task " + index;
    }
}
