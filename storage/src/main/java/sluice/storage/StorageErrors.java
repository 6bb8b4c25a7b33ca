package sluice.storage;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the {@link IOException}s of a storage say, and what they mean.
 *
 * <p>Java reports a failed write as the bare text of the system ("No space left on device"),
 * without the file. Every storage passes its failures through here, so that a message reads {@code
 * /data/store/run-3.tmp: cannot write: No space left on device}.
 */
public final class StorageErrors {
    /** The texts for EMFILE and ENFILE begin so. */
    public static final String OPEN_FILES = "Too many open files";

    static final String DISK_FULL = "No space left on device";
    static final String INPUT_OUTPUT = "Input/output error";

    /**
     * The texts for ENOSPC, EFBIG and EDQUOT, and that of Windows: Java does not pass on the
     * number.
     */
    private static final List<String> DISK_FULL_TEXTS =
            List.of(
                    DISK_FULL,
                    "File too large",
                    "Disk quota exceeded",
                    "There is not enough space on the disk");

    private StorageErrors() {}

    /**
     * True when {@code failure} came of a full disk, a quota or a limit on the length of files, so
     * that freeing space and repeating may help. Knows the system's messages in English only: the
     * process is to be started with {@code LC_MESSAGES=C}.
     */
    public static boolean isDiskFull(IOException failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            String message = at.getMessage();
            if (at instanceof IOException
                    && message != null
                    && DISK_FULL_TEXTS.stream().anyMatch(message::contains)) {
                return true;
            }
        }
        return false;
    }

    /**
     * True when {@code failure} came of the limit on open files, whatever was told of it since, so
     * that raising it and repeating may help. Knows the system's messages in English only, as
     * above.
     */
    public static boolean isOutOfOpenFiles(@Nullable Throwable failure) {
        if (failure == null) {
            return false;
        }
        String message = failure.getMessage();
        return (message != null && message.contains(OPEN_FILES))
                || isOutOfOpenFiles(failure.getCause())
                || Arrays.stream(failure.getSuppressed()).anyMatch(StorageErrors::isOutOfOpenFiles);
    }

    /** The failure {@code reason} of {@code action} on {@code file}, as a storage throws it. */
    static FileSystemException failure(String file, String action, String reason) {
        return new FileSystemException(file, null, text(action, reason));
    }

    /**
     * Tells {@code cause} again with the file, the action and words for a user. The kinds that
     * callers tell apart (missing, exists, access denied) stay what they are.
     */
    static IOException explained(
            String file, @Nullable String other, String action, IOException cause) {
        FileSystemException explained =
                switch (cause) {
                    case NoSuchFileException _ ->
                            new NoSuchFileException(
                                    file, other, text(action, "no such file or directory"));
                    case FileAlreadyExistsException _ ->
                            new FileAlreadyExistsException(
                                    file, other, text(action, "it exists already"));
                    case AccessDeniedException _ ->
                            new AccessDeniedException(
                                    file,
                                    other,
                                    text(action, "access denied; check the owner and the rights"));
                    case ClosedByInterruptException _ ->
                            new FileSystemException(
                                    file,
                                    other,
                                    text(action, "an interrupt of the thread closed the file"));
                    case ClosedChannelException _ ->
                            new FileSystemException(
                                    file, other, text(action, "the file is closed"));
                    default -> new FileSystemException(file, other, text(action, reason(cause)));
                };
        explained.initCause(cause);
        return explained;
    }

    private static String text(String action, String reason) {
        return "cannot %s: %s".formatted(action, reason);
    }

    private static String reason(IOException cause) {
        if (cause instanceof FileSystemException known && known.getReason() != null) {
            return known.getReason();
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
