package sluice.load.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * The frame of a small file of a plan of tasks: a magic, the format of the content, the length, the
 * content, a checksum. Layout: docs/format.md, "Plan of tasks".
 */
public final class CheckedBytes {
    /** "SLUICETP". */
    private static final long MAGIC = 0x534C55494345_5450L;

    private static final int FORMAT_VERSION = 1;
    private static final int HEADER_BYTES = 16;
    private static final int CHECKSUM_BYTES = 4;
    private static final int BYTES_MAX = 1 << 30;
    private static final String ADVICE = "repeat the command of the load";

    private CheckedBytes() {}

    /** The bytes of the file whose content is {@code content}. */
    public static byte[] framed(byte[] content) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + content.length + CHECKSUM_BYTES);
        bytes.putLong(MAGIC).putInt(FORMAT_VERSION).putInt(content.length).put(content);
        return bytes.putInt(checksum(bytes.array())).array();
    }

    /** The checksum at the end of framed bytes, by which a file is named to those that read it. */
    public static int checksum(byte[] framed) {
        CRC32C crc = new CRC32C();
        crc.update(framed, 0, framed.length - CHECKSUM_BYTES);
        return (int) crc.getValue();
    }

    /** The whole file {@code name}, checked. */
    public static byte[] read(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            if (source.lengthBytes() > BYTES_MAX) {
                throw new CorruptFileException(name, 0, "it is too long", ADVICE);
            }
            ByteBuffer buffer = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, buffer, 0);
            return checked(name, buffer.array());
        }
    }

    /** {@code framed}, unless they are not what was framed; {@code name} says what they are. */
    public static byte[] checked(String name, byte[] framed) throws CorruptFileException {
        ByteBuffer bytes = ByteBuffer.wrap(framed);
        if (framed.length < HEADER_BYTES + CHECKSUM_BYTES
                || bytes.getLong(0) != MAGIC
                || bytes.getInt(8) != FORMAT_VERSION
                || bytes.getInt(12) != framed.length - HEADER_BYTES - CHECKSUM_BYTES
                || bytes.getInt(framed.length - CHECKSUM_BYTES) != checksum(framed)) {
            throw new CorruptFileException(
                    name, 0, "it does not match its length or checksum", ADVICE);
        }
        return framed;
    }

    /** The content of framed bytes. */
    public static byte[] content(byte[] framed) {
        return Arrays.copyOfRange(framed, HEADER_BYTES, framed.length - CHECKSUM_BYTES);
    }
}
