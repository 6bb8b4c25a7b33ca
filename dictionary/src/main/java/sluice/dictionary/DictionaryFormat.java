package sluice.dictionary;

/** The layout of a generation's file, which {@code docs/format-dictionary.md} draws. */
final class DictionaryFormat {
    /**
     * A place in the directory of a group: 5 bytes of index in the group, 5 bytes of offset in the
     * file.
     */
    static final int PLACE_BYTES = 10;

    static final int PLACE_OFFSET = 5;
    static final int OFFSET_BYTES = 5;

    static final long INT40_MAX = (1L << 40) - 1;

    /**
     * The number of a store's first named type: far above those that people give to types, since
     * one that is given by number must not be one that has a name, and still a number that all who
     * read JSON take for what it is. The file says it, as stores of before begin with 1; 0 is no
     * type's name.
     */
    static final long FIRST_TYPE = 1L << 52;

    /** The first type of stores of before. */
    static final long FIRST_TYPE_OF_BEFORE = 1;

    /** In so many of their lowest bits types with names differ. */
    static final int TYPE_BITS = 31;

    /**
     * A bucket with more names has their offsets written down, to be searched in halves. Where
     * hashes are even, one with so many among {@link #NAMES_PER_BUCKET} on average does not come
     * about; it takes names that were made to have like hashes.
     */
    static final int SCANNED_MAX = 64;

    private static final int NAMES_PER_BUCKET = 8;

    private DictionaryFormat() {}

    /** Into how many parts the range of hashes is divided in a group of {@code count} names. */
    static long bucketCount(long count) {
        return (count + NAMES_PER_BUCKET - 1) / NAMES_PER_BUCKET;
    }

    /** The part in which a hash is. */
    static long bucket(long hash, long bucketCount) {
        return Math.unsignedMultiplyHigh(hash, bucketCount);
    }

    /**
     * How many bytes the directory of a group takes: a place for each bucket and one for the end.
     */
    static long directoryBytes(long count) {
        return PLACE_BYTES * (bucketCount(count) + 1);
    }
}
