package sluice.segment;

import java.io.IOException;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import sluice.storage.Storage;

/**
 * Finds the keys that several ids have, in the index sections of any number of files. Belongs to
 * one thread, which adds all files, calls {@link #show} once, then closes it.
 *
 * <p>Memory: what its sort may have, and two blocks. Cost: the keys of the indexes asked for are
 * read, sorted, written to a temporary file and read again. A crash leaves files that nobody reads.
 */
public final class SharedKeys implements AutoCloseable {
    private final PairSort pairs;

    /** Takes the keys that several ids have. */
    public interface Sink {
        /**
         * A key: the number of its index and its token, in the first {@code length} bytes of an
         * array that changes with the next key.
         */
        void key(byte[] key, int length, Ids ids) throws IOException;
    }

    /** The ids of a key, ascending, each once. */
    public interface Ids {
        /** How many there are, at least 2. */
        long count();

        /** Goes to the next id; false after the last one. */
        boolean next() throws IOException;

        long id();
    }

    /**
     * Sorts within {@code sortBytes}; the names of temporary files in {@code storage} begin with
     * {@code temporary}.
     */
    public SharedKeys(Storage storage, String temporary, int sortBytes) {
        this.pairs = new PairSort(sortBytes);
        pairs.begin(storage, temporary);
    }

    /** Adds the keys of index {@code number} in {@code file} with those ids that are wanted. */
    public void add(BlockFile file, int number, LongPredicate isWanted) throws IOException {
        @Nullable IndexSection section = file.index();
        if (section == null) {
            return;
        }
        IndexCursor cursor = new IndexCursor(section);
        byte[] first = new byte[Integer.BYTES];
        Bytes.putInt(first, 0, Integer.reverseBytes(number));
        boolean on = cursor.seek(first, 0, first.length);
        while (on && indexOf(cursor.key()) == number) {
            while (cursor.nextId()) {
                if (isWanted.test(cursor.id())) {
                    pairs.add(cursor.key(), 0, cursor.keyLength(), cursor.id());
                }
            }
            on = cursor.nextKey();
        }
    }

    /** The number of the index that has a key. */
    public static int indexOf(byte[] key) {
        return Integer.reverseBytes(Bytes.getInt(key, 0));
    }

    /** Gives each key that several ids have to {@code sink}, in order. */
    public void show(Sink sink) throws IOException {
        IndexCursor cursor = pairs.merged();
        for (boolean on = cursor.first(); on; on = cursor.nextKey()) {
            long count = cursor.idCount();
            if (count > 1) {
                sink.key(cursor.key(), cursor.keyLength(), new CursorIds(cursor, count));
            }
        }
    }

    private record CursorIds(IndexCursor cursor, long count) implements Ids {
        @Override
        public boolean next() throws IOException {
            return cursor.nextId();
        }

        @Override
        public long id() {
            return cursor.id();
        }
    }

    @Override
    public void close() throws IOException {
        pairs.close();
    }
}
