package sluice.readonly.node;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import sluice.storage.Storage;

/** A disk that another program fills, and frees again, while a node runs. Thread-safe. */
final class FillingDisk implements Storage {
    private final Storage disk;

    /** Files whose names begin so find no room. */
    private volatile Optional<String> full = Optional.empty();

    private volatile boolean isFullSeen;

    FillingDisk(Storage disk) {
        this.disk = disk;
    }

    /** Leaves no room for files that begin with {@code prefix}, and says so to no one before. */
    void fill(String prefix, boolean isNowSeen) {
        full = Optional.of(prefix);
        isFullSeen = isNowSeen;
    }

    void free() {
        full = Optional.empty();
        isFullSeen = false;
    }

    private void write(String name) throws IOException {
        if (full.filter(name::startsWith).isPresent()) {
            throw new IOException(
                    "%s/%s: cannot write: No space left on device".formatted(location(), name));
        }
    }

    @Override
    public Sink create(String name) throws IOException {
        Sink sink = disk.create(name);
        return new Sink() {
            @Override
            public String name() {
                return sink.name();
            }

            @Override
            public int write(ByteBuffer bytes) throws IOException {
                FillingDisk.this.write(name);
                return sink.write(bytes);
            }

            @Override
            public void sync() throws IOException {
                sink.sync();
            }

            @Override
            public void close() throws IOException {
                sink.close();
            }
        };
    }

    @Override
    public long usableBytes() throws IOException {
        return isFullSeen ? 0 : disk.usableBytes();
    }

    @Override
    public Source open(String name) throws IOException {
        return disk.open(name);
    }

    @Override
    public MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException {
        return disk.map(name, lengthBytes, arena);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        disk.rename(from, to);
    }

    @Override
    public void link(String from, String to) throws IOException {
        disk.link(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        disk.delete(name);
    }

    @Override
    public void syncDirectory() throws IOException {
        disk.syncDirectory();
    }

    @Override
    public List<String> list() throws IOException {
        return disk.list();
    }

    @Override
    public Optional<Closeable> lock(String name) throws IOException {
        return disk.lock(name);
    }

    @Override
    public String location() {
        return disk.location();
    }
}
