package sluice.generate;

import java.util.Random;

/**
 * LinkBench's permutation between popularity ranks and ids, both counted from 0.
 *
 * <p>It keeps the remainder by 1024: each of 1024 interleaved groups is rotated by its own
 * distance.
 */
public final class RankPermutation {
    /** The seed for out-degrees and for reads and writes that go with them. */
    public static final long CORRELATED_SEED = 20343988438726021L;

    /** The seed for reads and writes that do not go with out-degrees. */
    public static final long UNCORRELATED_SEED = 53238253823453L;

    /** The seed for requests for nodes. */
    public static final long NODE_SEED = 4766565305853767165L;

    private static final int GROUPS_MAX = 1024;

    private final int groups;
    private final long groupSize;

    /** So many groups, the first ones, have one id more. */
    private final long largeGroups;

    private final int[] rotation;

    /** A permutation of the numbers 0 to {@code count} - 1. */
    public RankPermutation(long count, long seed) {
        if (count < 1 || count / GROUPS_MAX > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "permutation of %d numbers, expected 1 to %d"
                            .formatted(count, (long) GROUPS_MAX * Integer.MAX_VALUE));
        }
        groups = (int) Math.min(GROUPS_MAX, count);
        groupSize = count / groups;
        largeGroups = count % groups;
        rotation = new int[groups];
        Random random = new Random(seed);
        for (int group = 0; group < groups; group++) {
            rotation[group] = random.nextInt((int) groupSize);
        }
    }

    /** The id with this rank. */
    public long id(long rank) {
        long place = rank / groups;
        int group = (int) (rank - place * groups);
        long size = size(group);
        long rotated = place + rotation[group];
        return group + groups * (rotated < size ? rotated : rotated - size);
    }

    /** The rank of this id. */
    public long rank(long id) {
        long place = id / groups;
        int group = (int) (id - place * groups);
        long rotated = place - rotation[group];
        return group + groups * (rotated < 0 ? rotated + size(group) : rotated);
    }

    private long size(int group) {
        return group < largeGroups ? groupSize + 1 : groupSize;
    }
}
