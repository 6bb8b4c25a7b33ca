package sluice.ingest.file;

import java.io.IOException;
import java.util.Arrays;

/**
 * The piece of a file that is in memory: a buffer that slides over the text and grows for long
 * rows. Used by one thread at a time.
 */
public final class Window {
    public static final int WINDOW_BYTES = 512 << 10;

    /** How far behind the end a parser may read. */
    private static final int SLACK_BYTES = 64;

    /** By how much a window can be longer than the longest row. */
    private static final int GROWTH_BYTES = 64 << 10;

    private final int growthMax;
    private byte[] bytes;
    private int capacity;

    /** Where in the text the first byte of the buffer is. */
    private long start;

    /**
     * The first byte that was not yet taken, and the first behind all bytes, as offsets in the
     * buffer.
     */
    private int from;

    private int to;

    private boolean ended;

    /**
     * A window over the text from {@code start}, empty, that can grow to hold a row of {@code
     * rowBytesMax} bytes.
     */
    public Window(long start, int capacity, int rowBytesMax) {
        this.start = start;
        this.capacity = capacity;
        this.growthMax = Math.max(capacity, rowBytesMax + GROWTH_BYTES);
        this.bytes = new byte[capacity + SLACK_BYTES];
    }

    /** Where a window gets its bytes. */
    public interface Feed {
        /**
         * Puts up to {@code length} bytes of the text at {@code position} into {@code target}; -1
         * at the end.
         */
        int read(long position, byte[] target, int offset, int length) throws IOException;
    }

    public byte[] bytes() {
        return bytes;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    public long start() {
        return start;
    }

    /** Where in the text the next byte to be taken is. */
    public long position() {
        return start + from;
    }

    /** Whether the text ends at {@link #to}. */
    public boolean ended() {
        return ended;
    }

    public boolean isFull() {
        return to == capacity;
    }

    /** Takes all bytes before {@code offset}. */
    public void take(int offset) {
        from = offset;
    }

    /** Reads until the buffer is full, the text ends or {@code position} of the text is reached. */
    public void fill(Feed feed, long position) throws IOException {
        while (!ended && to < capacity && start + to < position) {
            long length = Math.min(Math.min(capacity - to, position - start - to), 1 << 20);
            int count = feed.read(start + to, bytes, to, (int) length);
            if (count < 0) {
                ended = true;
            } else {
                to += count;
            }
        }
    }

    /** Moves what was not taken to the front of the buffer; returns by how many bytes. */
    public long compact() {
        int moved = from;
        System.arraycopy(bytes, from, bytes, 0, to - from);
        start += moved;
        to -= moved;
        from = 0;
        return moved;
    }

    /** Doubles the buffer; false where it has its largest size. */
    public boolean grow() {
        if (capacity >= growthMax) {
            return false;
        }
        int larger = (int) Math.min(capacity * 2L, growthMax);
        bytes = Arrays.copyOf(bytes, larger + SLACK_BYTES);
        capacity = larger;
        return true;
    }
}
