package sluice.storage.cache;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * Pieces of far files on a local disk, of which those that were not asked for go first once they
 * take more than a number of bytes.
 *
 * <p>The pieces are in files that are written from beginning to end. When there are too many bytes
 * the oldest file is deleted; the pieces in it that were asked for since they were written are
 * written again, so that they stay. Pieces of an earlier process are used, each as it matches its
 * checksum. One process at a time has a cache.
 *
 * <p>A local disk that is full, slow to come back or gone never fails a caller: pieces are then not
 * kept for {@value #PAUSE_SECONDS} seconds, after which it is tried again.
 *
 * <p>Safe for any number of threads; {@code this} guards all fields. Takes about 150 bytes of heap
 * for each piece. Opening reads the header of each piece.
 */
public final class PieceCache implements Closeable {
    /** The least budget: a few files of the least size. */
    public static final long BYTES_MIN = 1 << 20;

    /** How long nothing is written after the local disk failed. */
    static final long PAUSE_SECONDS = 10;

    private static final Logger LOG = System.getLogger(PieceCache.class.getName());
    private static final String PREFIX = "cache-";
    private static final String LOCK = "cache.lock";
    private static final int FILES = 64;

    /** How many bytes are written again at most when one piece is kept. */
    private static final long AGAIN_BYTES_MAX = 128 << 20;

    private static final long FILE_BYTES_MAX = 64 << 20;

    private final Local local;
    private final long bytesMax;
    private final LongSupplier nanoClock;
    private final LongAdder found = new LongAdder();
    private final LongAdder missed = new LongAdder();
    private final LongAdder damaged = new LongAdder();
    private final LongAdder notKept = new LongAdder();

    private final Map<CacheFile.Key, Entry> entries = new HashMap<>();

    /** Oldest first. */
    private final Deque<Filled> files = new ArrayDeque<>();

    private @Nullable Storage storage;
    private @Nullable Closeable lock;
    private @Nullable Filled writing;
    private long bytes;
    private long lastNumber;
    private long pausedSince;
    private boolean isPaused;
    private boolean isClosed;

    /** Opens the local storage of a cache; called again where it was deleted. */
    public interface Local {
        Storage open() throws IOException;
    }

    /** A cache file with the keys of the pieces in it. */
    private record Filled(CacheFile file, List<CacheFile.Place> places) {}

    private static final class Entry {
        final CacheFile file;
        final CacheFile.Place place;
        boolean isAsked;

        Entry(CacheFile file, CacheFile.Place place) {
            this.file = file;
            this.place = place;
        }
    }

    private PieceCache(Local local, long bytesMax, LongSupplier nanoClock) {
        this.local = local;
        this.bytesMax = Math.max(bytesMax, BYTES_MIN);
        this.nanoClock = nanoClock;
    }

    /**
     * Opens a cache of at most {@code bytesMax} bytes; empty if another process has it. The caller
     * closes it.
     */
    public static Optional<PieceCache> open(Local local, long bytesMax, LongSupplier nanoClock)
            throws IOException {
        PieceCache cache = new PieceCache(local, bytesMax, nanoClock);
        try {
            return cache.begin() ? Optional.of(cache) : Optional.empty();
        } catch (Throwable failure) {
            cache.close();
            throw failure;
        }
    }

    private synchronized boolean begin() throws IOException {
        Storage opened = local.open();
        Optional<Closeable> taken = opened.lock(LOCK);
        if (taken.isEmpty()) {
            return false;
        }
        lock = taken.get();
        storage = opened;
        for (String name : opened.list()) {
            if (name.matches(PREFIX + "[0-9]{12}")) {
                take(opened, name);
            }
        }
        shrink();
        return true;
    }

    private void take(Storage opened, String name) throws IOException {
        lastNumber = Math.max(lastNumber, Long.parseLong(name.substring(PREFIX.length())));
        CacheFile file = CacheFile.open(opened, name);
        Filled filled = new Filled(file, file.places());
        files.add(filled);
        bytes += file.lengthBytes();
        filled.places().forEach(place -> entries.put(place.key(), new Entry(file, place)));
    }

    /** The piece of {@code file} at {@code offset} as it was kept; empty if it was not. */
    public Optional<byte[]> find(String file, long offset) {
        CacheFile.Key key = new CacheFile.Key(file, offset);
        Entry entry;
        synchronized (this) {
            entry = entries.get(key);
            if (entry == null) {
                missed.increment();
                return Optional.empty();
            }
            entry.isAsked = true;
        }
        Optional<byte[]> piece = read(entry);
        if (piece.isPresent()) {
            found.increment();
            return piece;
        }
        missed.increment();
        damaged.increment();
        synchronized (this) {
            entries.remove(key, entry);
        }
        return Optional.empty();
    }

    /** Whether {@link #find} would look at the disk. */
    boolean has(String file, long offset) {
        synchronized (this) {
            return entries.containsKey(new CacheFile.Key(file, offset));
        }
    }

    private static Optional<byte[]> read(Entry entry) {
        try {
            return entry.file.read(entry.place);
        } catch (IOException e) {
            // Cut short, deleted with its turn, or a bad disk: it is fetched again.
            return Optional.empty();
        }
    }

    /** Keeps a piece if the local disk takes it. */
    public synchronized void keep(String file, long offset, byte[] piece) {
        CacheFile.Key key = new CacheFile.Key(file, offset);
        if (isClosed || entries.containsKey(key)) {
            return;
        }
        if (isPaused && nanoClock.getAsLong() - pausedSince < PAUSE_SECONDS * 1_000_000_000L) {
            notKept.increment();
            return;
        }
        try {
            if (isPaused) {
                goOn();
            }
            add(key, piece);
            shrink();
        } catch (IOException e) {
            notKept.increment();
            pause(e);
        }
    }

    private void add(CacheFile.Key key, byte[] piece) throws IOException {
        Filled to = writing();
        CacheFile.Place place = to.file().add(key, piece);
        to.places().add(place);
        bytes += place.lengthBytes();
        entries.put(key, new Entry(to.file(), place));
    }

    private long fileBytesMax() {
        return Math.min(bytesMax / FILES, FILE_BYTES_MAX);
    }

    private Filled writing() throws IOException {
        Filled open = writing;
        if (open != null && open.file().lengthBytes() >= fileBytesMax()) {
            open.file().closeForWriting();
            open = null;
        }
        if (open == null) {
            Storage opened = storage;
            if (opened == null) {
                throw new IOException("the cache is not open");
            }
            CacheFile file = CacheFile.create(opened, PREFIX + "%012d".formatted(++lastNumber));
            open = new Filled(file, new ArrayList<>());
            files.add(open);
            writing = open;
        }
        return open;
    }

    /** Deletes the oldest files until the budget is kept; what was asked for is written again. */
    private void shrink() throws IOException {
        long again = 0;
        while (bytes > bytesMax && files.size() > 1) {
            Filled oldest = files.remove();
            bytes -= oldest.file().lengthBytes();
            try {
                again += writeAgain(oldest, Math.min(bytesMax / 4, AGAIN_BYTES_MAX) - again);
            } finally {
                oldest.places().forEach(place -> forget(place, oldest.file()));
                delete(oldest);
            }
        }
    }

    /** Writes at most {@code againMax} bytes again, so that nobody waits long; returns how many. */
    private long writeAgain(Filled oldest, long againMax) throws IOException {
        long again = 0;
        for (CacheFile.Place place : oldest.places()) {
            Entry entry = entries.get(place.key());
            if (entry == null || entry.file != oldest.file() || !entry.isAsked) {
                continue;
            }
            if (again + place.lengthBytes() > againMax) {
                break;
            }
            again += place.lengthBytes();
            Optional<byte[]> piece = read(entry);
            if (piece.isPresent()) {
                add(place.key(), piece.get());
            }
        }
        return again;
    }

    private void forget(CacheFile.Place place, CacheFile file) {
        Entry entry = entries.get(place.key());
        if (entry != null && entry.file == file) {
            entries.remove(place.key());
        }
    }

    private void delete(Filled filled) throws IOException {
        filled.file().close();
        Storage opened = storage;
        if (opened != null) {
            try {
                opened.delete(filled.file().name());
            } catch (NoSuchFileException _) {
                // A user deleted it.
            }
        }
    }

    private void pause(IOException e) {
        if (!isPaused) {
            LOG.log(
                    Level.WARNING,
                    "pieces are not kept for "
                            + PAUSE_SECONDS
                            + " s, and fetched each time: "
                            + e.getMessage());
        }
        isPaused = true;
        pausedSince = nanoClock.getAsLong();
        Filled open = writing;
        writing = null;
        if (open != null) {
            try {
                open.file().closeForWriting();
            } catch (IOException second) {
                e.addSuppressed(second);
            }
        }
    }

    /** Begins again in a folder that may be another one by now. */
    private void goOn() throws IOException {
        Storage opened = storage;
        boolean isThere = opened != null;
        if (opened != null) {
            try {
                opened.list();
            } catch (IOException _) {
                isThere = false;
            }
        }
        if (!isThere) {
            release();
            if (!begin()) {
                throw new IOException("another process has taken the cache");
            }
        }
        isPaused = false;
    }

    /** How the cache did so far. */
    public synchronized CacheCounts counts() {
        return new CacheCounts(
                found.sum(), missed.sum(), damaged.sum(), notKept.sum(), bytes, bytesMax);
    }

    private void release() throws IOException {
        entries.clear();
        bytes = 0;
        writing = null;
        List<Closeable> open = new ArrayList<>();
        files.forEach(filled -> open.add(filled.file()));
        files.clear();
        if (lock != null) {
            open.add(lock);
        }
        lock = null;
        storage = null;
        StorageFiles.closeAll(open);
    }

    /** Leaves the pieces for the next process. */
    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        release();
    }
}
