package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * Reads one file of names block by block, each checked. Its tail and its first block are checked
 * when it is opened, so that lengths and footer can be trusted as far as what wrote them.
 *
 * <p>Safe for any number of threads. Takes 4 bytes of heap for each 16 KiB of the file.
 */
final class NameFileReader implements Closeable {
    private final Storage.Source source;
    private final NameFile file;
    private final long fileSeed;
    private final long bodyLength;
    private final ByteBuffer tail;
    private final int footerLength;

    private NameFileReader(
            Storage.Source source,
            NameFile file,
            long bodyLength,
            ByteBuffer tail,
            int footerLength) {
        this.source = source;
        this.file = file;
        this.fileSeed = NameFileFormat.fileSeed(file.name());
        this.bodyLength = bodyLength;
        this.tail = tail;
        this.footerLength = footerLength;
    }

    /**
     * Opens {@code name}, which must be {@code expected} where that is given. The caller closes it.
     */
    static NameFileReader open(
            Storage storage, String name, long magic, @Nullable NameFile expected)
            throws IOException {
        Storage.Source source = storage.open(name);
        try {
            NameFileReader reader = open(source, name, magic, expected);
            ByteBuffer block =
                    ByteBuffer.allocate(NameFileFormat.BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            reader.readBlock(0, block);
            block.flip();
            if (block.getLong(0) != magic
                    || block.getInt(8) < NameFileFormat.NARROW_VERSION
                    || block.getInt(8) > NameFileFormat.VERSION
                    || block.getInt(12) != NameFileFormat.BLOCK_BYTES) {
                throw reader.corrupt(0, "the header is not that of such a file");
            }
            return reader;
        } catch (Throwable failure) {
            source.close();
            throw failure;
        }
    }

    private static NameFileReader open(
            Storage.Source source, String name, long magic, @Nullable NameFile expected)
            throws IOException {
        long length = source.lengthBytes();
        if (expected != null && length != expected.lengthBytes()) {
            throw corrupt(
                    name,
                    Math.min(length, expected.lengthBytes()),
                    "it has %d bytes instead of %d".formatted(length, expected.lengthBytes()));
        }
        long trailerAt = length - NameFileFormat.TRAILER_BYTES;
        if (trailerAt < NameFileFormat.HEADER_BYTES) {
            throw corrupt(name, length, "it has only " + length + " bytes");
        }
        ByteBuffer trailer = read(source, name, trailerAt, NameFileFormat.TRAILER_BYTES);
        if (trailer.getLong(NameFileFormat.TRAILER_MAGIC) != magic) {
            throw corrupt(
                    name,
                    trailerAt + NameFileFormat.TRAILER_MAGIC,
                    "the last 8 bytes are not the magic");
        }
        long bodyLength = trailer.getLong(NameFileFormat.BODY_LENGTH);
        int footerLength = trailer.getInt(NameFileFormat.FOOTER_LENGTH);
        if (bodyLength < NameFileFormat.HEADER_BYTES
                || bodyLength > trailerAt
                || footerLength < 0
                || footerLength > NameFileFormat.FOOTER_BYTES_MAX
                || bodyLength + 4 * NameFileFormat.blockCount(bodyLength) + footerLength
                        != trailerAt
                || length - bodyLength > Integer.MAX_VALUE - 8) {
            throw corrupt(name, trailerAt, "the trailer's lengths do not add up to the file's");
        }
        ByteBuffer tail = read(source, name, bodyLength, (int) (length - bodyLength));
        int checksumAt = (int) (trailerAt - bodyLength) + NameFileFormat.TAIL_CHECKSUM;
        CRC32C crc = new CRC32C();
        NameFileFormat.start(crc, NameFileFormat.fileSeed(name), NameFileFormat.TAIL);
        crc.update(tail.array(), 0, checksumAt);
        if ((int) crc.getValue() != tail.getInt(checksumAt)) {
            throw corrupt(name, bodyLength, "the checksum of the tail does not match");
        }
        long checksum = Integer.toUnsignedLong((int) crc.getValue());
        if (expected != null && checksum != expected.checksum()) {
            throw corrupt(
                    name,
                    bodyLength,
                    "it is another file of that name: its checksum is %08x instead of %08x"
                            .formatted(checksum, expected.checksum()));
        }
        int version = trailer.getInt(NameFileFormat.TRAILER_VERSION);
        if (version < NameFileFormat.NARROW_VERSION || version > NameFileFormat.VERSION) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s has format version %d and this program reads versions up to %d; use a newer sluice"
                            .formatted(name, version, NameFileFormat.VERSION));
        }
        return new NameFileReader(
                source, new NameFile(name, length, checksum), bodyLength, tail, footerLength);
    }

    NameFile file() {
        return file;
    }

    long bodyLength() {
        return bodyLength;
    }

    long blockCount() {
        return NameFileFormat.blockCount(bodyLength);
    }

    /** The footer's bytes, little-endian, from position 0 to the limit. */
    ByteBuffer footer() {
        int from = Math.toIntExact(4 * blockCount());
        return tail.slice(from, footerLength).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Where in the file the footer begins. */
    long footerOffset() {
        return bodyLength + 4 * blockCount();
    }

    /**
     * Reads and checks a block into {@code target}, which has room for it, and returns its length.
     */
    int readBlock(long block, ByteBuffer target) throws IOException {
        int length = NameFileFormat.blockLength(bodyLength, block);
        long at = block * NameFileFormat.BLOCK_BYTES;
        int position = target.position();
        readFully(source, file.name(), at, target.limit(position + length));
        CRC32C crc = new CRC32C();
        NameFileFormat.start(crc, fileSeed, block);
        crc.update(target.position(position));
        if ((int) crc.getValue() != tail.getInt((int) (4 * block))) {
            throw corrupt(at, "the checksum of block " + block + " does not match");
        }
        return length;
    }

    CorruptFileException corrupt(long offset, String finding) {
        return corrupt(file.name(), offset, finding);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    private static CorruptFileException corrupt(String name, long offset, String finding) {
        return new CorruptFileException(name, offset, finding, "run: sluice verify");
    }

    private static ByteBuffer read(Storage.Source source, String name, long offset, int length)
            throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        readFully(source, name, offset, bytes);
        return bytes.flip();
    }

    private static void readFully(
            Storage.Source source, String name, long offset, ByteBuffer target) throws IOException {
        long at = offset;
        while (target.hasRemaining()) {
            int read = source.read(target, at);
            if (read < 0) {
                throw corrupt(name, at, "the file ends before its length");
            }
            at += read;
        }
    }
}
