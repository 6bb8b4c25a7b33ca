package sluice.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
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

    /** Appends the footer; then the temporary name becomes the file's own. */
    synchronized void finish(byte[] footer) throws IOException {
        write(footer, footer.length, endOffset);
        endOffset += footer.length;
        channel.close();
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        finished = true;
    }

    /** Deletes what is not finished while others may still write: the process ends. */
    void delete() {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException _) {
            // Nobody is left to be told.
        }
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
        if (!finished) {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * The text of one chunk after the other on its way to a file: a buffer that is handed on when
     * it is full. Belongs to one thread.
     */
    abstract static class ChunkText {
        private static final byte[] DIGIT_PAIRS = digitPairs();

        private final Output output;
        private final byte[] text;
        private int lengthBytes;
        private long rowCount;

        /** Takes the text of a chunk, in order. */
        interface Output {
            /** The array is reused after this returns. */
            void append(byte[] text, int lengthBytes) throws IOException;
        }

        ChunkText(int bufferBytes, Output output) {
            text = new byte[bufferBytes];
            this.output = output;
        }

        /** Begins a chunk; {@code firstOfFile} says that no other stands before it in its file. */
        void begin(boolean firstOfFile) {}

        long rowCount() {
            return rowCount;
        }

        /** The text that was not handed on yet; {@link #clear} once it is taken. */
        byte[] text() {
            return text;
        }

        int lengthBytes() {
            return lengthBytes;
        }

        void clear() {
            lengthBytes = 0;
            rowCount = 0;
        }

        /** Hands the text on if the buffer has no room for {@code bytes} more. */
        final void makeRoom(int bytes) {
            if (text.length - lengthBytes < bytes) {
                try {
                    output.append(text, lengthBytes);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
                lengthBytes = 0;
            }
        }

        final void rowEnds() {
            rowCount++;
        }

        final void append(char letter) {
            text[lengthBytes++] = (byte) letter;
        }

        final void append(byte[] bytes) {
            append(bytes, bytes.length);
        }

        final void append(byte[] bytes, int count) {
            System.arraycopy(bytes, 0, text, lengthBytes, count);
            lengthBytes += count;
        }

        /** Ids and types stay below 2^63; only a time can be negative. */
        final void number(long value) {
            if (value < 0) {
                append('-');
            }
            digits(Math.abs(value), digitCount(Math.abs(value)));
        }

        /** Writes a number as this many digits, with zeros in front. */
        final void digits(long value, int count) {
            int position = lengthBytes + count;
            lengthBytes = position;
            long rest = value;
            int left = count;
            while (left >= 2) {
                long quotient = rest / 100;
                int pair = (int) (rest - quotient * 100) * 2;
                text[--position] = DIGIT_PAIRS[pair + 1];
                text[--position] = DIGIT_PAIRS[pair];
                rest = quotient;
                left -= 2;
            }
            if (left == 1) {
                text[--position] = (byte) ('0' + rest);
            }
        }

        private static int digitCount(long value) {
            int digits = 1;
            for (long power = 10; digits < 19 && value >= power; power *= 10) {
                digits++;
            }
            return digits;
        }

        private static byte[] digitPairs() {
            byte[] pairs = new byte[200];
            for (int i = 0; i < 100; i++) {
                pairs[2 * i] = (byte) ('0' + i / 10);
                pairs[2 * i + 1] = (byte) ('0' + i % 10);
            }
            return pairs;
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
