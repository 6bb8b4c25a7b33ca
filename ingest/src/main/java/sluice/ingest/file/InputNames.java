package sluice.ingest.file;

import java.nio.file.Path;
import java.util.Set;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.StorageFiles;

/** Names of files that a folder of sources leaves out, and patterns of names. */
final class InputNames {
    private static final String GLOB_BYTES = "*?[{";

    /** Files without rows, which Spark and others write beside those of a directory. */
    private static final Set<String> SIDE_FILES =
            Set.of("_SUCCESS", "_metadata", "_common_metadata");

    private InputNames() {}

    /** Whether a file or a folder above it is hidden, or the file holds no rows. */
    static boolean isHidden(Path relative) {
        for (Path part : relative) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return SIDE_FILES.contains(relative.getFileName().toString());
    }

    /**
     * Refuses the file {@code name} of a folder if it may be half written, such as one of an export
     * that did not end: nobody would miss the other half.
     */
    static void refuseTemporary(String name) {
        if (name.endsWith(StorageFiles.TEMPORARY_SUFFIX)) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: found a file that may be half written, since its name ends in %s; remove it, or name the files to take"
                            .formatted(name, StorageFiles.TEMPORARY_SUFFIX));
        }
    }

    /**
     * Refuses a name with bytes that are not UTF-8, for each of which Java has the same character:
     * two files would be of one type, where types come from their names.
     */
    static void refuseUnread(String name) {
        if (name.indexOf('\uFFFD') >= 0) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: the name of this file or of its directory has bytes that are not UTF-8; rename it, or name the files beside it"
                            .formatted(name));
        }
    }

    /** Where a pattern begins in {@code text}, -1 where it has none. */
    static int firstGlobByte(String text) {
        for (int index = 0; index < text.length(); index++) {
            if (GLOB_BYTES.indexOf(text.charAt(index)) >= 0) {
                return index;
            }
        }
        return -1;
    }
}
