package sluice.cli.logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Whether systemd's journal reads what this process writes to standard error. */
final class Journal {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Journal() {}

    /** By {@code JOURNAL_STREAM}, the device and inode that systemd gives to its services. */
    static boolean isStandardError() {
        return isStream(System.getenv("JOURNAL_STREAM"), STANDARD_ERROR);
    }

    static boolean isStream(@Nullable String deviceAndInode, Path stream) {
        if (deviceAndInode == null) {
            return false;
        }
        try {
            return deviceAndInode.equals(
                    "%s:%s"
                            .formatted(
                                    Files.getAttribute(stream, "unix:dev"),
                                    Files.getAttribute(stream, "unix:ino")));
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException e) {
            return false;
        }
    }
}
