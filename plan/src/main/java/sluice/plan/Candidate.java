package sluice.plan;

import java.util.Comparator;

/**
 * What became of one insert limit.
 *
 * @param insertLimit the limit that was tried
 * @param moveLimit the least move limit for it
 * @param insertMax what the busiest server inserts
 * @param moveMax what the busiest server pays for moves
 * @param moves how many partitions move
 * @param fingerprint differs where destinations do, but for one case in 2^64
 */
record Candidate(
        long insertLimit,
        long moveLimit,
        long insertMax,
        long moveMax,
        int moves,
        long fingerprint) {
    /** The cheaper one first; of equal ones the one that moves less. */
    static final Comparator<Candidate> ACHIEVED =
            Comparator.comparingLong(Candidate::cost)
                    .thenComparingLong(Candidate::moveMax)
                    .thenComparingInt(Candidate::moves)
                    .thenComparing(Candidate::insertLimit, Comparator.reverseOrder());

    /** The one of which less was expected first, as in the paper. */
    static final Comparator<Candidate> EXPECTED =
            Comparator.<Candidate>comparingLong(found -> found.insertLimit + found.moveLimit)
                    .thenComparing(ACHIEVED);

    long cost() {
        return insertMax + moveMax;
    }
}
