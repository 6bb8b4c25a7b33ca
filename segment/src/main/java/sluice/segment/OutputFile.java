package sluice.segment;

import java.io.IOException;
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
    private byte[] buffer = new byte[BUFFER_BYTES];
    private long flushedBytes;
    private int used;

    OutputFile(Storage storage, String name) throws IOException {
        this.storage = storage;
        this.name = name;
        this.sink = storage.create(name + StorageFiles.TEMPORARY_SUFFIX);
    }

    /** How long the file is so far. */
    long offset() {
        return flushedBytes + used;
    }

    /** Makes room for {@code length} bytes; they go to {@link #buffer} at {@link #position}. */
    void reserve(long length) throws IOException {
        if (used + length > buffer.length) {
            flush();
            if (length > buffer.length) {
                buffer = new byte[Math.toIntExact(length)];
            }
        }
    }

    byte[] buffer() {
        return buffer;
    }

    int position() {
        return used;
    }

    /** Takes the next {@code length} bytes of the buffer as written; returns their CRC32C. */
    int advance(int length) {
        crc.reset();
        crc.update(buffer, used, length);
        used += length;
        return (int) crc.getValue();
    }

    void flush() throws IOException {
        StorageFiles.writeFully(sink, ByteBuffer.wrap(buffer, 0, used));
        flushedBytes += used;
        used = 0;
    }

    /** Returns a file without rows, written but neither durable nor visible yet. */
    PendingFile finish(int checksum) throws IOException {
        return finish(checksum, RowsByKind.NONE);
    }

    /** Returns the file, written but neither durable nor visible yet. */
    PendingFile finish(int checksum, RowsByKind rows) throws IOException {
        flush();
        return new PendingFile(storage, name, sink, flushedBytes, checksum, rows);
    }

    /** Gives the file up: closes and deletes it. Not after {@link #finish}. */
    @Override
    public void close() throws IOException {
        try {
            sink.close();
        } finally {
            storage.delete(name + StorageFiles.TEMPORARY_SUFFIX);
        }
    }
}
