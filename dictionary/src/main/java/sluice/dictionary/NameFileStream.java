package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Reads the body of a file of names from its beginning to its end. Belongs to one thread; takes 128
 * KiB.
 */
final class NameFileStream implements Closeable {
    static final int BUFFER_BYTES = 8 * NameFileFormat.BLOCK_BYTES;

    private final NameFileReader file;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final MemorySegment segment = MemorySegment.ofArray(buffer);
    private final ByteBuffer bufferBytes = ByteBuffer.wrap(buffer);
    private int position;
    private int end;
    private long nextBlock;

    /** A stream that stands behind the header of {@code file} and closes it with itself. */
    NameFileStream(NameFileReader file) throws IOException {
        this.file = file;
        try {
            ensure(NameFileFormat.HEADER_BYTES);
            skip(NameFileFormat.HEADER_BYTES);
        } catch (Throwable failure) {
            close();
            throw failure;
        }
    }

    NameFileReader file() {
        return file;
    }

    /**
     * Whether {@code length} bytes, a name at most, follow the position; reads them into the
     * buffer.
     */
    boolean ensure(int length) throws IOException {
        if (end - position < length) {
            fill();
        }
        return end - position >= length;
    }

    byte[] buffer() {
        return buffer;
    }

    /** The buffer. */
    MemorySegment segment() {
        return segment;
    }

    int position() {
        return position;
    }

    int available() {
        return end - position;
    }

    void skip(int length) {
        position += length;
    }

    /** Goes to {@code offset} of the file, forward or back. */
    void seek(long offset) throws IOException {
        nextBlock = offset / NameFileFormat.BLOCK_BYTES;
        position = 0;
        end = 0;
        int inBlock = (int) (offset % NameFileFormat.BLOCK_BYTES);
        if (ensure(inBlock)) {
            skip(inBlock);
        }
    }

    /** Where in the file the position is. */
    long offset() {
        return Math.min(nextBlock * NameFileFormat.BLOCK_BYTES, file.bodyLength())
                - (end - position);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void fill() throws IOException {
        System.arraycopy(buffer, position, buffer, 0, end - position);
        end -= position;
        position = 0;
        while (nextBlock < file.blockCount() && end + NameFileFormat.BLOCK_BYTES <= BUFFER_BYTES) {
            bufferBytes.clear().position(end);
            end += file.readBlock(nextBlock, bufferBytes);
            nextBlock++;
        }
    }
}
