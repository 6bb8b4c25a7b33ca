package sluice.segment;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * A file that is written from beginning to end through one buffer, with the checksums of its
 * pieces. Belongs to one thread; the file is called {@code name.tmp} until it is published.
 */
final class OutputFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 512 << 10;

    private final Storage storage;
    private final String name;
    private final Storage.Sink sink;
    private final CRC32C crc = new CRC32C();
    private Arena arena = Arena.ofConfined();
    private MemorySegment buffer;
    private ByteBuffer bytes;
    private long flushedBytes;
    private int used;

    OutputFile(Storage storage, String name) throws IOException {
        this.storage = storage;
        this.name = name;
        this.buffer = arena.allocate(BUFFER_BYTES, 64);
        this.bytes = buffer.asByteBuffer();
        Storage.Sink created;
        try {
            created = storage.create(name + StorageFiles.TEMPORARY_SUFFIX);
        } catch (Throwable failure) {
            arena.close();
            throw failure;
        }
        this.sink = created;
    }

    /** How long the file is so far. */
    long offset() {
        return flushedBytes + used;
    }

    /** Makes room for {@code length} bytes; they go to {@link #buffer} at {@link #position}. */
    void reserve(long length) throws IOException {
        if (used + length > buffer.byteSize()) {
            flush();
            if (length > buffer.byteSize()) {
                Arena larger = Arena.ofConfined();
                buffer = larger.allocate(Bytes.align8(length), 64);
                bytes = buffer.asByteBuffer();
                arena.close();
                arena = larger;
            }
        }
    }

    MemorySegment buffer() {
        return buffer;
    }

    int position() {
        return used;
    }

    /** Takes the next {@code length} bytes of the buffer as written; returns their CRC32C. */
    int advance(int length) {
        bytes.limit(used + length).position(used);
        crc.reset();
        crc.update(bytes);
        used += length;
        return (int) crc.getValue();
    }

    void flush() throws IOException {
        bytes.limit(used).position(0);
        StorageFiles.writeFully(sink, bytes);
        flushedBytes += used;
        used = 0;
    }

    /** Frees the buffer and returns the file, written but neither durable nor visible yet. */
    PendingFile finish(int checksum) throws IOException {
        flush();
        arena.close();
        return new PendingFile(storage, name, sink, flushedBytes, checksum);
    }

    /** Gives the file up: closes and deletes it. Not after {@link #finish}. */
    @Override
    public void close() throws IOException {
        arena.close();
        try {
            sink.close();
        } finally {
            storage.delete(name + StorageFiles.TEMPORARY_SUFFIX);
        }
    }
}
