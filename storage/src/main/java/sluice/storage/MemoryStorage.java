package sluice.storage;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A simulated disk: a {@link Storage} that knows what a crash would leave of it.
 *
 * <p>It keeps what programs see and what is durable apart. Names become durable by {@link
 * #syncDirectory}, bytes by {@link Storage.Sink#sync}, in sectors of 512 bytes, and neither brings
 * the other along. {@link #crash} draws one of the states that a disk could be in afterwards. It is
 * harsher than most file systems: no order is kept between changes that were not synced.
 *
 * <p>Safe for any number of threads, one at a time: one lock guards everything. Mapping copies. A
 * file is at most 2 GiB long.
 */
public final class MemoryStorage implements Storage {
    static final int SECTOR_BYTES = 512;

    private static final int FILE_BYTES_MAX = Integer.MAX_VALUE - 8;
    private static final String LOCATION = "memory";

    /**
     * How a simulated disk behaves.
     *
     * @param capacityBytes how much it holds before it is full
     * @param shortCounts where not null, reads and writes are cut short by chance, as a system may
     *     do
     */
    public record Options(long capacityBytes, @Nullable RandomGenerator shortCounts) {
        /** Without a limit, every read and write as long as was asked. */
        public static final Options DEFAULT = new Options(Long.MAX_VALUE, null);

        public Options {
            if (capacityBytes < 0) {
                throw new IllegalArgumentException("capacityBytes is negative: " + capacityBytes);
            }
        }

        public Options withCapacityBytes(long capacityBytes) {
            return new Options(capacityBytes, shortCounts);
        }

        /** With short counts drawn from {@code seed}. */
        public Options withShortCounts(long seed) {
            return new Options(capacityBytes, new SplittableRandom(seed));
        }
    }

    private record Mapping(String name, MemorySegment.Scope scope) {}

    private final Object guard = new Object();
    private final Map<String, MemoryFile> names;
    private final Map<String, MemoryFile> durableNames;
    private final List<NameChange> unsyncedChanges = new ArrayList<>();
    private final Set<MemorySink> sinks = new HashSet<>();
    private final Set<MemorySource> sources = new HashSet<>();
    private final List<Mapping> mappings = new ArrayList<>();
    private final Set<String> heldLocks = new TreeSet<>();
    private final @Nullable RandomGenerator shortCounts;
    private long capacityBytes;
    private long usedBytes;

    private MemoryStorage(Options options, Map<String, MemoryFile> durable) {
        this.names = new TreeMap<>(durable);
        this.durableNames = new TreeMap<>(durable);
        this.shortCounts = options.shortCounts();
        this.capacityBytes = options.capacityBytes();
        for (MemoryFile file : durable.values()) {
            file.hold();
            usedBytes += file.lengthBytes();
        }
    }

    /** An empty disk with {@link Options#DEFAULT}. */
    public static MemoryStorage create() {
        return create(Options.DEFAULT);
    }

    public static MemoryStorage create(Options options) {
        return new MemoryStorage(options, Map.of());
    }

    /**
     * A new disk that holds what is left of this one after a crash now: what was synced, and of the
     * rest what {@code survival} and {@code random} give. Nothing is open or locked there. This
     * disk is not changed, so that many outcomes can be drawn from one state.
     */
    public MemoryStorage crash(RandomGenerator random, Survival survival) {
        synchronized (guard) {
            Map<String, MemoryFile> survivors = new TreeMap<>(durableNames);
            for (NameChange change : survival.ofNames(unsyncedChanges, random)) {
                change.applyTo(survivors);
            }
            survivors.replaceAll((_, file) -> file.survivor(survival, random));
            Options options =
                    new Options(
                            capacityBytes,
                            shortCounts == null ? null : new SplittableRandom(random.nextLong()));
            return new MemoryStorage(options, survivors);
        }
    }

    /** What is open now, for tests that look for leaks. */
    public OpenHandles openHandles() {
        synchronized (guard) {
            forgetClosedMappings();
            return new OpenHandles(
                    sinks.stream().map(MemorySink::name).sorted().toList(),
                    sources.stream().map(MemorySource::name).sorted().toList(),
                    mappings.stream().map(Mapping::name).sorted().toList(),
                    (int) mappings.stream().map(Mapping::scope).distinct().count(),
                    List.copyOf(heldLocks));
        }
    }

    /** Makes the disk larger or smaller; it may be smaller than what it holds and is full then. */
    public void resize(long newCapacityBytes) {
        synchronized (guard) {
            capacityBytes = new Options(newCapacityBytes, null).capacityBytes();
        }
    }

    /** Puts {@code damage} over the file's bytes from {@code offset}, as a bad disk does. */
    public void damage(String name, long offset, byte... damage) throws IOException {
        synchronized (guard) {
            MemoryFile file = existing(name, "damage");
            if (offset < 0 || offset > file.lengthBytes() - damage.length) {
                throw new IllegalArgumentException(
                        "cannot damage %d bytes at %d of %s, which has %d"
                                .formatted(damage.length, offset, name, file.lengthBytes()));
            }
            file.damage((int) offset, damage);
        }
    }

    /** Loses all of the file's bytes from {@code lengthBytes} on, as a bad disk does. */
    public void truncate(String name, long lengthBytes) throws IOException {
        synchronized (guard) {
            MemoryFile file = existing(name, "truncate");
            if (lengthBytes < 0 || lengthBytes > file.lengthBytes()) {
                throw new IllegalArgumentException(
                        "cannot truncate %s to %d bytes, it has %d"
                                .formatted(name, lengthBytes, file.lengthBytes()));
            }
            usedBytes -= file.lengthBytes() - lengthBytes;
            file.truncate((int) lengthBytes);
        }
    }

    @Override
    public Sink create(String name) throws IOException {
        synchronized (guard) {
            if (names.containsKey(FileName.checked(name))) {
                String path = path(name);
                throw StorageErrors.explained(
                        path, null, "create", new FileAlreadyExistsException(path));
            }
            MemorySink sink = new MemorySink(name, createFile(name));
            sinks.add(sink);
            return sink;
        }
    }

    @Override
    public Source open(String name) throws IOException {
        synchronized (guard) {
            MemorySource source = new MemorySource(name, existing(name, "open"));
            sources.add(source);
            return source;
        }
    }

    @Override
    public MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException {
        synchronized (guard) {
            MemoryFile file = existing(name, "map");
            if (file.lengthBytes() < lengthBytes) {
                throw CorruptFileException.tooShort(path(name), file.lengthBytes(), lengthBytes);
            }
            MemorySegment copy = arena.allocate(lengthBytes, Long.BYTES);
            MemorySegment bytes = MemorySegment.ofBuffer(file.view());
            MemorySegment.copy(bytes, 0, copy, 0, lengthBytes);
            forgetClosedMappings();
            mappings.add(new Mapping(name, copy.scope()));
            return copy.asReadOnly();
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        synchronized (guard) {
            MemoryFile file = existing(from, "rename");
            checkNotHeld(FileName.checked(to), "replace");
            if (from.equals(to)) {
                return;
            }
            names.remove(from);
            MemoryFile replaced = names.put(to, file);
            if (replaced != null) {
                release(replaced);
            }
            unsyncedChanges.add(new NameChange.Renamed(to, file));
        }
    }

    @Override
    public void link(String from, String to) throws IOException {
        synchronized (guard) {
            MemoryFile file = existing(from, "link");
            if (names.containsKey(FileName.checked(to))) {
                String path = path(to);
                throw StorageErrors.explained(
                        path, null, "link", new FileAlreadyExistsException(path));
            }
            file.hold();
            names.put(to, file);
            unsyncedChanges.add(new NameChange.Created(to, file));
        }
    }

    @Override
    public void delete(String name) throws IOException {
        synchronized (guard) {
            MemoryFile file = existing(name, "delete");
            names.remove(name);
            boolean hasOtherName = names.values().stream().anyMatch(other -> other == file);
            release(file);
            unsyncedChanges.add(
                    hasOtherName
                            ? new NameChange.Unlinked(name, file)
                            : new NameChange.Deleted(file));
        }
    }

    @Override
    public void syncDirectory() {
        synchronized (guard) {
            durableNames.clear();
            durableNames.putAll(names);
            unsyncedChanges.clear();
        }
    }

    @Override
    public List<String> list() {
        synchronized (guard) {
            return List.copyOf(names.keySet());
        }
    }

    @Override
    public long usableBytes() {
        synchronized (guard) {
            return Math.max(0, capacityBytes - usedBytes);
        }
    }

    @Override
    public Optional<Closeable> lock(String name) {
        synchronized (guard) {
            if (!heldLocks.add(FileName.checked(name))) {
                return Optional.empty();
            }
            if (!names.containsKey(name)) {
                createFile(name);
            }
            return Optional.of(new HeldLock(name));
        }
    }

    @Override
    public String location() {
        return LOCATION;
    }

    private MemoryFile createFile(String name) {
        MemoryFile file = MemoryFile.empty();
        file.hold();
        names.put(name, file);
        unsyncedChanges.add(new NameChange.Created(name, file));
        return file;
    }

    private MemoryFile existing(String name, String action) throws IOException {
        MemoryFile file = names.get(FileName.checked(name));
        if (file == null) {
            String path = path(name);
            throw StorageErrors.explained(path, null, action, new NoSuchFileException(path));
        }
        checkNotHeld(name, action);
        return file;
    }

    private void checkNotHeld(String name, String action) throws IOException {
        if (heldLocks.contains(name)) {
            throw StorageErrors.failure(path(name), action, "this process holds it as a lock");
        }
    }

    private void release(MemoryFile file) {
        if (file.release()) {
            usedBytes -= file.lengthBytes();
        }
    }

    private void forgetClosedMappings() {
        mappings.removeIf(mapping -> !mapping.scope().isAlive());
    }

    private int shortened(int countBytes) {
        if (shortCounts == null || countBytes <= 1 || shortCounts.nextBoolean()) {
            return countBytes;
        }
        return shortCounts.nextInt(1, countBytes);
    }

    private static String path(String name) {
        return LOCATION + "/" + name;
    }

    private final class HeldLock implements Closeable {
        private final String name;
        private boolean closed;

        HeldLock(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            synchronized (guard) {
                if (!closed) {
                    closed = true;
                    heldLocks.remove(name);
                }
            }
        }
    }

    private final class MemorySink implements LossySink {
        private final String name;
        private final MemoryFile file;

        MemorySink(String name, MemoryFile file) {
            this.name = name;
            this.file = file;
            file.hold();
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            synchronized (guard) {
                checkOpen("write");
                if (!bytes.hasRemaining()) {
                    return 0;
                }
                long fitting = Math.min(usableBytes(), FILE_BYTES_MAX - file.lengthBytes());
                if (fitting == 0) {
                    throw StorageErrors.failure(path(name), "write", StorageErrors.DISK_FULL);
                }
                int countBytes = (int) Math.min(fitting, shortened(bytes.remaining()));
                file.append(bytes, countBytes);
                usedBytes += countBytes;
                return countBytes;
            }
        }

        @Override
        public void sync() throws IOException {
            synchronized (guard) {
                checkOpen("sync");
                file.sync();
            }
        }

        @Override
        public void dropUnsynced() {
            synchronized (guard) {
                file.dropUnsynced();
            }
        }

        @Override
        public void close() {
            synchronized (guard) {
                if (sinks.remove(this)) {
                    release(file);
                }
            }
        }

        private void checkOpen(String action) throws IOException {
            if (!sinks.contains(this)) {
                throw StorageErrors.failure(path(name), action, "the file is closed");
            }
        }
    }

    private final class MemorySource implements Source {
        private final String name;
        private final MemoryFile file;

        MemorySource(String name, MemoryFile file) {
            this.name = name;
            this.file = file;
            file.hold();
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int read(ByteBuffer bytes, long offset) throws IOException {
            synchronized (guard) {
                checkOpen("read");
                if (offset < 0) {
                    throw new IllegalArgumentException("offset is negative: " + offset);
                }
                if (offset >= file.lengthBytes()) {
                    return -1;
                }
                long left = file.lengthBytes() - offset;
                int countBytes = shortened((int) Math.min(left, bytes.remaining()));
                file.read((int) offset, countBytes, bytes);
                return countBytes;
            }
        }

        @Override
        public long lengthBytes() throws IOException {
            synchronized (guard) {
                checkOpen("ask for the length");
                return file.lengthBytes();
            }
        }

        @Override
        public void close() {
            synchronized (guard) {
                if (sources.remove(this)) {
                    release(file);
                }
            }
        }

        private void checkOpen(String action) throws IOException {
            if (!sources.contains(this)) {
                throw StorageErrors.failure(path(name), action, "the file is closed");
            }
        }
    }
}
