package sluice.bench.graph;

import java.util.Random;

/**
 * LinkBench's permutation between popularity ranks and ids, both counted from 0.
 *
 * <p>It keeps the remainder by 1024: each of 1024 interleaved groups is rotated by its own
 * distance.
 */
final class RankPermutation {
    /** The seed for out-degrees and for reads and writes that go with them. */
    static final long CORRELATED_SEED = 20343988438726021L;

    private static final int GROUPS_MAX = 1024;

    private final long count;
    private final int groups;
    private final long groupSize;
    private final int[] rotation;

    /** A permutation of the numbers 0 to {@code count} - 1. */
    RankPermutation(long count, long seed) {
        if (count < 1 || count / GROUPS_MAX > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "permutation of %d numbers, expected 1 to %d"
                            .formatted(count, (long) GROUPS_MAX * Integer.MAX_VALUE));
        }
        this.count = count;
        groups = (int) Math.min(GROUPS_MAX, count);
        groupSize = count / groups;
        rotation = new int[groups];
        Random random = new Random(seed);
        for (int group = 0; group < groups; group++) {
            rotation[group] = random.nextInt((int) groupSize);
        }
    }

    /** The id with this rank. */
    long id(long rank) {
        int group = (int) (rank % groups);
        return group + groups * ((rank / groups + rotation[group]) % size(group));
    }

    /** The rank of this id. */
    long rank(long id) {
        int group = (int) (id % groups);
        long size = size(group);
        return group + groups * ((id / groups + size - rotation[group]) % size);
    }

    private long size(int group) {
        return group < count % groups ? groupSize + 1 : groupSize;
    }
}
