package sluice.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import org.jspecify.annotations.Nullable;

/**
 * What callers of a {@link Storage} do again and again: whole reads, whole writes, publishing a
 * file.
 */
public final class StorageFiles {
    /** The ending of a file that is not published yet; such files are garbage after a crash. */
    public static final String TEMPORARY_SUFFIX = ".tmp";

    private StorageFiles() {}

    /** Writes the bytes of a file that is being published. */
    @FunctionalInterface
    public interface Content {
        /** Writes all bytes to {@code sink}, and leaves syncing and closing to the caller. */
        void writeTo(Storage.Sink sink) throws IOException;
    }

    /**
     * Makes the file {@code name} hold {@code content}, in place of what it held, in one step: at
     * any moment and after any crash it holds the old bytes or the new ones, whole. When this
     * returns, the new ones are durable. When it throws, either may be there, and the temporary
     * file is deleted as far as the disk allows; a temporary file of an earlier try is overwritten.
     *
     * <p>One thread at a time may publish under one name.
     */
    public static void publish(Storage storage, String name, Content content) throws IOException {
        String temporary = name + TEMPORARY_SUFFIX;
        Storage.Sink created = createAnew(storage, temporary);
        try {
            try (Storage.Sink sink = created) {
                content.writeTo(sink);
                sink.sync();
            }
            storage.rename(temporary, name);
        } catch (Throwable failure) {
            deleteAfter(failure, storage, temporary);
            throw failure;
        }
        storage.syncDirectory();
    }

    /** Closes all of {@code files}, even if closing one fails; then fails as the first one did. */
    public static void closeAll(Iterable<? extends Closeable> files) throws IOException {
        @Nullable IOException failure = null;
        for (Closeable file : files) {
            try {
                file.close();
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Writes all remaining bytes, however short the single writes are. */
    public static void writeFully(Storage.Sink sink, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (sink.write(bytes) <= 0) {
                throw StorageErrors.failure(sink.name(), "write", "the system takes no more bytes");
            }
        }
    }

    /**
     * Fills all that remains of {@code bytes} with what the file holds from {@code offset}, however
     * short the single reads are. Where the file ends before, it is a {@link CorruptFileException}.
     */
    public static void readFully(Storage.Source source, ByteBuffer bytes, long offset)
            throws IOException {
        long at = offset;
        while (bytes.hasRemaining()) {
            int countBytes = source.read(bytes, at);
            if (countBytes <= 0) {
                throw CorruptFileException.tooShort(source.name(), at, at + bytes.remaining());
            }
            at += countBytes;
        }
    }

    private static Storage.Sink createAnew(Storage storage, String name) throws IOException {
        try {
            return storage.create(name);
        } catch (FileAlreadyExistsException _) {
            storage.delete(name);
            return storage.create(name);
        }
    }

    /** Deletes what a {@code failure} may have left; a second failure is added to the first. */
    public static void deleteAfter(Throwable failure, Storage storage, String name) {
        try {
            storage.delete(name);
        } catch (Throwable second) {
            failure.addSuppressed(second);
        }
    }
}
