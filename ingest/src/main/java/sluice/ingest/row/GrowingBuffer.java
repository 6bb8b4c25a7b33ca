package sluice.ingest.row;

import java.util.Arrays;

/**
 * Bytes that grow at the end. Belongs to one thread, takes memory when the first byte is put, and
 * keeps {@link Swar#SLACK_BYTES} readable bytes after its end.
 */
public final class GrowingBuffer {
    private static final int FIRST_BYTES = 4096;

    private byte[] bytes = new byte[0];
    private int lengthBytes;

    /** The bytes from 0 to {@link #lengthBytes}; another array after growth. */
    public byte[] bytes() {
        return bytes;
    }

    public int lengthBytes() {
        return lengthBytes;
    }

    /** Forgets the bytes from {@code lengthBytes} on, or all with 0. */
    public void truncate(int lengthBytes) {
        this.lengthBytes = lengthBytes;
    }

    public void put(byte value) {
        reserve(1);
        bytes[lengthBytes++] = value;
    }

    public void put(byte[] from) {
        put(from, 0, from.length);
    }

    /** Puts the eight bytes of a little-endian word. */
    void putWord(long word) {
        reserve(8);
        Swar.putWord(bytes, lengthBytes, word);
        lengthBytes += 8;
    }

    public void put(byte[] from, int offset, int length) {
        reserve(length);
        System.arraycopy(from, offset, bytes, lengthBytes, length);
        lengthBytes += length;
    }

    private void reserve(int moreBytes) {
        int needed = Math.addExact(lengthBytes, moreBytes + Swar.SLACK_BYTES);
        if (needed > bytes.length) {
            long larger = Math.max(needed, Math.max(FIRST_BYTES, 2L * bytes.length));
            bytes = Arrays.copyOf(bytes, (int) Math.min(larger, Integer.MAX_VALUE - 8));
        }
    }
}
