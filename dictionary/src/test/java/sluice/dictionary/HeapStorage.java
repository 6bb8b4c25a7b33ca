package sluice.dictionary;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import sluice.dictionary.table.NameBytes;
import sluice.storage.Storage;

/**
 * Files in a map, whose reads and writes are short as often as not and whose bytes can be changed.
 */
final class HeapStorage implements Storage {
    private final TreeMap<String, byte[]> files = new TreeMap<>();
    private int calls;

    synchronized byte[] bytes(String name) throws IOException {
        byte[] bytes = files.get(name);
        if (bytes == null) {
            throw new NoSuchFileException(name);
        }
        return bytes;
    }

    synchronized void put(String name, byte[] bytes) {
        files.put(name, bytes);
    }

    @Override
    public synchronized Sink create(String name) throws IOException {
        if (files.containsKey(name)) {
            throw new IOException("exists: " + name);
        }
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        files.put(name, new byte[0]);
        return new Sink() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public int write(ByteBuffer bytes) {
                byte[] some = new byte[shorten(bytes.remaining())];
                bytes.get(some);
                written.writeBytes(some);
                return some.length;
            }

            @Override
            public void sync() {}

            @Override
            public void close() {
                synchronized (HeapStorage.this) {
                    if (files.get(name) instanceof byte[] bytes && bytes.length == 0) {
                        files.put(name, written.toByteArray());
                    }
                }
            }
        };
    }

    @Override
    public Source open(String name) throws IOException {
        bytes(name);
        return new Source() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public int read(ByteBuffer target, long offset) throws IOException {
                byte[] bytes = bytes(name);
                if (offset >= bytes.length) {
                    return -1;
                }
                int length = shorten((int) Math.min(target.remaining(), bytes.length - offset));
                target.put(bytes, (int) offset, length);
                return length;
            }

            @Override
            public long lengthBytes() throws IOException {
                return bytes(name).length;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException {
        return arena.allocateFrom(NameBytes.BYTE, bytes(name)).asSlice(0, lengthBytes).asReadOnly();
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        byte[] bytes = bytes(from);
        files.remove(from);
        files.put(to, bytes);
    }

    @Override
    public synchronized void link(String from, String to) throws IOException {
        byte[] bytes = bytes(from);
        if (files.putIfAbsent(to, bytes) != null) {
            throw new IOException("exists: " + to);
        }
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        bytes(name);
        files.remove(name);
    }

    @Override
    public void syncDirectory() {}

    @Override
    public synchronized List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public long usableBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public Optional<Closeable> lock(String name) {
        return Optional.of(() -> Objects.requireNonNull(name));
    }

    @Override
    public String location() {
        return "heap";
    }

    private synchronized int shorten(int length) {
        return length > 1 && calls++ % 2 == 0 ? length - length / 3 : length;
    }
}
