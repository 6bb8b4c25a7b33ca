package sluice.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.storage.BlockMemory;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * The parts of an open file that have a checksum each: read, compared, and of a file that is not
 * mapped kept in the memory of its storage. Safe for any number of threads.
 */
final class FileParts implements IndexSection.Checked {
    /** Readers may look this far behind the end of a part. */
    static final int BEHIND_BYTES = 8;

    private static final String ADVICE = "run: sluice verify";

    private final String name;
    private final Storage.Source source;

    /** Where the parts end. */
    private final long end;

    private final @Nullable BlockMemory kept;

    /** The number of the file in {@code kept}. */
    private final long file;

    /** {@code kept} is null for a mapped file. */
    FileParts(String name, Storage.Source source, long end, @Nullable BlockMemory kept) {
        this.name = name;
        this.source = source;
        this.end = end;
        this.kept = kept;
        this.file = kept == null ? 0 : kept.newFile();
    }

    /** Reads {@code length} bytes at {@code offset} and compares their checksum. */
    @Override
    public byte[] read(long offset, int length, int checksum, String what) throws IOException {
        checkPlace(offset, length, what);
        byte[] bytes = new byte[length];
        read(offset, length, checksum, what, bytes);
        return bytes;
    }

    /**
     * The part at {@code offset}, from 0 on, of a file that is not mapped, which is compared with
     * its checksum when it is read; null for a mapped file.
     */
    @Override
    public @Nullable MemorySegment kept(long offset, int length, int checksum, String what)
            throws IOException {
        BlockMemory memory = kept;
        if (memory == null) {
            return null;
        }
        return memory.get(
                file,
                offset,
                () -> {
                    checkPlace(offset, length, what);
                    byte[] bytes = new byte[Math.addExact(length, BEHIND_BYTES)];
                    read(offset, length, checksum, what, bytes);
                    return bytes;
                });
    }

    void checkPlace(long offset, int length, String what) throws CorruptFileException {
        if (offset < FileLayout.HEADER_BYTES || length < 0 || offset + length > end) {
            throw new CorruptFileException(
                    name, offset, what + " lies outside of its part of the file", ADVICE);
        }
    }

    void read(long offset, int length, int checksum, String what, byte[] into) throws IOException {
        StorageFiles.readFully(source, ByteBuffer.wrap(into, 0, length), offset);
        CRC32C crc = new CRC32C();
        crc.update(into, 0, length);
        if ((int) crc.getValue() != checksum) {
            throw new CorruptFileException(
                    name, offset, what + " does not match its checksum", ADVICE);
        }
    }
}
