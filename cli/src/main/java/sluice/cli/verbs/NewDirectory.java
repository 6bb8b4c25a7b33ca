package sluice.cli.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** A directory that a verb fills: it must be new or empty. */
final class NewDirectory {
    private NewDirectory() {}

    /** A load of the directory would read what lies in it besides, also in directories below. */
    static void refuseNotEmpty(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw new SluiceException(
                    ErrorCode.CONFIG, directory + " is a file; name a new or an empty directory");
        }
        try (Stream<Path> entries = Files.list(directory)) {
            entries.findFirst()
                    .ifPresent(
                            entry -> {
                                throw new SluiceException(
                                        ErrorCode.CONFIG,
                                        "%s is not empty: it holds %s; name a new or an empty directory"
                                                .formatted(directory, entry.getFileName()));
                            });
        }
    }
}
