package sluice.store.commit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;
import sluice.storage.StoreMark;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.WholeFiles;

/**
 * The file {@value StoreMark#FILE_NAME} of a store with a log: {@value #BYTES} bytes that name a
 * version of which there is a file, or was. It may be old; a reader goes on from there. It begins
 * as a manifest does, with a format that a program without logs is too old for.
 */
final class LogHint {
    private static final int BYTES = 64;
    private static final int FORMAT_VERSION = 1000;
    private static final int CHECKSUM_OFFSET = BYTES - 4;

    private LogHint() {}

    static void write(PublishedFiles files, long version) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.putLong(StoreMark.MAGIC).putInt(FORMAT_VERSION).putInt(BYTES).putLong(version);
        bytes.putInt(CHECKSUM_OFFSET, checksum(bytes.array()));
        WholeFiles.replace(files, StoreMark.FILE_NAME, bytes.array());
    }

    /** The version; empty where there is no hint, or one that is not whole: it is advice only. */
    static Optional<Long> read(PublishedFiles files) throws IOException {
        Optional<byte[]> found = WholeFiles.read(files, StoreMark.FILE_NAME, 1 << 30);
        if (found.isEmpty() || found.get().length != BYTES) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(found.get());
        boolean isWhole =
                bytes.getLong(0) == StoreMark.MAGIC
                        && bytes.getInt(8) == FORMAT_VERSION
                        && bytes.getInt(CHECKSUM_OFFSET) == checksum(found.get());
        return isWhole ? Optional.of(bytes.getLong(16)) : Optional.empty();
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, CHECKSUM_OFFSET);
        return (int) crc.getValue();
    }
}
