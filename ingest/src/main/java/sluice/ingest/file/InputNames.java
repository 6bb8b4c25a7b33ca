package sluice.ingest.file;

import java.nio.file.Path;
import java.util.Set;

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
