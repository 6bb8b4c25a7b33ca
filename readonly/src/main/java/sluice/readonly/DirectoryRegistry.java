package sluice.readonly;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.SyncedFiles;
import sluice.storage.publish.WholeFiles;

/**
 * A registry in a folder that all nodes see: for one machine, and for a few machines with a shared
 * file system that has locks.
 *
 * <p>Each change of a record is a new file, named by path and revision, that is published if that
 * name is free; the highest revision is the record. Changes are made one at a time under a lock,
 * which ends with its process; so do the locks by which a node runs and a leader leads. Reading
 * needs no lock and no write.
 */
public final class DirectoryRegistry implements Registry {
    private static final String LOCK = "registry-lock";
    private static final String LEADER_LOCK = "leader-lock";
    private static final String NODE_LOCK = "node-lock-";
    private static final String FILE = "%s@%012d";
    private static final int RECORD_BYTES_MAX = 1 << 20;

    /** A reader that has listed a revision must still find it; see {@link #readAll}. */
    private static final int REVISIONS_KEPT = 3;

    private static final int READ_ATTEMPTS_MAX = 100;
    private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final Storage storage;
    private final PublishedFiles files;
    private final LongSupplier nanoClock;
    private volatile boolean isClosed;

    private DirectoryRegistry(Storage storage, LongSupplier nanoClock) {
        this.storage = storage;
        this.files =
                SyncedFiles.over(
                        storage,
                        "%d-%x".formatted(ProcessHandle.current().pid(), nanoClock.getAsLong()));
        this.nanoClock = nanoClock;
    }

    /** The registry in {@code folder}; it is away while there is no such folder. */
    public static DirectoryRegistry open(Path folder, LongSupplier nanoClock) {
        return of(DirectoryStorage.open(folder), nanoClock);
    }

