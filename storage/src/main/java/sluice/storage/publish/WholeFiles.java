package sluice.storage.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/** Reads and publishes small files whole, also where answers get lost. */
public final class WholeFiles {
    private static final int ATTEMPTS_MAX = 5;

    private WholeFiles() {}

    /** A request that may fail in passing. */
    private interface Request<T> {
        T make() throws IOException;
    }

    /** Makes a request up to {@value #ATTEMPTS_MAX} times; a missing file is no failure of it. */
    private static <T> T withAttempts(Request<T> request) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return request.make();
            } catch (NoSuchFileException e) {
                throw e;
            } catch (IOException e) {
                if (attempt == ATTEMPTS_MAX) {
                    throw e;
                }
            }
        }
    }

    /** All bytes of the file, or empty if it is missing; longer than {@code bytesMax} fails. */
    public static Optional<byte[]> read(PublishedFiles files, String name, int bytesMax)
            throws IOException {
        try {
            return Optional.of(withAttempts(() -> readOnce(files, name, bytesMax)));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** Whether there is such a file. */
    public static boolean isThere(PublishedFiles files, String name) throws IOException {
        try (Storage.Source _ = withAttempts(() -> files.open(name))) {
            return true;
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /** As {@link PublishedFiles#list}. */
    public static List<String> list(PublishedFiles files, String prefix) throws IOException {
        return withAttempts(() -> files.list(prefix));
    }

    private static byte[] readOnce(PublishedFiles files, String name, int bytesMax)
            throws IOException {
        try (Storage.Source source = files.open(name)) {
            long length = source.lengthBytes();
            if (length > bytesMax) {
                throw new IOException(
                        "%s/%s has %d bytes, expected %d at most"
                                .formatted(files.location(), name, length, bytesMax));
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) length);
            StorageFiles.readFully(source, bytes, 0);
            return bytes.array();
        }
    }

    /**
     * Publishes {@code content}, which must tell its writer from all others, if the name is free.
     * When this returns it is there and durable; a {@link FileAlreadyExistsException} says that
     * other bytes are. After any answer but that it was done the file is read back: an own success
     * whose answer was lost comes back as a refusal, as a missing upload, or as any failure.
     */
    public static void publishIfAbsent(PublishedFiles files, String name, byte[] content)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                publishOnce(files, name, PublishedFiles.Mode.IF_ABSENT, content);
                return;
            } catch (IOException e) {
                Optional<byte[]> found = read(files, name, Integer.MAX_VALUE - 8);
                if (found.isPresent()) {
                    if (Arrays.equals(found.get(), content)) {
                        return;
                    }
                    throw e instanceof FileAlreadyExistsException ? e : taken(files, name, e);
                }
                if (attempt == ATTEMPTS_MAX) {
                    throw e;
                }
            }
        }
    }

    private static IOException taken(PublishedFiles files, String name, IOException cause) {
        FileAlreadyExistsException failure =
                new FileAlreadyExistsException(
                        files.location() + "/" + name, null, "cannot publish: it exists already");
        failure.initCause(cause);
        return failure;
    }

    /** Publishes {@code content} in place of what has the name; tries again where that fails. */
    public static void replace(PublishedFiles files, String name, byte[] content)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                publishOnce(files, name, PublishedFiles.Mode.REPLACE, content);
                return;
            } catch (IOException e) {
                // A missing upload, too, may be an own success.
                if (attempt == ATTEMPTS_MAX) {
                    throw e;
                }
            }
        }
    }

    /** Publishes {@code content} by one request; says what the place says. */
    static void publishOnce(
            PublishedFiles files, String name, PublishedFiles.Mode mode, byte[] content)
            throws IOException {
        try (PublishedFiles.Draft draft = files.begin(name, mode)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                if (draft.write(bytes) <= 0) {
                    throw new IOException(
                            "%s/%s: cannot write: no more bytes are taken"
                                    .formatted(files.location(), name));
                }
            }
            draft.publish();
        }
    }
}
