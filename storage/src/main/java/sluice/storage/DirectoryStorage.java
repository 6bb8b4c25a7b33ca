package sluice.storage;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A {@link Storage} that is one directory of the file system. Costs what the system calls cost. */
public final class DirectoryStorage implements Storage {
    private final Path directory;

    private DirectoryStorage(Path directory) {
        this.directory = directory;
    }

    /** The storage in {@code directory}, which must exist. */
    public static DirectoryStorage open(Path directory) {
        return new DirectoryStorage(directory);
    }

    /** The storage in {@code directory}, which is created where it does not exist. */
    public static DirectoryStorage create(Path directory) throws IOException {
        Files.createDirectories(directory);
        return new DirectoryStorage(directory);
    }

    @Override
    public Sink create(String name) throws IOException {
        return new ChannelSink(FileChannel.open(
                path(name), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
    }

    @Override
    public Source open(String name) throws IOException {
        return new ChannelSource(FileChannel.open(path(name), StandardOpenOption.READ));
    }

    @Override
    public MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException {
        try (FileChannel channel = FileChannel.open(path(name), StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, lengthBytes, arena);
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        try {
            Files.move(path(from), path(to), StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException("the file system cannot rename in one step: " + path(to), e);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Files.delete(path(name));
    }

    @Override
    public void syncDirectory() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @Override
    public long usableBytes() throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    @Override
    public Optional<Closeable> lock(String name) throws IOException {
        FileChannel channel =
                FileChannel.open(path(name), StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
                return Optional.empty();
            }
            return Optional.of(channel);
        } catch (OverlappingFileLockException e) {
            channel.close();
            return Optional.empty();
        } catch (Throwable failure) {
            channel.close();
            throw failure;
        }
    }

    @Override
    public String location() {
        return directory.toString();
    }

    private Path path(String name) {
        return directory.resolve(name);
    }

    private record ChannelSink(FileChannel channel) implements Sink {
        @Override
        public int write(ByteBuffer bytes) throws IOException {
            return channel.write(bytes);
        }

        @Override
        public void sync() throws IOException {
            channel.force(true);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private record ChannelSource(FileChannel channel) implements Source {
        @Override
        public int read(ByteBuffer bytes, long offset) throws IOException {
            return channel.read(bytes, offset);
        }

        @Override
        public long lengthBytes() throws IOException {
            return channel.size();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