    /**
     * As {@link #open}, for a ring that is made now: the folder is made if it is missing. Throws if
     * it has other files than a ring.
     */
    public static DirectoryRegistry create(Path folder, LongSupplier nanoClock) throws IOException {
        DirectoryRegistry registry = of(DirectoryStorage.create(folder), nanoClock);
        for (String name : registry.storage.list()) {
            boolean isOwn =
                    isRecord(name)
                            || name.equals(LOCK)
                            || name.equals(LEADER_LOCK)
                            || name.startsWith(NODE_LOCK)
                            || name.endsWith(StorageFiles.TEMPORARY_SUFFIX);
            if (!isOwn) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s holds %s, which is no record of a ring; name an empty or a new folder"
                                .formatted(registry.location(), name));
            }
        }
        return registry;
    }

    private static boolean isRecord(String name) {
        return name.matches("[^@]+@\\d{12}");
    }

    /** The registry in {@code storage}. */
    static DirectoryRegistry of(Storage storage, LongSupplier nanoClock) {
        return new DirectoryRegistry(storage, nanoClock);
    }

    /** The newest revision of each record, by its path. */
    private TreeMap<String, Long> revisions(String prefix) throws IOException {
        TreeMap<String, Long> newest = new TreeMap<>();
        for (String name : storage.list()) {
            int at = name.indexOf('@');
            if (isRecord(name)) {
                String path = name.substring(0, at).replace('+', '/');
                if (path.startsWith(prefix)) {
                    newest.merge(path, Long.parseLong(name.substring(at + 1)), Math::max);
                }
            }
        }
        return newest;
    }

    private static String file(String path, long revision) {
        return FILE.formatted(path.replace('/', '+'), revision);
    }

    @Override
    public Optional<Entry> read(String path) throws IOException {
        return Optional.ofNullable(readAll(path).get(path));
    }

    @Override
    public Map<String, Entry> readAll(String prefix) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Optional<Map<String, Entry>> all = tryAll(prefix);
            if (all.isPresent()) {
                return all.get();
            }
            if (attempt == READ_ATTEMPTS_MAX) {
                throw new IOException(
                        "%s: its records change too fast to be read".formatted(location()));
            }
        }
    }

    /** Empty if a record was changed so often since it was listed that its file has gone. */
    private Optional<Map<String, Entry>> tryAll(String prefix) throws IOException {
        Map<String, Entry> all = new TreeMap<>();
        for (Map.Entry<String, Long> each : revisions(prefix).entrySet()) {
            Optional<byte[]> content =
                    WholeFiles.read(files, file(each.getKey(), each.getValue()), RECORD_BYTES_MAX);
            if (content.isEmpty()) {
                return Optional.empty();
            }
            if (content.get().length > 0) {
                all.put(each.getKey(), new Entry(each.getValue(), content.get()));
            }
        }
        return Optional.of(all);
    }

    /** The lock of all changes. The caller closes it. */
    private Closeable changing() throws IOException {
        return waited(LOCK, "another process has been changing its records for %d s");
    }

    private Closeable waited(String lock, String problem) throws IOException {
        long begin = nanoClock.getAsLong();
        while (true) {
            Optional<Closeable> taken = storage.lock(lock);
            if (taken.isPresent()) {
                return taken.get();
            }
            if (nanoClock.getAsLong() - begin > WAIT_NANOS_MAX) {
                throw new IOException(
                        (location() + ": " + problem)
                                .formatted(TimeUnit.NANOSECONDS.toSeconds(WAIT_NANOS_MAX)));
            }
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }

    @Override
    public boolean compareAndSet(String path, long revision, byte[] content) throws IOException {
        try (Closeable _ = changing()) {
            Optional<Entry> present = read(path);
            if (present.map(Entry::revision).orElse(0L) != revision) {
                return false;
            }
            publish(path, content);
            return true;
        }
    }

    @Override
    public void put(String path, byte[] content) throws IOException {
        try (Closeable _ = changing()) {
            publish(path, content);
        }
    }

    /** A record that is removed is an empty one: its revisions must not begin again. */
    @Override
    public void delete(String path) throws IOException {
        try (Closeable _ = changing()) {
            if (read(path).isPresent()) {
                publish(path, new byte[0]);
            }
        }
    }

    private void publish(String path, byte[] content) throws IOException {
        long newest = revisions(path).getOrDefault(path, 0L);
        WholeFiles.publishIfAbsent(files, file(path, newest + 1), content);
        String prefix = path.replace('/', '+') + "@";
        List<String> old = files.list(prefix);
        for (String name : old.subList(0, Math.max(0, old.size() - REVISIONS_KEPT))) {
            files.delete(name);
        }
    }

    @Override
    public Optional<Closeable> enter(String node) throws IOException {
        return storage.lock(NODE_LOCK + node);
    }

    /** A look takes a free lock for an instant, so that a node that starts then tries again. */
    @Override
    public Set<String> live(Set<String> nodes) throws IOException {
        Set<String> live = new HashSet<>();
        for (String node : nodes) {
            Optional<Closeable> lock = storage.lock(NODE_LOCK + node);
            if (lock.isEmpty()) {
                live.add(node);
            } else {
                lock.get().close();
            }
        }
        return live;
    }

    @Override
    public Optional<Lead> lead() throws IOException {
        return storage.lock(LEADER_LOCK).map(LockedLead::new);
    }

    /** A lock is held until it is closed. */
    private record LockedLead(Closeable lock) implements Lead {
        @Override
        public boolean isHeld() {
            return true;
        }

        @Override
        public void close() throws IOException {
            lock.close();
        }
    }

    @Override
    public Closeable watch(Runnable changed) {
        AtomicBoolean isEnded = new AtomicBoolean();
        Thread looking =
                Thread.ofPlatform()
                        .name("registry")
                        .daemon()
                        .unstarted(() -> look(changed, isEnded));
        looking.start();
        return () -> {
            isEnded.set(true);
            LockSupport.unpark(looking);
        };
    }

    private void look(Runnable changed, AtomicBoolean isEnded) {
        Map<String, Long> before = Map.of();
        while (!isClosed && !isEnded.get()) {
            try {
                Map<String, Long> now = revisions("");
                if (!now.equals(before)) {
                    before = now;
                    changed.run();
                }
            } catch (IOException _) {
                // The registry is away; its readers say so.
                before = Map.of();
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    /** Removes temporary files that a killed process left. */
    public void sweep() throws IOException {
        try (Closeable _ = changing()) {
            for (String name : storage.list()) {
                if (name.endsWith(StorageFiles.TEMPORARY_SUFFIX)) {
                    delete(name, storage);
                }
            }
        }
    }

    private static void delete(String name, Storage storage) throws IOException {
        try {
            storage.delete(name);
        } catch (NoSuchFileException _) {
            // Its writer was not killed, and has renamed it.
        }
    }

    @Override
    public String location() {
        return storage.location();
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
