package sluice.segment;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.model.RowSink;
import sluice.storage.Storage;

/**
 * The index entries of the rows of one file, collected while it is written; used again for file
 * after file. Belongs to one thread.
 *
 * <p>Memory: what its {@link PairSort} may have. Cost: the keys of each visible row whose type has
 * indexes, and a sort of them.
 */
public final class RowIndex {
    private final IndexKeys keys;
    private final PairSort pairs;
    private final byte[] countKey = new byte[2 * Integer.BYTES];
    private final IndexKeys.Sink sink = this::add;

    /** Whether lists are counted, and of which range of keys: its parts of lists are not. */
    private @Nullable KeyRange counted;

    private long id1;

    /** The type that came last, with its indexes. */
    private long type;

    private boolean isIndexed;
    private int countIndex;

    /** How many visible rows the list has that is being written. */
    private long visible;

    /** Sorts within {@code sortBytes}. */
    public RowIndex(IndexKeys keys, int sortBytes) {
        this.keys = keys;
        this.pairs = new PairSort(sortBytes);
    }

    /** Makes the one of a thread; null without indexes. */
    public static @Nullable RowIndex of(IndexKeys.@Nullable Maker keys, long sortBytes) {
        return keys == null
                ? null
                : new RowIndex(keys.make(), (int) Math.min(sortBytes, Integer.MAX_VALUE));
    }

    /** Begins a run: names of temporary files in {@code storage} begin with {@code temporary}. */
    public void beginRun(Storage storage, String temporary) {
        begin(storage, temporary, null);
    }

    /** Begins a segment of {@code range}, whose lists are counted. */
    void beginSegment(Storage storage, String temporary, KeyRange range) {
        begin(storage, temporary, range);
    }

    private void begin(Storage storage, String temporary, @Nullable KeyRange newCounted) {
        pairs.begin(storage, temporary);
        counted = newCounted;
        visible = 0;
        lookUp(0);
    }

    private void lookUp(long newType) {
        type = newType;
        isIndexed = keys.isIndexed(newType);
        countIndex = counted == null ? 0 : keys.countIndex(newType);
    }

    int numbersEnd() {
        return keys.numbersEnd();
    }

    /** Whether the rows of a list matter, which are given to {@link #addRow} then. */
    boolean wants(long newId1, long newType) {
        if (newType != type) {
            lookUp(newType);
        }
        id1 = newId1;
        return isIndexed || countIndex != 0;
    }

    /** Takes a row of the list, laid out as in a pool, at {@code place} of {@code memory}. */
    void addRow(byte[] memory, int place) throws IOException {
        long lengthAndFlags = Bytes.getLong(memory, place + RowPool.LENGTH);
        int flags = (int) (lengthAndFlags >>> 32);
        if ((flags & (RowSink.HIDDEN | RowSink.TOMBSTONE)) != 0) {
            return;
        }
        visible++;
        if (isIndexed) {
            int version = (flags & RowPool.HAS_VERSION) != 0 ? Long.BYTES : 0;
            keys.keys(
                    type,
                    memory,
                    place + RowPool.HEADER_BYTES + version,
                    (int) lengthAndFlags,
                    sink);
        }
    }

    private void add(byte[] key, int offset, int length) throws IOException {
        pairs.add(key, offset, length, id1);
    }

    /** Ends the list whose rows were given. */
    void endList() throws IOException {
        if (countIndex != 0 && visible > 0 && counted != null && counted.holdsAll(id1)) {
            putCountKey(countKey, countIndex, visible);
            pairs.add(countKey, 0, countKey.length, id1);
        }
        visible = 0;
    }

    /** The key of an index of counts under which a list of {@code count} visible rows is. */
    static void putCountKey(byte[] key, int index, long count) {
        Bytes.putInt(key, 0, Integer.reverseBytes(index));
        Bytes.putInt(key, Integer.BYTES, Integer.reverseBytes((int) Math.min(count, 0xFFFF_FFFFL)));
    }

    /** Writes all entries, in order. */
    void writeTo(IndexWriter writer) throws IOException {
        pairs.writeTo(writer);
    }

    /** Forgets the entries and deletes temporary files. */
    public void end() throws IOException {
        pairs.close();
    }
}
