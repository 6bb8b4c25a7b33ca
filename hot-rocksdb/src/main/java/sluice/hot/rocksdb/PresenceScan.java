package sluice.hot.rocksdb;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import org.rocksdb.RocksDB;

/**
 * Marks what a store held when it was opened, in a thread of its own: some microseconds for each
 * list and node. Until then readers ask the database.
 */
final class PresenceScan implements AutoCloseable {
    private static final Logger LOG = System.getLogger(PresenceScan.class.getName());

    private final Path directory;
    private final RocksDB database;
    private final Presence presence;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("hot-scan").unstarted(this::run);
    private volatile boolean closed;

    private PresenceScan(Path directory, RocksDB database, Presence presence) {
        this.directory = directory;
        this.database = database;
        this.presence = presence;
    }

    /** Starts the thread, which {@link #close} ends. */
    static PresenceScan start(Path directory, RocksDB database, Presence presence) {
        PresenceScan scan = new PresenceScan(directory, database, presence);
        scan.thread.start();
        return scan;
    }

    private void run() {
        // What is written from here on is marked by its writer before it can be seen.
        try (RowIterator rows = new RowIterator(directory, database.newIterator())) {
            byte[] key = new byte[HotKeys.HEADER_BYTES];
            boolean on = rows.seek(HotKeys.header(0, 0), key);
            while (on && !closed && key[0] == HotKeys.HEADER) {
                presence.addList(
                        HotKeys.number(key, HotKeys.ID1), HotKeys.number(key, HotKeys.TYPE));
                on = rows.next(key);
            }
            on = rows.seek(HotKeys.node(0), key);
            while (on && !closed && key[0] == HotKeys.NODE) {
                presence.addNode(HotKeys.number(key, HotKeys.ID1));
                on = rows.next(key);
            }
            if (!closed) {
                presence.knowsAll();
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "the hot store is slower, as it could not be read through", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
