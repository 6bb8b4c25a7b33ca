package sluice.storage.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import org.apache.hadoop.fs.FSDataInputStream;
import sluice.model.UnreachableException;
import sluice.storage.Storage;
import sluice.storage.publish.ChangedFileException;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;

/**
 * An open file of Hadoop. Reads that go on where the one before ended cost no request of their own.
 *
 * <p>{@code this} guards {@code stream}: one thread reads at a time.
 */
final class HadoopSource implements Storage.Source {
    private final SharedFiles files;
    private final SharedFile file;
    private final FSDataInputStream stream;

    HadoopSource(SharedFiles files, SharedFile file, FSDataInputStream stream) {
        this.files = files;
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
        try {
            return HadoopErrors.call(file.address(), "read the file", () -> readAt(bytes, offset));
        } catch (UnreachableException away) {
            throw away;
        } catch (IOException failure) {
            throwIfChanged(failure);
            throw failure;
        }
    }

    /** Blocks of a file that was deleted or replaced are gone, which no error of HDFS says. */
    private void throwIfChanged(IOException failure) throws IOException {
        SharedFile now =
                files.find(file.address())
                        .orElseThrow(() -> new NoSuchFileException(file.address()));
        if (!now.equals(file)) {
            ChangedFileException changed = new ChangedFileException(file.address());
            changed.initCause(failure);
            throw changed;
        }
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
