package sluice.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;

/**
 * One file that many threads write, chunk after chunk, each in its turn.
 *
 * <p>A chunk's turn comes when the lengths of all chunks before it are known; its bytes are then
 * written at their offset, at the same time as those of others. The file has a temporary name until
 * it is whole. It is not forced: it can be made again.
 */
final class PartFile implements AutoCloseable {
    private static final long WAIT_MILLIS = 100;

    private final Path file;
    private final Path temporary;
    private final FileChannel channel;

    /** Guarded by this, as the two below are: the chunk whose turn it is. */
    private long turn;

    private long endOffset;
    private boolean finished;

    private PartFile(Path file, Path temporary, FileChannel channel, long firstChunk) {
        this.file = file;
        this.temporary = temporary;
        this.channel = channel;
        turn = firstChunk;
    }

    /**
     * Creates the file under its temporary name. The caller closes it; unless finished, nothing is
     * left.
     */
    static PartFile create(Path file, byte[] header, long firstChunk) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        FileChannel channel =
                FileChannel.open(
                        temporary,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
        PartFile part = new PartFile(file, temporary, channel, firstChunk);
        try {
            part.write(header, header.length, 0);
            part.endOffset = header.length;
            return part;
        } catch (Throwable failure) {
            part.close();
            throw failure;
        }
    }

    Path file() {
        return file;
    }

    synchronized long lengthBytes() {
        return endOffset;
    }

    /**
     * Waits for the turn of {@code chunk} and appends text to it; {@code last} gives the turn on.
     */
    void append(long chunk, byte[] text, int lengthBytes, boolean last, BooleanSupplier stopped)
            throws IOException {
        write(text, lengthBytes, reserve(chunk, lengthBytes, last, stopped));
    }

    /** The temporary name becomes the file's own. */
    synchronized void finish() throws IOException {
        channel.close();
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        finished = true;
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
        if (!finished) {
            Files.deleteIfExists(temporary);
        }
    }

    private synchronized long reserve(
            long chunk, int lengthBytes, boolean last, BooleanSupplier stopped) throws IOException {
        if (turn > chunk) {
            throw new IllegalStateException(
                    "chunk %d comes after its turn, %d".formatted(chunk, turn));
        }
        while (turn != chunk) {
            if (stopped.getAsBoolean()) {
                throw new IOException(
                        "given up: another thread failed, chunk %d waited".formatted(chunk));
            }
            try {
                wait(WAIT_MILLIS);
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
                throw new IOException(
                        "interrupted while chunk %d waited".formatted(chunk), interrupt);
            }
        }
        long offset = endOffset;
        endOffset += lengthBytes;
        if (last) {
            turn++;
            notifyAll();
        }
        return offset;
    }

    private void write(byte[] text, int lengthBytes, long offset) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text, 0, lengthBytes);
        long position = offset;
        while (bytes.hasRemaining()) {
            position += channel.write(bytes, position);
        }
    }
}
