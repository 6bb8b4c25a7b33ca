package sluice.cluster.load;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.publish.ObjectStoreTwin;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;
import sluice.store.shared.CacheSettings;
import sluice.store.shared.SharedStorage;

/** The objects of a simulated object store by their addresses. */
final class TwinFiles implements SharedFiles {
    private static final CacheSettings SMALL = new CacheSettings(16 << 20, 1 << 20);

    private final ObjectStoreTwin twin;

    private TwinFiles(ObjectStoreTwin twin) {
        this.twin = twin;
    }

    /** The store in {@code twin} as a process opens it that has never seen it. */
    static SharedStorage open(ObjectStoreTwin twin) throws IOException {
        return SharedStorage.open(
                new TwinFiles(twin), twin, MemoryStorage::create, SMALL, System::nanoTime);
    }

    private static String name(String address) {
        return address.substring(address.lastIndexOf('/') + 1);
    }

    @Override
    public Optional<SharedFile> find(String address) throws IOException {
        try (Storage.Source source = twin.open(name(address))) {
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
        return twin.open(name(file.address()));
    }
}
