package sluice.storage;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The bytes of one file of a {@link MemoryStorage}, apart from its name.
 *
 * <p>Files only grow at their end, so what is durable is always a prefix. Not safe for threads: the
 * storage's lock guards it.
 */
final class MemoryFile {
    private byte[] bytes;
    private int lengthBytes;
    private int durableBytes;

    /**
     * The name, sinks and sources that keep the file alive: without any its space is free again.
     */
    private int holderCount;

    private MemoryFile(byte[] durable) {
        this.bytes = durable;
        this.lengthBytes = durable.length;
        this.durableBytes = durable.length;
    }

    static MemoryFile empty() {
        return new MemoryFile(new byte[0]);
    }

    int lengthBytes() {
        return lengthBytes;
    }

    /** Appends the next {@code countBytes} of {@code source}. */
    void append(ByteBuffer source, int countBytes) {
        int newLengthBytes = Math.addExact(lengthBytes, countBytes);
        if (newLengthBytes > bytes.length) {
            long doubled = Math.min(2L * bytes.length, Integer.MAX_VALUE - 8);
            bytes = Arrays.copyOf(bytes, (int) Math.max(doubled, newLengthBytes));
        }
        source.get(bytes, lengthBytes, countBytes);
        lengthBytes = newLengthBytes;
    }

    void read(int offset, int countBytes, ByteBuffer target) {
        target.put(bytes, offset, countBytes);
    }

    ByteBuffer view() {
        return ByteBuffer.wrap(bytes, 0, lengthBytes).asReadOnlyBuffer();
    }

    void sync() {
        durableBytes = lengthBytes;
    }

    /**
     * Loses what was not synced, as a failed write to the disk does: zeros are left in its place.
     */
    void dropUnsynced() {
        Arrays.fill(bytes, durableBytes, lengthBytes, (byte) 0);
    }

    /** Puts {@code damage} over the bytes from {@code offset}, on the disk as well. */
    void damage(int offset, byte[] damage) {
        System.arraycopy(damage, 0, bytes, offset, damage.length);
    }

    /** Loses the bytes from {@code newLengthBytes}, on the disk as well. */
    void truncate(int newLengthBytes) {
        lengthBytes = newLengthBytes;
        durableBytes = Math.min(durableBytes, newLengthBytes);
    }

    MemoryFile survivor(Survival survival, RandomGenerator random) {
        return new MemoryFile(
                survival.ofBytes(Arrays.copyOf(bytes, lengthBytes), durableBytes, random));
    }

    void hold() {
        holderCount++;
    }

    /** Ends one {@link #hold}; true when nothing holds the file any more. */
    boolean release() {
        holderCount--;
        assert holderCount >= 0;
        return holderCount == 0;
    }
}
