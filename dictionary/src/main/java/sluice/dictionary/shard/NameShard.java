package sluice.dictionary.shard;

/**
 * One of several equal ranges of the hashes of names. The names of a shard follow one another in
 * each group of a run.
 *
 * @param index counts the shards from 0
 */
public record NameShard(int index, int count) {
    /** Several shards for each thread that merges names are of no use to a dictionary's builder. */
    public static final int COUNT_MAX = 32;

    public NameShard {
        if (count < 1 || count > COUNT_MAX || index < 0 || index >= count) {
            throw new IllegalArgumentException("shard %d of %d".formatted(index, count));
        }
    }

    /** All names. */
    public static final NameShard ALL = new NameShard(0, 1);

    /** The least hash of the shard, as an unsigned number. */
    public long least() {
        return index == 0 ? 0 : least(index, count);
    }

    /** The greatest hash of the shard, as an unsigned number. */
    public long greatest() {
        return index == count - 1 ? -1 : least(index + 1, count) - 1;
    }

    /** The least hash of shard {@code index} of {@code count}: that part of 2^64, rounded up. */
    private static long least(int index, int count) {
        // The greatest hash divided: 2^64 / count but for 1 at most, which no name can tell.
        return Long.divideUnsigned(-1, count) * index;
    }
}
