package sluice.dictionary;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import sluice.dictionary.table.NameBytes;
import sluice.model.ByteHash;

/**
 * What name runs, trails, the ids of runs and dictionary generations share: a body in blocks, a
 * checksum for each block, a footer and a trailer; drawn in {@code docs/format-dictionary.md}.
 */
final class NameFileFormat {
    /** The newest version; all from 1 on are read. */
    static final int VERSION = 2;

    /** The version of files that keep to the limits of types that programs before had. */
    static final int NARROW_VERSION = 1;

    static final int NARROW_TYPE_NAME_BYTES_MAX = 255;
    static final int NARROW_TYPES_MAX = 65_536;
    static final int BLOCK_BYTES = 16 * 1024;

    static final long RUN_MAGIC = magic("SLUINAME");
    static final long DICTIONARY_MAGIC = magic("SLUIDICT");

    static final long TRAIL_MAGIC = magic("SLUITRA3");

    /** Of files beside a run, and of temporary streams that a merge writes and reads again. */
    static final long STREAM_MAGIC = magic("SLUITEMP");

    /** Magic, version and block length, at the beginning of the body. */
    static final int HEADER_BYTES = 16;

    static final int TRAILER_BYTES = 32;
    static final int FOOTER_BYTES_MAX = 64 * 1024 * 1024;

    /** Where things are in the trailer. */
    static final int BODY_LENGTH = 0;

    static final int FOOTER_LENGTH = 8;
    static final int TRAILER_VERSION = 12;
    static final int BLOCK_LENGTH = 16;
    static final int TAIL_CHECKSUM = 20;
    static final int TRAILER_MAGIC = 24;

    /** Takes the place of the block's number in the checksum of the tail. */
    static final long TAIL = -1;

    /** Bytes of a name at most. */
    static final int NAME_BYTES_MAX = 65_535;

    static final int GROUP_NAME_BYTES_MAX = 255;
    static final int TYPE_NAME_BYTES_MAX = 4096;
    static final int GROUPS_MAX = 65_536;
    static final int TYPES_MAX = 1 << 24;

    /** Bytes of all types that one generation adds; with 65,536 groups they fit into a footer. */
    static final int TYPES_BYTES_MAX = 44 * 1024 * 1024;

    private NameFileFormat() {}

    /**
     * The number that stands in every checksum of a file, so that no block passes for another
     * file's.
     */
    static long fileSeed(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(Math.max(1, bytes.length));
            MemorySegment.copy(bytes, 0, copy, NameBytes.BYTE, 0, bytes.length);
            return ByteHash.of(copy, 0, bytes.length);
        }
    }

    /** A checksum that has taken in the file's seed and the number of a block. */
    static void start(CRC32C checksum, long fileSeed, long block) {
        checksum.reset();
        checksum.update(
                ByteBuffer.allocate(16)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(fileSeed)
                        .putLong(block)
                        .flip());
    }

    static long blockCount(long bodyLength) {
        return (bodyLength + BLOCK_BYTES - 1) / BLOCK_BYTES;
    }

    static int blockLength(long bodyLength, long block) {
        return (int) Math.min(BLOCK_BYTES, bodyLength - block * BLOCK_BYTES);
    }

    private static long magic(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }
}
