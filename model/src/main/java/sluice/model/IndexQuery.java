package sluice.model;

import java.util.Arrays;

/**
 * Which ids an index has under tokens: those from {@code from} to {@code to}, both included, in the
 * order of unsigned bytes. Tokens stand here as {@code TokenMaker} makes them, without the number
 * of the index.
 *
 * @param index the number of the index, from 1 on
 * @param type of the rows that the index is of: what is looked at where a file has no entries yet
 * @param from the lowest token; empty for all
 * @param to the highest token; with {@code from} the same bytes, for one token
 * @param isPrefix whether all tokens that begin with {@code to} are meant too
 * @param firstId ids below it, unsigned, are left out: 0, or the last id of the page before and 1
 * @param limit how many ids are wanted at most
 */
public record IndexQuery(
        int index, long type, byte[] from, byte[] to, boolean isPrefix, long firstId, int limit) {
    /** The longest token, in bytes. */
    public static final int TOKEN_BYTES_MAX = 255;

    public IndexQuery {
        if (index < 1 || limit < 1) {
            throw new IllegalArgumentException("index %d, limit %d".formatted(index, limit));
        }
        if (from.length > TOKEN_BYTES_MAX || to.length > TOKEN_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "tokens of %d and %d bytes".formatted(from.length, to.length));
        }
        from = from.clone();
        to = to.clone();
    }

    /** The ids of one token, from {@code firstId} on. */
    public static IndexQuery exact(int index, long type, byte[] token, long firstId, int limit) {
        return new IndexQuery(index, type, token, token, false, firstId, limit);
    }

    /** The ids of all tokens that begin with {@code prefix}, from {@code firstId} on. */
    public static IndexQuery prefix(int index, long type, byte[] prefix, long firstId, int limit) {
        return new IndexQuery(index, type, prefix, prefix, true, firstId, limit);
    }

    /** The same ids, those below {@code id} left out. */
    public IndexQuery startingAt(long id) {
        return new IndexQuery(index, type, from, to, isPrefix, id, limit);
    }

    /** The same ids, at most {@code most} of them. */
    public IndexQuery limitedTo(int most) {
        return new IndexQuery(index, type, from, to, isPrefix, firstId, Math.min(limit, most));
    }

    /** Whether one token is meant. */
    public boolean isExact() {
        return !isPrefix && Arrays.equals(from, to);
    }
}
