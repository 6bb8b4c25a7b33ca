package sluice.backup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.zip.CRC32C;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/** Copies files from one folder to another, and computes checksums of what was read. */
final class FileCopy {
    private static final int BUFFER_BYTES = 1 << 20;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

    /** The length and the CRC32C of the bytes of a file. */
    record Content(long lengthBytes, int checksum) {}

    /** Reads the file {@code name}. */
    Content read(Storage from, String name) throws IOException {
        return read(from, name, _ -> {});
    }

    /**
     * Copies the file {@code name} of {@code from} under the name {@code copy}, durably but for the
     * name: the caller must sync the folder. A file of that name is replaced, and so is a temporary
     * one that an earlier copy left.
     */
    Content copy(Storage from, String name, Storage to, String copy) throws IOException {
        String temporary = copy + StorageFiles.TEMPORARY_SUFFIX;
        try {
            to.delete(temporary);
        } catch (NoSuchFileException _) {
            // None was left.
        }
        Content content;
        try (Storage.Sink sink = to.create(temporary)) {
            content = read(from, name, bytes -> StorageFiles.writeFully(sink, bytes));
            sink.sync();
        }
        to.rename(temporary, copy);
        return content;
    }

    private interface Taker {
        void take(ByteBuffer bytes) throws IOException;
    }

    private Content read(Storage from, String name, Taker taker) throws IOException {
        CRC32C checksum = new CRC32C();
        long at = 0;
        try (Storage.Source source = from.open(name)) {
            while (true) {
                buffer.clear();
                int count = source.read(buffer, at);
                if (count <= 0) {
                    return new Content(at, (int) checksum.getValue());
                }
                at += count;
                buffer.flip();
                checksum.update(buffer.duplicate());
                taker.take(buffer);
            }
        }
    }
}
