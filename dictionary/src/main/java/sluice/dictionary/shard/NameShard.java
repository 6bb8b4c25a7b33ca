package sluice.dictionary.shard;

/**
 * One of several ranges of the hashes of names, as equal as can be. The names of a shard follow one
 * another in each group of a run.
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

    /** The least hash of shard {@code index} of {@code count}: at that part of all hashes. */
    private static long least(int index, int count) {
        // 2^64 is no long. The greatest hash divided and multiplied is below the exact bound by at
        // most index, so the last shard has up to count hashes more than the others.
        return Long.divideUnsigned(-1, count) * index;
    }
}
