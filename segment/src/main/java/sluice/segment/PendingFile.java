package sluice.segment;

import java.io.IOException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * A file that is written whole but not yet published. {@link #publish} syncs and renames it, which
 * only waits for the disk and may run in another thread than the one that wrote. Whoever has it
 * must publish or {@link #discard} it.
 */
public final class PendingFile {
    private final Storage storage;
    private final String name;
    private final Storage.Sink sink;
    private final long lengthBytes;
    private final int checksum;
    private final RowsByKind rows;

    PendingFile(
            Storage storage,
            String name,
            Storage.Sink sink,
            long lengthBytes,
            int checksum,
            RowsByKind rows) {
        this.storage = storage;
        this.name = name;
        this.sink = sink;
        this.lengthBytes = lengthBytes;
        this.checksum = checksum;
        this.rows = rows;
    }

    public long lengthBytes() {
        return lengthBytes;
    }

    /** The content of the file. */
    public RowsByKind rows() {
        return rows;
    }

    /**
     * Makes the bytes durable and gives the file its name. The name is durable after the directory
     * was synced. When it fails, the file is removed.
     */
    public FileEntry publish() throws IOException {
        try {
            try (sink) {
                sink.sync();
            }
            storage.rename(name + StorageFiles.TEMPORARY_SUFFIX, name);
        } catch (Throwable failure) {
            discardAfter(failure);
            throw failure;
        }
        return new FileEntry(name, lengthBytes, checksum);
    }

    /**
     * Gives the file its name and does not wait for the disk: a crash may leave any part of it. For
     * what only this process reads. When it fails, the file is removed.
     */
    FileEntry publishUnsynced() throws IOException {
        try {
            sink.close();
            storage.rename(name + StorageFiles.TEMPORARY_SUFFIX, name);
        } catch (Throwable failure) {
            discardAfter(failure);
            throw failure;
        }
        return new FileEntry(name, lengthBytes, checksum);
    }

    /** Gives the file up instead of publishing it: closes and deletes it. */
    public void discard() throws IOException {
        try (sink) {
            storage.delete(name + StorageFiles.TEMPORARY_SUFFIX);
        }
    }

    private void discardAfter(Throwable failure) {
        try {
            discard();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
