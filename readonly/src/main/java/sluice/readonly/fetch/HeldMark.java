package sluice.readonly.fetch;

import java.util.List;
import java.util.Set;
import sluice.readonly.Cut;

/**
 * The mark of a version that a node has on disk, whole and verified.
 *
 * @param checksum of the version's file
 * @param partitions that are there
 * @param covers the topologies whose partitions of this node are among them
 * @param cuts where the partitions begin
 */
public record HeldMark(
        int format,
        int version,
        int checksum,
        Set<Integer> partitions,
        Set<Long> covers,
        List<Cut> cuts) {
    /** The format of this record. */
    public static final int FORMAT = 1;

    public HeldMark {
        partitions = Set.copyOf(partitions);
        covers = Set.copyOf(covers);
        cuts = List.copyOf(cuts);
    }
}
