package sluice.plan;

/**
 * What inserting and moving rows costs an engine, in one unit.
 *
 * <p>A unit may be anything, such as a microsecond of one server. In the paper inserting a row and
 * moving a row cost 1 each; a system that copies nothing when it moves a partition has a price for
 * each partition instead.
 *
 * @param insertRow of inserting a row; at least 1
 * @param moveRow of moving a row of a partition, at each end
 * @param movePartition of moving a partition, at each end, whatever is in it
 */
public record Prices(long insertRow, long moveRow, long movePartition) {
    /** The paper's: all rows cost the same, and a partition alone nothing. */
    public static final Prices PAPER = new Prices(1, 1, 0);

    public Prices {
        if (insertRow < 1 || moveRow < 0 || movePartition < 0) {
            throw new IllegalArgumentException(
                    "prices %d, %d and %d; expected 1 or more for inserting, 0 or more for moving"
                            .formatted(insertRow, moveRow, movePartition));
        }
    }

    /** A partition with these rows. */
    public Partition partition(RangeKey first, long existing, long incoming, int home) {
        return new Partition(
                first,
                existing,
                incoming,
                Math.multiplyExact(insertRow, incoming),
                Math.addExact(Math.multiplyExact(moveRow, existing), movePartition),
                home);
    }
}
