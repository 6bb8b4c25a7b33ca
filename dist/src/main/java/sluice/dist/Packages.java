package sluice.dist;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Writes packages into a folder: the archive, and the Debian package where there is one. */
final class Packages {
    /** 1 January 2026, the time of every file in a package and of every jar of the build. */
    static final long TIME_SECONDS = 1_767_225_600;

    static final int SMALLEST = Deflater.BEST_COMPRESSION;
    private static final int BUFFER_BYTES = 1 << 16;

    private Packages() {}

    /** Writes {@code NAME.tar.gz}, packed as hard as {@code level} says (1 to 9). */
    static Path archive(Parts parts, Path folder, int level) throws IOException {
        Path archive = folder.resolve(parts.name() + ".tar.gz");
        OutputStream file = Files.newOutputStream(archive);
        try (TarWriter tar = new TarWriter(packing(file, level), TIME_SECONDS)) {
            tar.writeFolder(parts.name());
            tar.write(parts.name() + "/", ArchiveTree.of(parts));
        }
        return archive;
    }

    /** A stream that writes to {@code output} in the format of gzip, without a time. */
    static OutputStream packing(OutputStream output, int level) throws IOException {
        return new BufferedOutputStream(new Gzip(output, level), BUFFER_BYTES);
    }

    /** A gzip stream whose level can be chosen. */
    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream output, int level) throws IOException {
            super(output, BUFFER_BYTES);
            def.setLevel(level);
        }
    }
}
