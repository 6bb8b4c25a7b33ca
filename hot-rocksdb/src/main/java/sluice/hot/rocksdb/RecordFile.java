package sluice.hot.rocksdb;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.model.SluiceException;

/**
 * The records of a MANIFEST or a log of RocksDB, checked without RocksDB: a wrong byte in one of
 * them keeps RocksDB busy for ever, or makes it take the rest of a log for its end.
 *
 * <p>The files consist of blocks of 32 KiB. A record lies in a block as a whole (type 1) or in
 * parts (2 to 4), each behind its checksum (4 bytes), length (2) and type (1). In a log that may
 * take the place of an older one the types are 5 to 8, and the log's number (4 bytes) follows.
 *
 * <p>Belongs to one thread. Costs one read of the file.
 */
final class RecordFile implements Closeable {
    static final int BLOCK_BYTES = 32 << 10;

    /** What stands for the number of a log in a file that is none. */
    static final long NO_LOG = -1;

    static final int HEADER_BYTES = 7;
    static final int NUMBERED_HEADER_BYTES = 11;

    private static final int FULL = 1;
    private static final int FIRST = 2;
    private static final int LAST = 4;
    private static final int PLAIN_TYPES = 4;

    private static final int LENGTH = 4;
    private static final int TYPE = 6;

    private static final int MASK_SHIFT = 15;
    private static final int MASK = 0xa282ead8;

    /** A disk writes so many bytes wholly or not at all. */
    private static final int SECTOR_BYTES = 512;

    /** Fewer zeros than that do not show that a disk has not written its sector. */
    private static final int ZEROS_MIN = 8;

    /** Takes the records of a file, one after the other. */
    interface Reader {
        /**
         * Takes the record that begins at {@code offset}; {@code start} has its first bytes, at
         * most as many as were asked for.
         */
        void record(long offset, ByteBuffer start) throws IOException;
    }

    /** A sound part of a record, which lies in the present block. */
    private record Part(int at, int type, int headerBytes, int lengthBytes) {
        /** {@link #FULL} to {@link #LAST}, also of a part with a log's number. */
        int kind() {
            return type > PLAIN_TYPES ? type - PLAIN_TYPES : type;
        }

        int end() {
            return at + headerBytes + lengthBytes;
        }
    }

    private final Path path;
    private final FileChannel channel;
    private final long logNumber;
    private final long lengthBytes;
    private final byte[] bytes = new byte[BLOCK_BYTES];
    private final ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C checksum = new CRC32C();

    /** Of the present block; its length is below that of others where the file ends in it. */
    private long blockOffset;

    private int blockBytes;

    private RecordFile(Path path, FileChannel channel, long logNumber) throws IOException {
        this.path = path;
        this.channel = channel;
        this.logNumber = logNumber;
        this.lengthBytes = channel.size();
    }

    /** Opens the log or, with {@link #NO_LOG}, the MANIFEST at {@code path}. */
    static RecordFile open(Path path, long logNumber) throws IOException {
        FileChannel channel = FileChannel.open(path);
        try {
            return new RecordFile(path, channel, logNumber);
        } catch (Throwable failure) {
            channel.close();
            throw failure;
        }
    }

