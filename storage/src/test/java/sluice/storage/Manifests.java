package sluice.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Versions of one published file, made so that any lost, mixed or missing byte is seen. */
final class Manifests {
    static final String NAME = "manifest";

    /** What {@link #versionIn} gives for a file that is no version, whole. */
    static final int DAMAGED = -1;

    private Manifests() {}

    static ByteBuffer bytes(int version) {
        byte[] bytes = new byte[1400 + 100 * version];
        Arrays.fill(bytes, (byte) version);
        return ByteBuffer.wrap(bytes);
    }

    static int versionIn(Storage storage) throws IOException {
        if (!storage.list().contains(NAME)) {
            return DAMAGED;
        }
        try (Storage.Source source = storage.open(NAME)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, bytes, 0);
            int version = bytes.capacity() == 0 ? 0 : bytes.get(0);
            return bytes.flip().equals(bytes(version)) ? version : DAMAGED;
        }
    }

    /** One way to publish, right or wrong. */
    interface Publisher {
        void publish(Storage storage, int version) throws IOException;
    }

    static void publish(Storage storage, int version) throws IOException {
        StorageFiles.publish(storage, NAME, sink -> StorageFiles.writeFully(sink, bytes(version)));
    }
}
