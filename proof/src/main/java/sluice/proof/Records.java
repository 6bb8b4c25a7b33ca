package sluice.proof;

/**
 * The places of fields in the records of rows that a proof gathers: first the key's hash (2 longs),
 * version and time, then for a row of a source its place and hash, for a stored row its hash.
 */
final class Records {
    static final int KEY_1 = 0;
    static final int KEY_2 = 1;
    static final int VERSION = 2;
    static final int TIME = 3;

    /**
     * In a record of a source: {@link SourceScan.Place#file}, with {@link #DELETION} where the row
     * deletes.
     */
    static final int SOURCE_FILE = 4;

    static final int SOURCE_ROW = 5;
    static final int SOURCE_HASH_1 = 6;
    static final int SOURCE_HASH_2 = 7;
    static final int SOURCE_LONGS = 8;

    static final int STORED_HASH_1 = 4;
    static final int STORED_HASH_2 = 5;
    static final int STORED_LONGS = 6;

    /** The highest bit. */
    static final long DELETION = Long.MIN_VALUE;

    private Records() {}

    static boolean deletes(long file) {
        return (file & DELETION) != 0;
    }
}
