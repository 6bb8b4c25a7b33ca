package sluice.storage;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Storage} that is one directory of the file system.
 *
 * <p>Costs what the system calls cost. On Windows, which cannot sync a directory, {@link
 * #syncDirectory} does nothing and a rename is as durable as the file system makes it.
 *
 * <p>It stays with the directory that it was opened on: what another process puts in its place is
 * not taken for it, where the file system tells directories apart. Once it was missed it is gone,
 * as the number of a removed one may be given to the next ({@link DirectoryGoneException}).
 */
public final class DirectoryStorage implements Storage {
    /**
     * The most that one call passes on from a heap buffer. Java copies such bytes into a direct
     * buffer of the same size and keeps that with the thread, outside every memory limit of ours.
     */
    private static final int HEAP_BYTES_MAX = 1 << 20;

    private static final boolean DIRECTORIES_CAN_BE_SYNCED =
            !System.getProperty("os.name").startsWith("Windows");

    /**
     * The lock files that this process holds, guarded by itself. POSIX drops a lock as soon as the
     * process closes any descriptor of that file, so a held one must not be opened a second time.
     */
    private static final Set<Path> HELD_LOCKS = new HashSet<>();

    private final Path directory;

    /** What the system tells it by; null where it does not, or there was none. */
    private final @Nullable Object key;

    private volatile boolean isGone;

    private DirectoryStorage(Path directory) {
        this.directory = directory;
        this.key = key(directory);
    }

    private static @Nullable Object key(Path directory) {
        try {
            return Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
        } catch (IOException _) {
            return null;
        }
    }

    private void checkPresent() throws DirectoryGoneException {
        if (key != null && (isGone || !key.equals(key(directory)))) {
            isGone = true;
            throw new DirectoryGoneException(directory.toString());
        }
    }

    /** The storage in {@code directory}, which must exist. */
    public static DirectoryStorage open(Path directory) {
        return new DirectoryStorage(directory);
    }

    /** The storage in {@code directory}, which is created where it does not exist. */
    public static DirectoryStorage create(Path directory) throws IOException {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw StorageErrors.explained(directory.toString(), null, "create the directory", e);
        }
        return new DirectoryStorage(directory);
    }

    @Override
    public Sink create(String name) throws IOException {
        Path path = path(name);
        checkPresent();
        try {
            return new ChannelSink(
                    path,
                    FileChannel.open(
                            path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
        } catch (IOException e) {
            throw explained(path, "create", e);
        }
    }

    @Override
    public Source open(String name) throws IOException {
        Path path = path(name);
        checkPresent();
        return new ChannelSource(path, openForReading(path, "open"));
    }

    @Override
    public MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException {
        Path path = path(name);
        checkPresent();
        FileChannel channel = openForReading(path, "map");
        try (channel) {
            if (channel.size() < lengthBytes) {
                throw CorruptFileException.tooShort(path.toString(), channel.size(), lengthBytes);
            }
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, lengthBytes, arena);
        } catch (CorruptFileException e) {
            throw e;
        } catch (IOException e) {
            throw explained(path, "map", e);
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Path source = path(from);
        Path target = path(to);
        checkPresent();
        checkNotHeld(source, "rename");
        checkNotHeld(target, "replace");
        try {
            Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException(
                    "%s: cannot rename to %s: the file system cannot do it in one step"
                            .formatted(source, target),
                    e);
        } catch (IOException e) {
            throw StorageErrors.explained(source.toString(), target.toString(), "rename", e);
        }
    }

    @Override
    public void link(String from, String to) throws IOException {
        Path source = path(from);
        Path target = path(to);
        checkPresent();
        checkNotHeld(source, "link");
        try {
            Files.createLink(target, source);
        } catch (UnsupportedOperationException e) {
            throw new IOException(
                    "%s: cannot link as %s: the file system has no second names for a file"
                            .formatted(source, target),
                    e);
        } catch (IOException e) {
            boolean isTaken = e instanceof FileAlreadyExistsException;
            throw isTaken
                    ? explained(target, "link", e)
                    : StorageErrors.explained(source.toString(), target.toString(), "link", e);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Path path = path(name);
        checkPresent();
        checkNotHeld(path, "delete");
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw explained(path, "delete", e);
        }
    }

    @Override
    public void syncDirectory() throws IOException {
        if (!DIRECTORIES_CAN_BE_SYNCED) {
            return;
        }
        checkPresent();
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            throw explained(directory, "sync the directory", e);
        }
    }

    @Override
    public List<String> list() throws IOException {
        checkPresent();
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw explained(directory, "list the directory", Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw explained(directory, "list the directory", e);
        }
    }

    @Override
    public long usableBytes() throws IOException {
        try {
            return FreeSpace.usableBytes(directory);
        } catch (IOException e) {
            throw explained(directory, "ask for the free space", e);
        }
    }

    @Override
    public Optional<Closeable> lock(String name) throws IOException {
        Path path = path(name);
        checkPresent();
        synchronized (HELD_LOCKS) {
            if (isHeld(path)) {
                return Optional.empty();
            }
            try {
                return takeLock(path);
            } catch (IOException e) {
                throw explained(path, "lock", e);
            }
        }
    }

    @Override
    public String location() {
        return directory.toString();
    }

    private Path path(String name) {
        return directory.resolve(FileName.checked(name));
    }

    private static FileChannel openForReading(Path path, String action) throws IOException {
        checkNotHeld(path, action);
        try {
            if (Files.isDirectory(path)) {
                throw new NoSuchFileException(path.toString());
            }
            return FileChannel.open(path, StandardOpenOption.READ);
        } catch (IOException e) {
            throw explained(path, action, e);
        }
    }

    private static Optional<Closeable> takeLock(Path path) throws IOException {
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        try {
            if (channel.tryLock() != null) {
                Path held = path.toRealPath();
                HELD_LOCKS.add(held);
                return Optional.of(new HeldLock(held, channel));
            }
        } catch (OverlappingFileLockException _) {
            // Held by other code of this process: the same answer as for another process.
        } catch (Throwable failure) {
            channel.close();
            throw failure;
        }
        channel.close();
        return Optional.empty();
    }

    private static void checkNotHeld(Path path, String action) throws IOException {
        synchronized (HELD_LOCKS) {
            if (isHeld(path)) {
                throw StorageErrors.failure(
                        path.toString(), action, "this process holds it as a lock");
            }
        }
    }

    private static boolean isHeld(Path path) throws IOException {
        for (Path held : HELD_LOCKS) {
            if (held.endsWith(path.getFileName())
                    && Files.exists(path)
                    && Files.isSameFile(held, path)) {
                return true;
            }
        }
        return false;
    }

    private static IOException explained(Path path, String action, IOException cause) {
        return StorageErrors.explained(path.toString(), null, action, cause);
    }

    private record HeldLock(Path path, FileChannel channel) implements Closeable {
        @Override
        public void close() throws IOException {
            synchronized (HELD_LOCKS) {
                if (channel.isOpen()) {
                    channel.close();
                    HELD_LOCKS.remove(path);
                }
            }
        }
    }

    private record ChannelSink(Path path, FileChannel channel) implements Sink {
        @Override
        public String name() {
            return path.getFileName().toString();
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            int limit = bytes.limit();
            shorten(bytes);
            try {
                return channel.write(bytes);
            } catch (IOException e) {
                throw explained(path, "write", e);
            } finally {
                bytes.limit(limit);
            }
        }

        @Override
        public void sync() throws IOException {
            try {
                channel.force(true);
            } catch (IOException e) {
                throw explained(path, "sync", e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                channel.close();
            } catch (IOException e) {
                throw explained(path, "close", e);
            }
        }
    }

    private record ChannelSource(Path path, FileChannel channel) implements Source {
        @Override
        public String name() {
            return path.getFileName().toString();
        }

        @Override
        public int read(ByteBuffer bytes, long offset) throws IOException {
            int limit = bytes.limit();
            shorten(bytes);
            try {
                return channel.read(bytes, offset);
            } catch (IOException e) {
                throw explained(path, "read", e);
            } finally {
                bytes.limit(limit);
            }
        }

        @Override
        public long lengthBytes() throws IOException {
            try {
                return channel.size();
            } catch (IOException e) {
                throw explained(path, "ask for the length", e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                channel.close();
            } catch (IOException e) {
                throw explained(path, "close", e);
            }
        }
    }

    private static void shorten(ByteBuffer bytes) {
        if (!bytes.isDirect() && bytes.remaining() > HEAP_BYTES_MAX) {
            bytes.limit(bytes.position() + HEAP_BYTES_MAX);
        }
    }
}
