package sluice.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sluice.model.ByteHash;

/**
 * A range of keys of one index, which is looked up in the index sections of files. Made for one
 * question; belongs to one thread.
 */
public final class IndexRange {
    private final byte[] from;
    private final byte[] to;
    private final boolean isPrefix;
    private final boolean isExact;

    /** Asks the filters of files for the first key, which is the only one where it is exact. */
    private final KeyFilter.Probe probe;

    private @Nullable IndexCursor spare;

    /** Takes the ids that are found. */
    public interface Ids {
        /** Takes an id; false where no higher one is wanted of its key. */
        boolean id(long id);
    }

    /**
     * The keys of index {@code number} from token {@code from} to token {@code to}, both included;
     * with {@code isPrefix} also those that begin with {@code to}.
     */
    public IndexRange(int number, byte[] from, byte[] to, boolean isPrefix) {
        this.from = key(number, from);
        this.to = key(number, to);
        this.isPrefix = isPrefix;
        this.isExact = !isPrefix && Arrays.equals(from, to);
        long hash = ByteHash.nonZero(MemorySegment.ofArray(this.from), 0, this.from.length);
        this.probe = new KeyFilter.Probe(hash);
    }

    private static byte[] key(int number, byte[] token) {
        byte[] key = new byte[Integer.BYTES + token.length];
        Bytes.putInt(key, 0, Integer.reverseBytes(number));
        System.arraycopy(token, 0, key, Integer.BYTES, token.length);
        return key;
    }

    /**
     * Gives the ids from {@code firstId} on, ascending, of each key of the range that {@code file}
     * has. Cost: one look into the file's filter for a single key that is not there.
     */
    public void find(BlockFile file, long firstId, Ids ids) throws IOException {
        @Nullable IndexSection section = file.index();
        if (section == null || (isExact && !section.mayHold(probe))) {
            return;
        }
        IndexCursor cursor = cursor(section);
        for (boolean on = cursor.seek(from, 0, from.length);
                on && isUpTo(cursor);
                on = cursor.nextKey()) {
            give(cursor, firstId, ids);
        }
    }

    /** One cursor for all files, as it has room for a block. */
    private IndexCursor cursor(IndexSection section) {
        if (spare == null) {
            spare = new IndexCursor(section);
        } else {
            spare.move(section);
        }
        return spare;
    }

    private static void give(IndexCursor cursor, long firstId, Ids ids) throws IOException {
        cursor.skipBlocksBelow(firstId);
        while (cursor.nextId()) {
            if (Long.compareUnsigned(cursor.id(), firstId) >= 0 && !ids.id(cursor.id())) {
                return;
            }
        }
    }

    private boolean isUpTo(IndexCursor cursor) {
        return cursor.compareTo(to, 0, to.length) <= 0
                || (isPrefix
                        && cursor.keyLength() >= to.length
                        && Arrays.equals(cursor.key(), 0, to.length, to, 0, to.length));
    }

    /** Whether a token of a list's count, which has {@code rows} visible rows, is in the range. */
    public boolean holdsCount(int number, long rows) {
        byte[] key = new byte[2 * Integer.BYTES];
        RowIndex.putCountKey(key, number, rows);
        boolean isBelow = Arrays.compareUnsigned(key, from) < 0;
        boolean isPrefixed =
                isPrefix
                        && key.length >= to.length
                        && Arrays.equals(key, 0, to.length, to, 0, to.length);
        return !isBelow && (Arrays.compareUnsigned(key, to) <= 0 || isPrefixed);
    }
}
