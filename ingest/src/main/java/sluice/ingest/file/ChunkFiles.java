package sluice.ingest.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.DirectoryStorage;
import sluice.voldemort.format.ChunkName;
import sluice.voldemort.format.ChunkText;
import sluice.voldemort.format.ReadOnlyVersion;

/**
 * Directories of Voldemort's read-only files among those of a source: the data of primary replicas
 * has rows, all other files have none. Before its first file is taken a directory is read whole and
 * compared with its checksum.
 */
public final class ChunkFiles {
    private static final String METADATA = ".metadata";

    private final Set<Path> verified = new HashSet<>();

    /** Whether a file on disk is the data of a chunk: by its name and the files beside it. */
    public static boolean isChunk(Place place) {
        Path file = place.disk();
        if (file == null) {
            return false;
        }
        Optional<ChunkName> name = name(file);
        return name.isPresent()
                && file.endsWith(name.get().dataFile())
                && Files.exists(file.resolveSibling(METADATA))
                && Files.exists(file.resolveSibling(name.get().indexFile()));
    }

    private static Optional<ChunkName> name(Path file) {
        return ChunkName.of(file.getFileName().toString());
    }

    /** The rows of such a file as text. */
    static ChunkText open(String name, Place place) throws IOException {
        Path file = Objects.requireNonNull(place.disk(), "chunks are read from disks");
        return ChunkText.open(name, directory(file), file.getFileName().toString());
    }

    /**
     * Whether {@code file} is one of a directory of chunks, and not one with rows: an index, a
     * replica of what another node has as primary, or empty.
     */
    boolean isWithoutRows(Path file) throws IOException {
        Optional<ChunkName> name = name(file);
        if (name.isEmpty() || !Files.exists(file.resolveSibling(METADATA))) {
            return false;
        }
        verify(file);
        return !file.endsWith(name.get().dataFile())
                || name.get().replica() > 0
                || Files.size(file) == 0;
    }

    private void verify(Path file) throws IOException {
        if (!verified.add(file.resolveSibling(METADATA))) {
            return;
        }
        try (ReadOnlyVersion version = ReadOnlyVersion.open(directory(file))) {
            version.verify();
        } catch (CorruptFileException damage) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: %s".formatted(file.toAbsolutePath().getParent(), damage.getMessage()),
                    damage);
        }
    }

    private static DirectoryStorage directory(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        return DirectoryStorage.open(parent == null ? file.toAbsolutePath() : parent);
    }
}
