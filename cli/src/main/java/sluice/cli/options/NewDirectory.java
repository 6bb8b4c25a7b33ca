package sluice.cli.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import sluice.export.voldemort.VoldemortExporter;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.StorageFiles;

/** A directory that a verb fills: it must be new or empty. */
public final class NewDirectory {
    private NewDirectory() {}

    /** A load of the directory would read what lies in it besides, also in directories below. */
    public static void refuseNotEmpty(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw new SluiceException(
                    ErrorCode.CONFIG, directory + " is a file; name a new or an empty directory");
        }
        List<String> names;
        try (Stream<Path> entries = Files.list(directory)) {
            names = entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
        Optional<String> unfinished = names.stream().filter(NewDirectory::isUnfinished).findFirst();
        if (unfinished.isPresent()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s holds files of an export that did not end, such as %s; remove it with all that it holds, or name a new directory"
                            .formatted(directory, unfinished.get()));
        }
        if (!names.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s is not empty: it holds %s; name a new or an empty directory"
                            .formatted(directory, names.getFirst()));
        }
    }

    /** Whether an export deletes or renames it before it ends. */
    private static boolean isUnfinished(String name) {
        return name.endsWith(StorageFiles.TEMPORARY_SUFFIX)
                || name.startsWith(VoldemortExporter.SPILL);
    }
}
