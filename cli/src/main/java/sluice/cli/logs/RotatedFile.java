package sluice.cli.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A log file that is renamed when it is long: {@code FILE} becomes {@code FILE.1}, that one {@code
 * FILE.2}, and what is older than the last is deleted. Bytes go to the end of the file that has the
 * name now, so that other programs may rename, delete or truncate it, as {@code logrotate} does, at
 * any time. One thread at a time.
 *
 * <p>Cost: two calls of the system a record, to see which file has the name and to write. Nothing
 * is synced: a log is not a store.
 */
final class RotatedFile implements LogSink {
    private final Path file;
    private final long sizeMax;
    private final int keep;
    private @Nullable FileChannel channel;
    private @Nullable Object identity;

    RotatedFile(Path file, long sizeMax, int keep) {
        this.file = file.toAbsolutePath();
        this.sizeMax = sizeMax;
        this.keep = keep;
    }

    @Override
    public void write(byte[] records) throws IOException {
        FileChannel current = current();
        long size = current.size();
        if (size > 0 && size + records.length > sizeMax) {
            close();
            rotate();
            current = current();
        }
        ByteBuffer bytes = ByteBuffer.wrap(records);
        while (bytes.hasRemaining()) {
            current.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        FileChannel last = channel;
        channel = null;
        if (last != null) {
            last.close();
        }
    }

    /** The file that has the name now, which is made where there is none. */
    private FileChannel current() throws IOException {
        if (channel != null && Objects.equals(identity, identityNow())) {
            return channel;
        }
        close();
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        identity = identityNow();
        return channel;
    }

    private @Nullable Object identityNow() throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private void rotate() throws IOException {
        Files.deleteIfExists(numbered(keep));
        for (int i = keep; i > 0; i--) {
            Path older = numbered(i - 1);
            if (Files.exists(older)) {
                Files.move(older, numbered(i), StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    private Path numbered(int number) {
        return number == 0 ? file : file.resolveSibling(file.getFileName() + "." + number);
    }
}