    /**
     * Gives all records to {@code reader}, with at most {@code startBytesMax} bytes of each. What a
     * killed process or a power loss may leave behind the last one is passed over; anything else
     * that is no record is damage.
     */
    void read(int startBytesMax, Reader reader) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(startBytesMax).order(ByteOrder.LITTLE_ENDIAN);
        long begin = -1;
        for (long offset = 0; offset < lengthBytes; offset += blockBytes) {
            readBlock(offset);
            for (int at = 0; !isFiller(at); ) {
                Part part = part(at);
                if (part == null) {
                    checkEnd(at);
                    return;
                }
                boolean begins = part.kind() == FULL || part.kind() == FIRST;
                if (begins == begin >= 0) {
                    throw damaged(
                            blockOffset + at,
                            "a part of a record is missing before the one that is here");
                }
                if (begins) {
                    begin = blockOffset + at;
                    start.clear();
                }
                start.put(
                        bytes,
                        at + part.headerBytes(),
                        Math.min(start.remaining(), part.lengthBytes()));
                if (part.kind() == FULL || part.kind() == LAST) {
                    reader.record(begin, start.flip());
                    begin = -1;
                }
                at = part.end();
            }
        }
    }

    /**
     * The number of the older log with whose records this one begins, as nothing was written since
     * it took that one's place; else {@link #NO_LOG}.
     */
    long replacedLog() throws IOException {
        if (lengthBytes == 0) {
            return NO_LOG;
        }
        readBlock(0);
        return isOlder(0) ? Integer.toUnsignedLong(block.getInt(HEADER_BYTES)) : NO_LOG;
    }

    private void readBlock(long offset) throws IOException {
        block.clear();
        while (block.hasRemaining() && channel.read(block, offset + block.position()) >= 0) {
            // A read may be short.
        }
        blockOffset = offset;
        blockBytes = block.position();
        if (blockBytes == 0) {
            throw new IOException(path + " became shorter while it was read");
        }
    }

    /** Whether no part begins at {@code at}, as what is left of the block has no room for one. */
    private boolean isFiller(int at) {
        int left = BLOCK_BYTES - at;
        return at == blockBytes
                || left < HEADER_BYTES
                || (left < NUMBERED_HEADER_BYTES && isZero(at, blockBytes));
    }

    private boolean isZero(int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** The sound part of this file's own that begins at {@code at}; null if there is none. */
    private @Nullable Part part(int at) {
        Part part = header(at, (int) logNumber);
        return part != null && part.end() <= blockBytes && isSound(part, (int) logNumber)
                ? part
                : null;
    }

    /** What begins at {@code at} if a part of log {@code number} does, else null. */
    private @Nullable Part header(int at, int number) {
        if (blockBytes - at < HEADER_BYTES) {
            return null;
        }
        int type = Byte.toUnsignedInt(bytes[at + TYPE]);
        int headerBytes = headerBytes(type);
        if (headerBytes == 0 || at + headerBytes > blockBytes) {
            return null;
        }
        boolean isOfLog = headerBytes == HEADER_BYTES || block.getInt(at + HEADER_BYTES) == number;
        Part part = new Part(at, type, headerBytes, lengthAt(at));
        return isOfLog && part.end() <= BLOCK_BYTES ? part : null;
    }

    private int lengthAt(int at) {
        return Short.toUnsignedInt(block.getShort(at + LENGTH));
    }

    /** 0 for a type that such a file does not have. */
    private int headerBytes(int type) {
        if (type < FULL || type > typesMax()) {
            return 0;
        }
        return type <= PLAIN_TYPES ? HEADER_BYTES : NUMBERED_HEADER_BYTES;
    }

    private int typesMax() {
        return logNumber == NO_LOG ? PLAIN_TYPES : 2 * PLAIN_TYPES;
    }

    private boolean isSound(Part part, int number) {
        return block.getInt(part.at()) == checksum(part, number);
    }

    private int checksum(Part part, int number) {
        checksum.reset();
        checksum.update(part.type());
        if (part.headerBytes() == NUMBERED_HEADER_BYTES) {
            for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                checksum.update(number >>> shift);
            }
        }
        checksum.update(bytes, part.at() + part.headerBytes(), part.lengthBytes());
        int value = (int) checksum.getValue();
        return (value >>> MASK_SHIFT | value << -MASK_SHIFT) + MASK;
    }

    /**
     * Throws unless the records may end at {@code at} of the present block, where no sound part
     * begins: no part that was written later may follow.
     */
    private void checkEnd(int at) throws IOException {
        long offset = blockOffset + at;
        End end = end(at);
        if (end == End.DAMAGE) {
            throw damaged(offset, "no record with a right checksum is here");
        }
        for (int later = at + 1; later < blockBytes; later++) {
            if (part(later) != null) {
                throw damaged(
                        offset, "no record with a right checksum is here, but later ones are");
            }
        }
        boolean hasOlder = false;
        boolean endsHere = blockOffset + BLOCK_BYTES >= lengthBytes;
        for (long next = blockOffset + BLOCK_BYTES; next < lengthBytes; next += BLOCK_BYTES) {
            readBlock(next);
            if (part(0) != null) {
                throw damaged(
                        offset, "no record with a right checksum is here, but later ones are");
            }
            hasOlder |= isOlder(0);
        }
        if (end == End.OLDER && !endsHere && !hasOlder) {
            throw damaged(offset, "neither a record nor the rest of an older log is here");
        }
    }

    /** What is behind the last record. */
    private enum End {
        /** Zeros, or a part that a killed process or a power loss has left unfinished. */
        UNFINISHED,
        /** It may be the rest of the log whose place this one took. */
        OLDER,
        DAMAGE
    }

    private End end(int at) {
        if (blockBytes - at < HEADER_BYTES || isZero(at, blockBytes)) {
            return End.UNFINISHED;
        }
        if (hasOneWrongBitInHeader(at)) {
            return End.DAMAGE;
        }
        if (logNumber != NO_LOG && blockBytes - at < NUMBERED_HEADER_BYTES) {
            return End.UNFINISHED;
        }
        Part part = header(at, (int) logNumber);
        if (part != null) {
            return part.end() > blockBytes || isHalfWritten(part) ? End.UNFINISHED : End.DAMAGE;
        }
        boolean mayBeOlder = logNumber != NO_LOG && (blockOffset + at > 0 || isOlder(at));
        return mayBeOlder ? End.OLDER : End.DAMAGE;
    }

    /** Whether a sound part of a log that was written before this one begins at {@code at}. */
    private boolean isOlder(int at) {
        if (logNumber == NO_LOG || blockBytes - at < NUMBERED_HEADER_BYTES) {
            return false;
        }
        int number = block.getInt(at + HEADER_BYTES);
        Part part = header(at, number);
        return part != null
                && part.headerBytes() == NUMBERED_HEADER_BYTES
                && Integer.toUnsignedLong(number) < logNumber
                && part.end() <= blockBytes
                && isSound(part, number);
    }

    /** Whether a part that is sound but for its header begins at {@code at}. */
    private boolean hasOneWrongBitInHeader(int at) {
        int length = lengthAt(at);
        for (int type = FULL; type <= typesMax(); type++) {
            // Also if the number of the log is wrong: it is not read.
            if (isSoundAs(new Part(at, type, headerBytes(type), length))) {
                return true;
            }
        }
        int type = Byte.toUnsignedInt(bytes[at + TYPE]);
        for (int bit = 1; bit <= Character.MAX_VALUE && headerBytes(type) > 0; bit <<= 1) {
            if (isSoundAs(new Part(at, type, headerBytes(type), length ^ bit))) {
                return true;
            }
        }
        Part part = header(at, (int) logNumber);
        return part != null
                && part.end() <= blockBytes
                && Integer.bitCount(checksum(part, (int) logNumber) ^ block.getInt(at)) == 1;
    }

    private boolean isSoundAs(Part part) {
        return part.end() <= blockBytes && isSound(part, (int) logNumber);
    }

    /**
     * Whether a disk may have written some sectors of {@code part} and not others. The ones that it
     * has not written are zero, or have what was in the place of a new log before.
     */
    private boolean isHalfWritten(Part part) {
        boolean isLast = isZero(part.end(), blockBytes);
        int from = part.at();
        while (from < part.end()) {
            int next = Math.min(from / SECTOR_BYTES * SECTOR_BYTES + SECTOR_BYTES, blockBytes);
            if (next - from >= ZEROS_MIN && isZero(from, next)) {
                return true;
            }
            if (!isLast && next < part.end()) {
                return true;
            }
            from = next;
        }
        return false;
    }

    private SluiceException damaged(long offset, String finding) {
        return RocksFailure.damaged(path, offset, finding);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
