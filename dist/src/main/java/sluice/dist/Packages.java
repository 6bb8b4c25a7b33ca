package sluice.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes packages into a folder: the archive, and the Debian package where there is one. */
final class Packages {
    private Packages() {}

    /** Writes {@code NAME.tar.gz}, packed as hard as {@code level} says (1 to 9). */
    static Path archive(Parts parts, Path folder, int level) throws IOException {
        Path archive = folder.resolve(parts.name() + ".tar.gz");
        OutputStream file = Files.newOutputStream(archive);
        try (TarWriter tar = new TarWriter(GzipStreams.of(file, level), TarWriter.TIME_SECONDS)) {
            tar.writeFolder(parts.name());
            tar.write(parts.name() + "/", ArchiveTree.of(parts));
        }
        return archive;
    }
}
