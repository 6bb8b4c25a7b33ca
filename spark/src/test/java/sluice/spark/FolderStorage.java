package sluice.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import sluice.ingest.file.DiskPlace;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.SyncedFiles;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;
import sluice.storage.shared.SharedFilesProvider;
import sluice.storage.shared.SharedSettings;

/**
 * Shared storage without a server: {@code folder:///path} is a folder of the disk. The settings
 * must have {@code folder.key}, as those of a real storage have credentials.
 */
public final class FolderStorage implements SharedFilesProvider {
    static final String KEY = "folder.key";

    /** Found as a service. */
    public FolderStorage() {}

    /** The address of {@code folder}. */
    public static String address(Path folder) {
        return "folder://" + folder.toAbsolutePath();
    }

    private static Path path(String address) {
        // A directory calls itself by its path.
        return Path.of(address.replaceFirst("^folder://", ""));
    }

    private static void requireKey(SharedSettings settings) throws IOException {
        if (!settings.properties().containsKey(KEY)) {
            throw new IOException("the storage was not given its key");
        }
    }

    @Override
    public Set<String> schemes() {
        return Set.of("folder");
    }

    @Override
    public SharedFiles open(SharedSettings settings) throws IOException {
        requireKey(settings);
        return new OfDisk();
    }

    @Override
    public PublishedFiles folder(String address, SharedSettings settings) throws IOException {
        requireKey(settings);
        return SyncedFiles.over(DirectoryStorage.create(path(address)), "p" + UUID.randomUUID());
    }

    private static final class OfDisk implements SharedFiles {
        @Override
        public Optional<SharedFile> find(String address) throws IOException {
            try {
                BasicFileAttributes found =
                        Files.readAttributes(path(address), BasicFileAttributes.class);
                return Optional.of(
                        new SharedFile(
                                address,
                                found.isDirectory(),
                                found.isDirectory() ? 0 : found.size(),
                                found.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                                ""));
            } catch (NoSuchFileException _) {
                return Optional.empty();
            }
        }

        @Override
        public List<SharedFile> list(String folder) throws IOException {
            try (Stream<Path> files = Files.walk(path(folder))) {
                return files.filter(Files::isRegularFile).map(this::found).toList();
            }
        }

        private SharedFile found(Path file) {
            try {
                return find(address(file)).orElseThrow();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public List<String> hosts(SharedFile file, long offset, long length) {
            return List.of("host-of-" + path(file.address()).getFileName());
        }

        @Override
        public Storage.Source open(SharedFile file, Reading reading) throws IOException {
            return new DiskPlace(path(file.address())).open(reading);
        }
    }
}
