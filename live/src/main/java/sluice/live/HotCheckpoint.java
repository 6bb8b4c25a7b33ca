package sluice.live;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.load.files.CheckpointRequest;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/**
 * A copy of a hot store as it was at one moment, in the directory {@value #DIRECTORY} of its store.
 *
 * <p>A process that has the store open makes it when another one asks; without such a process the
 * caller's own makes it. The caller of {@link #take} must hold the lock of the store, so that no
 * row moves between the hot store and the segments, and must close what it returns, which deletes
 * the copy.
 */
public final class HotCheckpoint implements AutoCloseable {
    static final String DIRECTORY = "checkpoint";

    private static final Logger LOG = System.getLogger(HotCheckpoint.class.getName());
    private static final long LOOK_MILLIS = 200;
    private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);
    private static final HotOptions OPTIONS =
            new HotOptions(HotOptions.MEMORY_BYTES_MIN, Durability.SYNC);

    private final Path directory;

    private HotCheckpoint(Path directory) {
        this.directory = directory;
    }

    /**
     * Has a copy made of the hot store of the store at {@code path}; empty if it never had one.
     *
     * @param interrupted throws if the caller no longer wants to wait
     */
    public static Optional<HotCheckpoint> take(
            Path path, Storage storage, LongSupplier nanoClock, Runnable interrupted)
            throws IOException {
        if (!OwnHotStore.isIn(path, storage)) {
            return Optional.empty();
        }
        HotCheckpoint checkpoint = new HotCheckpoint(path.resolve(DIRECTORY));
        String id = HexFormat.of().toHexDigits(new SecureRandom().nextLong());
        if (checkpoint.madeHere(path, storage)) {
            return Optional.of(checkpoint);
        }
        CheckpointRequest.ask(storage, id);
        try {
            long begin = nanoClock.getAsLong();
            while (!isAnswered(storage, id) && !checkpoint.madeHere(path, storage)) {
                interrupted.run();
                if (nanoClock.getAsLong() - begin > WAIT_NANOS_MAX) {
                    throw new SluiceException(
                            ErrorCode.STORE,
                            "the process that serves %s has made no checkpoint of its hot store in %d s; look at its log, and repeat"
                                    .formatted(
                                            storage.location(),
                                            TimeUnit.NANOSECONDS.toSeconds(WAIT_NANOS_MAX)));
                }
                sleep();
            }
            return Optional.of(checkpoint);
        } finally {
            CheckpointRequest.takeBack(storage);
        }
    }

    /** Whether this process could make the copy, as no other one has the hot store open. */
    private boolean madeHere(Path path, Storage storage) throws IOException {
        Optional<Closeable> lock = CheckpointRequest.lock(storage);
        if (lock.isEmpty()) {
            return false;
        }
        try (Closeable _ = lock.get();
                RocksHotStore hot = OwnHotStore.open(path, storage, OPTIONS)) {
            make(hot, directory);
        }
        return true;
    }

    private static boolean isAnswered(Storage storage, String id) throws IOException {
        Optional<Optional<String>> answer = CheckpointRequest.answered(storage, id);
        if (answer.isPresent() && answer.get().isPresent()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "the process that serves %s could make no checkpoint of its hot store: %s"
                            .formatted(storage.location(), answer.get().get()));
        }
        return answer.isPresent();
    }

    private static void make(RocksHotStore hot, Path directory) throws IOException {
        // A process that was killed left it: the lock of the store lets one at a time make one.
        RocksHotStore.delete(directory);
        hot.checkpoint(directory);
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The files of the copy. */
    public Storage files() throws IOException {
        return DirectoryStorage.open(directory);
    }

    @Override
    public void close() throws IOException {
        RocksHotStore.delete(directory);
    }

    /** The thread of a process that has a store open, which makes checkpoints for others. */
    static final class Maker implements AutoCloseable {
        private final Path path;
        private final Storage storage;
        private final RocksHotStore hot;
        private final Closeable lock;
        private final CountDownLatch closed = new CountDownLatch(1);
        private final Thread thread;

        private Maker(Path path, Storage storage, RocksHotStore hot, Closeable lock) {
            this.path = path;
            this.storage = storage;
            this.hot = hot;
            this.lock = lock;
            this.thread = Thread.ofPlatform().name("checkpoint").daemon().unstarted(this::run);
        }

        /** Begins to look for requests. The caller closes it before the hot store. */
        static Maker start(Path path, Storage storage, RocksHotStore hot) throws IOException {
            Closeable lock =
                    CheckpointRequest.lock(storage)
                            .orElseThrow(
                                    () ->
                                            new SluiceException(
                                                    ErrorCode.STORE,
                                                    "another process copies or has opened the hot store of %s; repeat when it has ended"
                                                            .formatted(path)));
            Maker maker = new Maker(path, storage, hot, lock);
            maker.thread.start();
            return maker;
        }

        private void run() {
            try {
                while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                    answer();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private void answer() {
            try {
                Optional<String> id = CheckpointRequest.asked(storage);
                if (id.isEmpty()) {
                    return;
                }
                Optional<String> failure = Optional.empty();
                try {
                    make(hot, path.resolve(DIRECTORY));
                } catch (IOException | SluiceException e) {
                    failure = Optional.of(String.valueOf(e.getMessage()));
                }
                CheckpointRequest.answer(storage, id.get(), failure);
            } catch (IOException | SluiceException e) {
                LOG.log(Level.WARNING, "a request for a checkpoint failed: " + e.getMessage());
            }
        }

        /** Lets a checkpoint that is being made end. */
        @Override
        public void close() throws IOException {
            closed.countDown();
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            lock.close();
        }
    }
}
