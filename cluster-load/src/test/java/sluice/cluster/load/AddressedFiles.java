package sluice.cluster.load;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.publish.ObjectStoreTwin;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;
import sluice.store.shared.CacheSettings;
import sluice.store.shared.SharedStorage;

/** Published files by their addresses, as those of a simulated object store. */
final class AddressedFiles implements SharedFiles {
    private static final CacheSettings SMALL = new CacheSettings(16 << 20, 1 << 20);

    private final PublishedFiles files;

    AddressedFiles(PublishedFiles files) {
        this.files = files;
    }

    /** The store in {@code twin} as a process opens it that has never seen it. */
    static SharedStorage open(ObjectStoreTwin twin) throws IOException {
        return SharedStorage.open(
                new AddressedFiles(twin), twin, MemoryStorage::create, SMALL, System::nanoTime);
    }

    private static String name(String address) {
        return address.substring(address.lastIndexOf('/') + 1);
    }

    @Override
    public Optional<SharedFile> find(String address) throws IOException {
        try (Storage.Source source = files.open(name(address))) {
            return Optional.of(new SharedFile(address, false, source.lengthBytes(), 1, ""));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    @Override
    public List<SharedFile> list(String folder) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Storage.Source open(SharedFile file, Reading reading) throws IOException {
        return files.open(name(file.address()));
    }
}
