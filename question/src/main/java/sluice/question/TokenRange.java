package sluice.question;

import sluice.model.IndexQuery;

/**
 * Tokens of one index, from the first to the last: where candidates come from.
 *
 * @param type of the rows that the index is of
 * @param isPrefix whether all tokens that begin with {@code to} are meant too
 */
@SuppressWarnings("ArrayRecordComponent")
record TokenRange(int index, long type, byte[] from, byte[] to, boolean isPrefix) {
    private static final byte[] NO_BYTES = new byte[0];

    static TokenRange exact(int index, long type, byte[] token) {
        return new TokenRange(index, type, token, token, false);
    }

    /** All tokens of an index. */
    static TokenRange all(int index, long type) {
        return new TokenRange(index, type, NO_BYTES, NO_BYTES, true);
    }

    /** The ids of these tokens from {@code firstId} on. */
    IndexQuery query(long firstId, int limit) {
        return new IndexQuery(index, type, from, to, isPrefix, firstId, limit);
    }
}
