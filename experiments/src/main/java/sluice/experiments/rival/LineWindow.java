package sluice.experiments.rival;

import static sluice.experiments.rival.NativeMemory.ALL;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A window of whole lines of a file in memory outside the heap. A line belongs to the window in
 * which it begins. {@link #SLACK_BYTES} bytes after the window may be read, so that a parser can
 * take eight bytes at a time.
 */
final class LineWindow implements AutoCloseable {
    static final int LINE_BYTES_MAX = 8 << 10;
    static final int SLACK_BYTES = 64;

    private final FileChannel file;
    private final long fileBytes;
    private final int windowBytes;
    private final NativeMemory memory;
    private final ByteBuffer bytes;
    private long from;
    private long to;
    private long fileOffset;

    LineWindow(FileChannel file, int windowBytes) throws IOException {
        this.file = file;
        this.windowBytes = windowBytes;
        fileBytes = file.size();
        memory = NativeMemory.allocate(1L + windowBytes + LINE_BYTES_MAX + SLACK_BYTES);
        bytes = memory.slice(memory.address(), 1L + windowBytes + LINE_BYTES_MAX).asByteBuffer();
    }

    /** Reads the lines that begin in the {@code windowBytes} bytes from {@code offset} on. */
    void read(long offset) throws IOException {
        // The byte before the window tells whether a line begins with it.
        fileOffset = Math.max(0, offset - 1);
        bytes.clear();
        while (bytes.hasRemaining() && file.read(bytes, fileOffset + bytes.position()) >= 0) {}
        long end = memory.address() + bytes.position();
        if (fileOffset + bytes.position() >= fileBytes
                && bytes.position() > 0
                && byteAt(end - 1) != '\n') {
            ALL.set(ValueLayout.JAVA_BYTE, end, (byte) '\n');
            end++;
        }
        from = offset == 0 ? memory.address() : afterLine(memory.address(), end);
        long limit = Math.min(end, memory.address() + (offset - fileOffset) + windowBytes);
        to = limit <= from ? from : afterLine(limit - 1, end);
        if (to > from && byteAt(to - 1) != '\n') {
            throw new IOException(
                    "line before byte "
                            + offsetOf(to)
                            + " is longer than "
                            + LINE_BYTES_MAX
                            + " bytes");
        }
    }

    /** The address of the first line. */
    long from() {
        return from;
    }

    /** The address after the last line's end. */
    long to() {
        return to;
    }

    long offsetOf(long address) {
        return fileOffset + (address - memory.address());
    }

    @Override
    public void close() {
        memory.close();
    }

    static byte byteAt(long address) {
        return ALL.get(ValueLayout.JAVA_BYTE, address);
    }

    private static long afterLine(long address, long end) {
        long at = address;
        while (at < end && byteAt(at) != '\n') {
            at++;
        }
        return Math.min(end, at + 1);
    }
}
