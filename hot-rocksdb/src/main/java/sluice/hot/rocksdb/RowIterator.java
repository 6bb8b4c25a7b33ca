package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * A place among the rows of one moment. Keys are copied into an array of the caller, at most as
 * much as it holds; a key says by its first byte how long it is. Belongs to one thread.
 */
final class RowIterator implements AutoCloseable {
    private final Path directory;
    private final RocksIterator iterator;
    private final Runnable closed;

    RowIterator(Path directory, RocksIterator iterator) {
        this(directory, iterator, () -> {});
    }

    /** Runs {@code closed} when it is closed, once. */
    RowIterator(Path directory, RocksIterator iterator, Runnable closed) {
        this.directory = directory;
        this.iterator = iterator;
        this.closed = closed;
    }

    /** Moves to the first row that is not below {@code from}; false where there is none. */
    boolean seek(byte[] from, byte[] key) throws IOException {
        iterator.seek(from);
        return read(key);
    }

    /** Moves to the next row; false where there is none. */
    boolean next(byte[] key) throws IOException {
        iterator.next();
        return read(key);
    }

    private boolean read(byte[] key) throws IOException {
        if (!iterator.isValid()) {
            throwFailure();
            return false;
        }
        iterator.key(key);
        return true;
    }

    byte[] value() {
        return iterator.value();
    }

    /**
     * Copies as much of the value to {@code target} from {@code offset} on as there is room for;
     * returns how long it is.
     */
    int value(byte[] target, int offset) {
        return iterator.value(target, offset, target.length - offset);
    }

    /** An iterator at its end has failed or has seen all. */
    private void throwFailure() throws IOException {
        try {
            iterator.status();
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    @Override
    public void close() {
        if (iterator.isOwningHandle()) {
            iterator.close();
            closed.run();
        }
    }
}
