package sluice.load.reject;

import java.io.IOException;
import java.io.UncheckedIOException;
import sluice.storage.Storage;
import sluice.store.StoreReader;

/**
 * Says which nodes there are once all node rows of a load are in runs: those of the runs and of the
 * segments of earlier loads, as a query would. Safe for any number of threads, each with a {@link
 * Lookup} of its own.
 *
 * <p>Costs no memory but the lookups' tables, whatever the number of nodes, and for an id that was
 * not asked for lately a search in each run of its bucket.
 */
public final class DeclaredNodes implements AutoCloseable {
    private static final int TABLE_BITS = 15;
    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    private static final byte DECLARED = 1;
    private static final byte MISSING = 2;

    private final StoreReader reader;

    private DeclaredNodes(StoreReader reader) {
        this.reader = reader;
    }

    /** Opens the store's present manifest, which must list the runs of all nodes. */
    public static DeclaredNodes open(Storage storage) throws IOException {
        return new DeclaredNodes(StoreReader.open(storage));
    }

    /** One thread's view, which remembers the answers to the last ids. */
    final class Lookup {
        private final long[] ids = new long[1 << TABLE_BITS];
        private final byte[] answers = new byte[1 << TABLE_BITS];

        boolean isDeclared(long id) {
            int slot = (int) (id * HASH_FACTOR >>> (Long.SIZE - TABLE_BITS));
            if (answers[slot] == 0 || ids[slot] != id) {
                ids[slot] = id;
                answers[slot] = search(id) ? DECLARED : MISSING;
            }
            return answers[slot] == DECLARED;
        }

        private boolean search(long id) {
            try {
                return reader.hasNode(id);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
