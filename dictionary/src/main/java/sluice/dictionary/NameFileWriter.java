package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import sluice.dictionary.table.NameBytes;
import sluice.storage.Storage;

/**
 * Writes one file of names from its beginning to its end, under {@code name.tmp} until it is whole.
 *
 * <p>Belongs to one thread. Closing it before {@link #finish} deletes what was written. Takes 160
 * KiB, and 4 bytes for each 16 KiB of the file.
 */
final class NameFileWriter implements Closeable {
    private static final int FLUSH_BYTES = 4 * NameFileFormat.BLOCK_BYTES;
    // A put begins below FLUSH_BYTES and takes at most a length and a name.
    private static final int BUFFER_BYTES = 10 * NameFileFormat.BLOCK_BYTES;

    private final Storage storage;
    private final String name;
    private final boolean durable;
    private final long magic;
    private final int version;
    private final long fileSeed;
    private final Storage.Sink sink;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final ByteBuffer bufferBytes = ByteBuffer.wrap(buffer);
    private final CRC32C crc = new CRC32C();

    private int[] checksums = new int[16];
    private int blockCount;
    private int position;
    private long flushedBytes;
    private boolean finished;

    /** Begins the file {@code name}; one that is not {@code durable} is not synced. */
    NameFileWriter(Storage storage, String name, long magic, boolean durable) throws IOException {
        this(storage, name, magic, durable, NameFileFormat.NARROW_VERSION);
    }

    /** As above, with a format version. */
    NameFileWriter(Storage storage, String name, long magic, boolean durable, int version)
            throws IOException {
        this.storage = storage;
        this.name = name;
        this.durable = durable;
        this.magic = magic;
        this.version = version;
        fileSeed = NameFileFormat.fileSeed(name);
        sink = create(storage, temporaryName(name));
        putLong(magic);
        putInt(version);
        putInt(NameFileFormat.BLOCK_BYTES);
    }

    static String temporaryName(String name) {
        return name + ".tmp";
    }

    /** How many bytes the body has so far, its header included. */
    long lengthBytes() {
        return flushedBytes + position;
    }

    void putShort(int value) throws IOException {
        NameBytes.putShort(buffer, position, value);
        advance(2);
    }

    void putInt(int value) throws IOException {
        NameBytes.putInt(buffer, position, value);
        advance(4);
    }

    /** Puts the first {@code count} of {@code values}, at most 16 Ki of them. */
    void putInts(int[] values, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            NameBytes.putInt(buffer, position + 4 * i, values[i]);
        }
        advance(4 * count);
    }

    /** Puts the lower 40 bits of {@code value}. */
    void putInt40(long value) throws IOException {
        NameBytes.putLong(buffer, position, value);
        advance(5);
    }

    void putLong(long value) throws IOException {
        NameBytes.putLong(buffer, position, value);
        advance(8);
    }

    /** Puts at most {@link NameFileFormat#NAME_BYTES_MAX} + 2 bytes. */
    void put(byte[] source, int offset, int length) throws IOException {
        System.arraycopy(source, offset, buffer, position, length);
        advance(length);
    }

    /** Ends the body, writes the tail, syncs and gives the file its name. */
    NameFile finish(byte[] footer) throws IOException {
        flush(NameFileFormat.blockCount(position));
        long bodyLength = flushedBytes;
        if (footer.length > NameFileFormat.FOOTER_BYTES_MAX) {
            throw new IllegalStateException(
                    "footer of " + name + " has " + footer.length + " bytes");
        }
        int length =
                Math.addExact(
                        Math.multiplyExact(blockCount, 4),
                        footer.length + NameFileFormat.TRAILER_BYTES);
        ByteBuffer tail = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        for (int block = 0; block < blockCount; block++) {
            tail.putInt(checksums[block]);
        }
        tail.put(footer);
        tail.putLong(bodyLength);
        tail.putInt(footer.length);
        tail.putInt(version);
        tail.putInt(NameFileFormat.BLOCK_BYTES);
        NameFileFormat.start(crc, fileSeed, NameFileFormat.TAIL);
        crc.update(tail.array(), 0, tail.position());
        int checksum = (int) crc.getValue();
        tail.putInt(checksum);
        tail.putLong(magic);
        write(tail.flip());
        if (durable) {
            sink.sync();
        }
        sink.close();
        storage.rename(temporaryName(name), name);
        finished = true;
        if (durable) {
            storage.syncDirectory();
        }
        return new NameFile(name, bodyLength + length, Integer.toUnsignedLong(checksum));
    }

    @Override
    public void close() throws IOException {
        sink.close();
        if (!finished) {
            finished = true;
            storage.delete(temporaryName(name));
        }
    }

    /** Creates a temporary file, in place of one that a process left which died. */
    private static Storage.Sink create(Storage storage, String temporary) throws IOException {
        try {
            return storage.create(temporary);
        } catch (IOException failure) {
            if (!storage.list().contains(temporary)) {
                throw failure;
            }
            storage.delete(temporary);
            return storage.create(temporary);
        }
    }

    private void advance(int length) throws IOException {
        position += length;
        if (position >= FLUSH_BYTES) {
            flush(position / NameFileFormat.BLOCK_BYTES);
        }
    }

    /**
     * Writes {@code count} blocks, the last of which may be short, and moves the rest to the front.
     */
    private void flush(long count) throws IOException {
        int end = (int) Math.min(position, count * NameFileFormat.BLOCK_BYTES);
        for (int from = 0; from < end; from += NameFileFormat.BLOCK_BYTES) {
            if (blockCount == checksums.length) {
                checksums = Arrays.copyOf(checksums, Math.multiplyExact(blockCount, 2));
            }
            NameFileFormat.start(crc, fileSeed, blockCount);
            crc.update(
                    bufferBytes
                            .limit(Math.min(end, from + NameFileFormat.BLOCK_BYTES))
                            .position(from));
            checksums[blockCount++] = (int) crc.getValue();
        }
        write(bufferBytes.limit(end).position(0));
        bufferBytes.clear();
        System.arraycopy(buffer, end, buffer, 0, position - end);
        position -= end;
        flushedBytes += end;
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            sink.write(bytes);
        }
    }
}
