package sluice.cli.logs;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A log file that is renamed when it is long: {@code FILE} becomes {@code FILE.1}, that one {@code
 * FILE.2}, and what is older than the last is deleted. Bytes go to the end of the file that has the
 * name now, so that other programs may rename, delete or truncate it, as {@code logrotate} does, at
 * any time. A file that cannot be renamed goes on growing, and only a regular file is renamed. One
 * thread at a time; of several processes each needs a file of its own.
 *
 * <p>Cost: two calls of the system a record, to see which file has the name and to write. Nothing
 * is synced: a log is not a store.
 */
final class RotatedFile implements LogSink {
    private static final byte[] LINE_END = "\n".getBytes(StandardCharsets.US_ASCII);

    private final Path file;
    private final long sizeMax;
    private final int keep;

    /** Not a channel: an interrupt of the thread that logs would close one. */
    private @Nullable FileOutputStream stream;

    private @Nullable Object identity;

    /** Below it nothing is renamed; raised by a rename that failed. */
    private long renameFrom;

    /** Whether the last record may be there in part. */
    private boolean isTorn;

    RotatedFile(Path file, long sizeMax, int keep) throws IOException {
        this.file = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        this.sizeMax = sizeMax;
        this.keep = keep;
    }

    @Override
    public void write(byte[] records) throws IOException {
        IOException notRenamed = null;
        BasicFileAttributes now = attributes();
        if (now != null && isTooLong(now, records.length)) {
            close();
            try {
                rotate();
                renameFrom = 0;
            } catch (IOException e) {
                renameFrom = now.size() + sizeMax;
                notRenamed = e;
            }
            now = attributes();
        }
        append(now, records);
        if (notRenamed != null) {
            throw notRenamed;
        }
    }

    private boolean isTooLong(BasicFileAttributes now, int length) {
        return now.isRegularFile()
                && now.size() > 0
                && now.size() + length > sizeMax
                && now.size() >= renameFrom;
    }

    private void append(@Nullable BasicFileAttributes now, byte[] records) throws IOException {
        try {
            FileOutputStream current = current(now);
            if (isTorn) {
                current.write(LINE_END);
                isTorn = false;
            }
            current.write(records);
        } catch (IOException e) {
            isTorn = stream != null;
            close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        FileOutputStream last = stream;
        stream = null;
        if (last != null) {
            last.close();
        }
    }

    /** The file that has the name now; a new one if nothing has. */
    private FileOutputStream current(@Nullable BasicFileAttributes now) throws IOException {
        FileOutputStream open = stream;
        if (open != null && identity != null && identity.equals(keyOf(now))) {
            return open;
        }
        close();
        open = new FileOutputStream(file.toFile(), true);
        stream = open;
        // Another program may have come between: what did not change is the file that is open.
        Object before = keyOf(now);
        identity = before != null && before.equals(keyOf(attributes())) ? before : null;
        return open;
    }

    private static @Nullable Object keyOf(@Nullable BasicFileAttributes attributes) {
        return attributes == null ? null : attributes.fileKey();
    }

    private @Nullable BasicFileAttributes attributes() throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** The file itself is renamed first: where that fails, the older ones stay as they are. */
    private void rotate() throws IOException {
        Path leaving = file.resolveSibling(file.getFileName() + ".leaving");
        Files.move(file, leaving, StandardCopyOption.ATOMIC_MOVE);
        if (keep == 0) {
            Files.delete(leaving);
            return;
        }
        Files.deleteIfExists(numbered(keep));
        for (int number = keep; number > 1; number--) {
            Path older = numbered(number - 1);
            if (Files.exists(older)) {
                Files.move(older, numbered(number), StandardCopyOption.ATOMIC_MOVE);
            }
        }
        Files.move(leaving, numbered(1), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path numbered(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }
}
