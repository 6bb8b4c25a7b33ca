package sluice.store;

/** The layout of a generation's file, which {@code docs/format-dictionary.md} draws. */
final class DictionaryFormat {
    /** An entry: 8 bytes of hash, 5 bytes of where in the bytes the name begins. */
    static final int ENTRY_BYTES = 13;
    static final int ENTRY_NAME = 8;
    /** A place in the directory of a group: 5 bytes of the index in the group. */
    static final int PLACE_BYTES = 5;

    static final long INT40_MAX = (1L << 40) - 1;
    /** The number of the first type of a store; 0 is no type's. */
    static final long FIRST_TYPE = 1;

    private static final int NAMES_PER_BUCKET = 8;

    private DictionaryFormat() {}

    /** How many parts of the range of hashes the directory of a group of {@code count} names tells apart. */
    static long bucketCount(long count) {
        return (count + NAMES_PER_BUCKET - 1) / NAMES_PER_BUCKET;
    }

    /** The part in which a hash is. */
    static long bucket(long hash, long bucketCount) {
        return Math.unsignedMultiplyHigh(hash, bucketCount);
    }

    /** How many bytes the directory of a group takes: a place for each bucket and one for the end. */
    static long directoryBytes(long count) {
        return PLACE_BYTES * (bucketCount(count) + 1);
    }
}
