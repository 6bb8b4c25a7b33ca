package sluice.ingest.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
 * compared with its checksum. A file that was added to one is refused, and so is one that was never
 * finished, or has replicas whose primaries are nowhere.
 */
public final class ChunkFiles {
    private static final String METADATA = ".metadata";

    private final Set<Path> verified = new HashSet<>();

    /** Directories of files that are no chunks, and whether a store is there. */
    private final Map<Path, Boolean> stores = new HashMap<>();

    /** The directories that have the data of a chunk; one for each store that has it. */
    private final SortedMap<ChunkName, List<Path>> holders = new TreeMap<>();

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
        if (name.isEmpty()) {
            if (isInStore(file)) {
                throw input(
                        "%s: found a file that does not belong to the read-only store in this directory; remove it, or move it elsewhere"
                                .formatted(file));
            }
            return false;
        }
        if (!Files.exists(file.resolveSibling(METADATA))) {
            refuseUnfinished(file, name.get());
            return false;
        }
        verify(file);
        if (file.endsWith(name.get().dataFile())) {
            holders.computeIfAbsent(name.get(), _ -> new ArrayList<>()).add(directoryOf(file));
        }
        return !file.endsWith(name.get().dataFile())
                || name.get().replica() > 0
                || Files.size(file) == 0;
    }

    /** Whether a finished store is in the directory of {@code file}, which is looked at once. */
    private boolean isInStore(Path file) throws IOException {
        Path directory = directoryOf(file);
        Boolean known = stores.get(directory);
        if (known == null) {
            known = Files.exists(directory.resolve(METADATA)) && hasChunks(directory);
            stores.put(directory, known);
        }
        return known;
    }

    private static boolean hasChunks(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(file -> name(file).isPresent());
        }
    }

    /** Either file of a chunk alone is taken for any other file. */
    private static void refuseUnfinished(Path file, ChunkName name) {
        if (Files.exists(file.resolveSibling(name.dataFile()))
                && Files.exists(file.resolveSibling(name.indexFile()))) {
            throw input(
                    "%s is missing, though %s is a file of a read-only store: it was never finished, or not copied whole; bring it back, or build the version again"
                            .formatted(file.resolveSibling(METADATA), file.getFileName()));
        }
    }

    /**
     * Throws if a chunk was found more often as a replica than as a primary: then a directory is
     * missing, and its rows are. That of the nodes and that of the links have the same names.
     */
    void requirePrimaries() {
        holders.forEach(
                (replica, directories) -> {
                    ChunkName primary = new ChunkName(replica.partition(), 0, replica.chunk());
                    List<Path> known = holders.getOrDefault(primary, List.of());
                    if (known.size() < directories.size()) {
                        throw input(
                                "%s: its primary %s is missing, which another server holds; bring the directory of that server back, or name those of all servers"
                                        .formatted(
                                                lonely(directories, known)
                                                        .resolve(replica.dataFile()),
                                                primary.dataFile()));
                    }
                });
    }

    /** The one that has no directory with the primary beside it, if there is such a one. */
    private static Path lonely(List<Path> directories, List<Path> known) {
        Set<@Nullable Path> stores = new HashSet<>();
        known.forEach(directory -> stores.add(directory.getParent()));
        return directories.stream()
                .filter(directory -> !stores.contains(directory.getParent()))
                .findFirst()
                .orElse(directories.getFirst());
    }

    private static SluiceException input(String message) {
        return new SluiceException(ErrorCode.INPUT, message);
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

    private static DirectoryStorage directory(Path file) {
        return DirectoryStorage.open(directoryOf(file).toAbsolutePath());
    }

    private static Path directoryOf(Path file) {
        Path parent = file.getParent();
        return parent == null ? Path.of("") : parent;
    }
}
