package sluice.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;

/** The files of a simulated disk as files of a shared storage that can be away, and is counted. */
final class FarFiles implements SharedFiles {
    final AtomicLong requests = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();
    volatile boolean isAway;

    private final Storage storage;

    FarFiles(Storage storage) {
        this.storage = storage;
    }

    private static String name(String address) {
        return address.substring(address.lastIndexOf('/') + 1);
    }

    private void request() throws IOException {
        requests.incrementAndGet();
        if (isAway) {
            throw new IOException("the storage does not answer");
        }
    }

    @Override
    public Optional<SharedFile> find(String address) throws IOException {
        request();
        try (Storage.Source source = storage.open(name(address))) {
            return Optional.of(
                    new SharedFile(address, false, source.lengthBytes(), 1, "etag-of-file"));
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
        request();
        Storage.Source source = storage.open(name(file.address()));
        return new Storage.Source() {
            @Override
            public String name() {
                return file.address();
            }

            @Override
            public int read(ByteBuffer into, long offset) throws IOException {
                int count = source.read(into, offset);
                bytes.addAndGet(Math.max(count, 0));
                return count;
            }

            @Override
            public long lengthBytes() throws IOException {
                return source.lengthBytes();
            }

            @Override
            public void close() throws IOException {
                source.close();
            }
        };
    }
}
