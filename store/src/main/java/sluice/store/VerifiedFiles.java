package sluice.store;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.storage.FileEntry;

/**
 * The files of one store that were verified: its versions share files, and each is read once for
 * every schema that it is read by. Versions must be verified oldest first, since the rows of a
 * first load are held to its borders. Belongs to one thread.
 */
public final class VerifiedFiles {
    private record Reading(FileEntry file, @Nullable FileEntry schema) {}

    private final Set<Reading> readings = new HashSet<>();
    private boolean isDamaged;

    /** Those of {@code files} that were not among these, each once; now they are. */
    List<FileEntry> add(List<FileEntry> files, @Nullable FileEntry schema) {
        return files.stream().filter(file -> readings.add(new Reading(file, schema))).toList();
    }

    void damaged() {
        isDamaged = true;
    }

    /** Whether nothing was found in any of them. */
    boolean areSound() {
        return !isDamaged;
    }
}
