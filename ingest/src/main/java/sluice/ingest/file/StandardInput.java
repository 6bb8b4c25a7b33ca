package sluice.ingest.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * The standard input of a load. Its bytes come once: where a load reads its source twice, the first
 * reading leaves a copy in the directory of the store, and the second one reads the copy.
 *
 * <p>The copy has no name while it is used, so that nothing stays of it when the process ends,
 * however that ends. It takes the bytes of the input as they come, packed or not. Safe for any
 * number of threads; one reading at a time.
 */
public final class StandardInput {
    private static final String COPY = "standard-input" + StorageFiles.TEMPORARY_SUFFIX;

    private final InputStream bytes;
    private final boolean isReadTwice;
    private final @Nullable Path directory;
    private boolean isTaken;
    private Storage.@Nullable Source copy;

    /**
     * The standard input whose bytes, from the first on, are {@code bytes}.
     *
     * @param isReadTwice whether a load reads it twice
     * @param directory where the copy may lie, which is there once the input is read; null if none
     *     is known
     */
    public StandardInput(InputStream bytes, boolean isReadTwice, @Nullable Path directory) {
        this.bytes = bytes;
        this.isReadTwice = isReadTwice;
        this.directory = directory;
    }

    /**
     * A reading from the first byte on. Closing the stream leaves standard input open, which
     * belongs to the process.
     */
    public synchronized InputStream open() throws IOException {
        if (isTaken) {
            Storage.Source again = copy;
            if (again == null) {
                throw new IllegalStateException("standard input can be read no more");
            }
            copy = null;
            return new CopyStream(again);
        }
        if (!isReadTwice) {
            isTaken = true;
            return new KeptOpen(bytes);
        }
        if (directory == null) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "-: ids or types are names, which takes two passes, and standard input can be"
                            + " read once; write it to a file and load that");
        }
        isTaken = true;
        Storage storage = DirectoryStorage.open(directory);
        if (storage.list().contains(COPY)) {
            // A process that was killed between the next lines left it.
            storage.delete(COPY);
        }
        Storage.Sink sink = storage.create(COPY);
        copy = storage.open(COPY);
        storage.delete(COPY);
        return new Copying(bytes, sink);
    }

    /** Closing it leaves standard input open. */
    private static class KeptOpen extends FilterInputStream {
        KeptOpen(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return one(this);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return in.read(target, offset, length);
        }

        @Override
        public void close() throws IOException {
            // Standard input belongs to the process.
        }
    }

    /** Writes down what it reads. */
    private static final class Copying extends KeptOpen {
        private final Storage.Sink sink;

        Copying(InputStream in, Storage.Sink sink) {
            super(in);
            this.sink = sink;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = in.read(target, offset, length);
            if (count > 0) {
                StorageFiles.writeFully(sink, ByteBuffer.wrap(target, offset, count));
            }
            return count;
        }

        @Override
        public void close() throws IOException {
            sink.close();
        }
    }

    private static final class CopyStream extends InputStream {
        private final Storage.Source source;
        private long position;

        CopyStream(Storage.Source source) {
            this.source = source;
        }

        @Override
        public int read() throws IOException {
            return one(this);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            int count = source.read(ByteBuffer.wrap(target, offset, length), position);
            position += Math.max(count, 0);
            return count;
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }

    /** One byte by way of an array, so that every byte takes the same way. */
    private static int one(InputStream from) throws IOException {
        byte[] one = new byte[1];
        return from.read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }
}
