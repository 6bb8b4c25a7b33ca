package sluice.ingest;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Native bytes that grow at the end. Belongs to one thread, takes memory when the first byte is
 * put, and keeps {@link Swar#SLACK_BYTES} readable bytes after its end.
 */
final class GrowingBuffer implements AutoCloseable {
    private static final long FIRST_BYTES = 4096;

    /** Holds {@link #segment}; null until memory is needed. */
    private @Nullable Arena arena;

    private MemorySegment segment = MemorySegment.NULL;
    private long lengthBytes;

    /** The bytes from 0 to {@link #lengthBytes}; another segment after growth. */
    MemorySegment segment() {
        return segment;
    }

    long lengthBytes() {
        return lengthBytes;
    }

    /** Forgets the bytes from {@code lengthBytes} on, or all with 0. */
    void truncate(long lengthBytes) {
        this.lengthBytes = lengthBytes;
    }

    void put(byte value) {
        reserve(1);
        segment.set(ValueLayout.JAVA_BYTE, lengthBytes++, value);
    }

    void put(byte[] bytes) {
        reserve(bytes.length);
        MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, lengthBytes, bytes.length);
        lengthBytes += bytes.length;
    }

    /** Puts the eight bytes of a little-endian word. */
    void putWord(long word) {
        reserve(8);
        segment.set(Swar.WORD, lengthBytes, word);
        lengthBytes += 8;
    }

    void put(MemorySegment bytes, long from, long length) {
        reserve(length);
        MemorySegment.copy(bytes, from, segment, lengthBytes, length);
        lengthBytes += length;
    }

    private void reserve(long moreBytes) {
        if (segment.byteSize() - lengthBytes < moreBytes + Swar.SLACK_BYTES) {
            grow(lengthBytes + moreBytes + Swar.SLACK_BYTES);
        }
    }

    private void grow(long neededBytes) {
        Arena larger = Arena.ofConfined();
        try {
            long sizeBytes = Math.max(FIRST_BYTES, Math.max(neededBytes, 2 * segment.byteSize()));
            MemorySegment grown = larger.allocate(sizeBytes, 8);
            MemorySegment.copy(segment, 0, grown, 0, lengthBytes);
            close();
            segment = grown;
            arena = larger;
        } catch (Throwable failure) {
            larger.close();
            throw failure;
        }
    }

    @Override
    public void close() {
        if (arena != null) {
            arena.close();
            arena = null;
            segment = MemorySegment.NULL;
        }
    }
}
