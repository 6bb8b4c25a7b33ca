package sluice.storage.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFile;

/**
 * An open file of Hadoop. Reads that go on where the one before ended cost no request of their own.
 *
 * <p>{@code this} guards {@code stream}: one thread reads at a time.
 */
final class HadoopSource implements Storage.Source {
    private final SharedFile file;
    private final FSDataInputStream stream;

    HadoopSource(SharedFile file, FSDataInputStream stream) {
        this.file = file;
        this.stream = stream;
    }

    @Override
    public String name() {
        return file.address();
    }

    @Override
    public int read(ByteBuffer bytes, long offset) throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset is negative: " + offset);
        }
        if (offset >= file.lengthBytes()) {
            return -1;
        }
        return HadoopFiles.call(file.address(), "read the file", () -> readAt(bytes, offset));
    }

    private synchronized int readAt(ByteBuffer bytes, long offset) throws IOException {
        if (stream.getPos() != offset) {
            stream.seek(offset);
        }
        if (bytes.hasArray()) {
            int from = bytes.arrayOffset() + bytes.position();
            int count = stream.read(bytes.array(), from, bytes.remaining());
            bytes.position(bytes.position() + Math.max(count, 0));
            return count;
        }
        byte[] copy = new byte[Math.min(bytes.remaining(), 64 << 10)];
        int count = stream.read(copy, 0, copy.length);
        bytes.put(copy, 0, Math.max(count, 0));
        return count;
    }

    @Override
    public long lengthBytes() {
        return file.lengthBytes();
    }

    @Override
    public synchronized void close() throws IOException {
        stream.close();
    }
}
