package sluice.storage;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Files of another storage under other names: each call goes on with the real name. Which files
 * there are, {@link #list}, is for the subclass to say. Thread-safe as the other storage is.
 */
public abstract class NamedStorage implements Storage {
    private final Storage files;

    protected NamedStorage(Storage files) {
        this.files = files;
    }

    /** The real name of the file {@code name}. */
    protected abstract String named(String name);

    @Override
    public Sink create(String name) throws IOException {
        return files.create(named(name));
    }

    @Override
    public Source open(String name) throws IOException {
        return files.open(named(name));
    }

    @Override
    public Source open(FileEntry entry) throws IOException {
        return files.open(
                new FileEntry(named(entry.name()), entry.lengthBytes(), entry.checksum()));
    }

    @Override
    public MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException {
        return files.map(named(name), lengthBytes, arena);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        files.rename(named(from), named(to));
    }

    @Override
    public void link(String from, String to) throws IOException {
        files.link(named(from), named(to));
    }

    @Override
    public void delete(String name) throws IOException {
        files.delete(named(name));
    }

    @Override
    public void syncDirectory() throws IOException {
        files.syncDirectory();
    }

    @Override
    public long usableBytes() throws IOException {
        return files.usableBytes();
    }

    /** Locks have their own names in both. */
    @Override
    public Optional<Closeable> lock(String name) throws IOException {
        return files.lock(name);
    }

    @Override
    public String location() {
        return files.location();
    }

    @Override
    public Optional<BlockMemory> blockMemory() {
        return files.blockMemory();
    }
}
