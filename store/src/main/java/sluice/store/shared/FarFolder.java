package sluice.store.shared;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import sluice.model.UnreachableException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.publish.ChangedFileException;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;

/**
 * The folder of a store in shared storage: its files by name, and parts of them by one request
 * each. Safe for any number of threads.
 */
final class FarFolder {
    private final SharedFiles files;
    private final PublishedFiles folder;
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    FarFolder(SharedFiles files, PublishedFiles folder) {
        this.files = files;
        this.folder = folder;
    }

    PublishedFiles folder() {
        return folder;
    }

    /** How many parts were asked for, and how many bytes they had. */
    long requests() {
        return requests.sum();
    }

    long bytes() {
        return bytes.sum();
    }

    private String address(String name) {
        return folder.location() + "/" + name;
    }

    /** The file {@code name} as it is now. */
    SharedFile find(String name) throws IOException {
        Optional<SharedFile> found = files.find(address(name)).filter(file -> !file.isFolder());
        return found.orElseThrow(() -> new NoSuchFileException(address(name)));
    }

    /** The file {@code name}, of which the length is known: costs no request. */
    SharedFile known(String name, long lengthBytes) {
        return new SharedFile(address(name), false, lengthBytes, 0, "");
    }

    /** Fills {@code into} with the bytes of {@code file} at {@code offset}. */
    void fetch(SharedFile file, long offset, byte[] into) throws IOException {
        requests.increment();
        // Opened for each request: no connection is held, and none can break between two.
        try (Storage.Source source = files.open(file, SharedFiles.Reading.PLACES)) {
            StorageFiles.readFully(source, ByteBuffer.wrap(into), offset);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (ChangedFileException e) {
            // Less is known of the file than the storage says, which is no change.
            requireThere(file, e);
            throw e.getCause() instanceof IOException cause ? cause : e;
        } catch (IOException e) {
            requireThere(file, e);
            throw e;
        }
        bytes.add(into.length);
    }

    private void requireThere(SharedFile file, IOException failure) throws IOException {
        if (failure instanceof UnreachableException) {
            return;
        }
        if (files.find(file.address()).isEmpty()) {
            NoSuchFileException gone = new NoSuchFileException(file.address());
            gone.initCause(failure);
            throw gone;
        }
    }
}
