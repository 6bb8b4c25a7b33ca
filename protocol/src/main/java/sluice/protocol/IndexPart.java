package sluice.protocol;

import java.util.List;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;

/**
 * The ids that an index of a version has in some of its partitions.
 *
 * @param complete whether no load can bring more
 */
public record IndexPart(IndexedIds ids, boolean complete) {
    /** The most ids of one part. */
    public static final int IDS_MAX = 1 << 16;

    /**
     * A request for ids.
     *
     * @param query with a limit of {@link #IDS_MAX} at most
     * @param partitions those that alone are looked at, all of which the node must hold
     */
    public record Ask(int version, IndexQuery query, List<Integer> partitions) {
        public Ask {
            partitions = List.copyOf(partitions);
        }
    }
}
