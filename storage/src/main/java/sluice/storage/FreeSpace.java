package sluice.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Free room on the disk of a path. The system is asked by the path alone: {@link
 * Files#getFileStore} also looks for the mount in the list of mounts, and fails in a chroot, whose
 * root is in no list.
 */
public final class FreeSpace {
    private FreeSpace() {}

    /** How many bytes this user can write where {@code path} is; throws if nothing is there. */
    public static long usableBytes(Path path) throws IOException {
        long bytes = path.toFile().getUsableSpace();
        if (bytes == 0 && !Files.exists(path)) {
            throw new NoSuchFileException(path.toString());
        }
        return bytes;
    }
}
