package sluice.plan;

/**
 * Where each partition of a placement is to be, and what that costs.
 *
 * @param insertLimit the limit that it was found with
 * @param moveLimit the least move limit for it
 * @param insertMax what the busiest server inserts
 * @param moveMax what the busiest server pays for moves, as source or as destination
 * @param moves how many partitions move
 * @param destinations the server of each partition, in the order of keys
 */
record Solution(
        long insertLimit,
        long moveLimit,
        long insertMax,
        long moveMax,
        int moves,
        int[] destinations) {
    long cost() {
        return insertMax + moveMax;
    }
}
