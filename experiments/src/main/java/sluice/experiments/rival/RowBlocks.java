package sluice.experiments.rival;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory for rows between parsing and building, in blocks of one size, and a spill file for
 * what does not fit. Any thread may take, spill and read. A block is never given back: the load
 * ends and all memory goes.
 */
final class RowBlocks implements AutoCloseable {
    private final NativeMemory memory;
    private final FileChannel spill;
    private final int blockBytes;
    private final AtomicLong takenBytes = new AtomicLong();
    private final AtomicLong spilledBytes = new AtomicLong();

    private RowBlocks(NativeMemory memory, FileChannel spill, int blockBytes) {
        this.memory = memory;
        this.spill = spill;
        this.blockBytes = blockBytes;
    }

    static RowBlocks open(long lengthBytes, int blockBytes, Path spillFile) throws IOException {
        NativeMemory memory = NativeMemory.allocate(lengthBytes);
        try {
            return new RowBlocks(
                    memory,
                    FileChannel.open(
                            spillFile,
                            StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.DELETE_ON_CLOSE),
                    blockBytes);
        } catch (Throwable failure) {
            memory.close();
            throw failure;
        }
    }

    int blockBytes() {
        return blockBytes;
    }

    long spilledBytes() {
        return spilledBytes.get();
    }

    /** The address of a block that nobody has, or 0 when all are taken. */
    long take() {
        long from = takenBytes.getAndAdd(blockBytes);
        return from + blockBytes <= memory.lengthBytes() ? memory.address() + from : 0;
    }

    /**
     * Writes a block to the spill file and returns its offset there; the block can be filled again.
     */
    long spill(long address, int lengthBytes) throws IOException {
        long offset = spilledBytes.getAndAdd(lengthBytes);
        ByteBuffer bytes = memory.slice(address, lengthBytes).asByteBuffer();
        while (bytes.hasRemaining()) {
            spill.write(bytes, offset + bytes.position());
        }
        return offset;
    }

    /** Reads a spilled block back to {@code address}. */
    void read(long offset, int lengthBytes, long address) throws IOException {
        ByteBuffer bytes = memory.slice(address, lengthBytes).asByteBuffer();
        while (bytes.hasRemaining()) {
            if (spill.read(bytes, offset + bytes.position()) < 0) {
                throw new EOFException("spill file ends before byte " + (offset + lengthBytes));
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (memory) {
            spill.close();
        }
    }
}
