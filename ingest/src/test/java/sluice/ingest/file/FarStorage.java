package sluice.ingest.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import sluice.storage.Storage;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;
import sluice.storage.shared.SharedFilesProvider;
import sluice.storage.shared.SharedSettings;

/** Shared storage without a server: {@code far:///path} is a file of the disk. */
public final class FarStorage implements SharedFilesProvider {
    /** How many files were opened. */
    public static final AtomicInteger OPENED = new AtomicInteger();

    /** Found as a service. */
    public FarStorage() {}

    /** The address of {@code file}. */
    public static String address(Path file) {
        return "far://" + file.toAbsolutePath();
    }

    @Override
    public Set<String> schemes() {
        return Set.of("far");
    }

    @Override
    public SharedFiles open(SharedSettings settings) {
        return new OfDisk();
    }

    @Override
    public PublishedFiles folder(String address, SharedSettings settings) {
        throw new UnsupportedOperationException();
    }

    private static final class OfDisk implements SharedFiles {
        private static Path path(String address) {
            return Path.of(address.substring("far://".length()));
        }

        @Override
        public Optional<SharedFile> find(String address) throws IOException {
            Path path = path(address);
            return !Files.exists(path)
                    ? Optional.empty()
                    : Optional.of(
                            new SharedFile(
                                    address,
                                    Files.isDirectory(path),
                                    Files.size(path),
                                    Files.getLastModifiedTime(path).to(TimeUnit.NANOSECONDS),
                                    ""));
        }

        @Override
        public List<SharedFile> list(String folder) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Storage.Source open(SharedFile file, Reading reading) throws IOException {
            OPENED.incrementAndGet();
            return new DiskPlace(path(file.address())).open(reading);
        }
    }
}
