package sluice.cli.console;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Files that a command writes when its work is done: whether they can be written is looked at
 * before it, as the work can take hours and its result would be lost.
 */
public final class ResultFile {
    private ResultFile() {}

    /** Refuses a file that cannot be written; makes and changes none. Null is none. */
    public static void check(@Nullable Path... files) {
        for (Path file : files) {
            if (file != null) {
                check(file);
            }
        }
    }

    private static void check(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        String problem = null;
        if (Files.isDirectory(file)) {
            problem = "it is a directory";
        } else if (Files.exists(file) && !Files.isWritable(file)) {
            problem = "it is not writable";
        } else if (directory == null || !Files.isDirectory(directory)) {
            problem = "there is no directory " + directory;
        } else if (!Files.exists(file) && !Files.isWritable(directory)) {
            problem = "its directory is not writable";
        }
        if (problem != null) {
            throw new SluiceException(
                    ErrorCode.RESOURCE, "%s cannot be written: %s".formatted(file, problem));
        }
    }
}
