package sluice.dictionary;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Names that wait to be added to a {@link NameTable} together, in the order in which they came.
 * Belongs to one thread.
 */
final class NameBatch implements AutoCloseable {
    /** A processor always has a few to fetch, and all of them stay in its cache. */
    static final int NAMES_MAX = 512;

    private static final int BYTES = 128 * 1024;

    /** The memory of a batch outside the heap. */
    static final long MEMORY_BYTES = BYTES;

    private final NameBytes.Hash hash;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment bytes = arena.allocate(BYTES, 64);
    private final long[] hashes = new long[NAMES_MAX];
    private final int[] groups = new int[NAMES_MAX];
    private final int[] ends = new int[NAMES_MAX + 1];
    private int count;

    NameBatch(NameBytes.Hash hash) {
        this.hash = hash;
    }

    /** Whether there is room for one more name of this length. */
    boolean hasRoom(int length) {
        return count < NAMES_MAX && length <= BYTES - ends[count];
    }

    /** Whether two more names may find no room. */
    boolean isNearlyFull() {
        return count > NAMES_MAX - 2 || ends[count] > BYTES / 2;
    }

    void put(int group, MemorySegment name, long offset, int length) {
        MemorySegment.copy(name, offset, bytes, ends[count], length);
        put(group, length);
    }

    void put(int group, byte[] name, int offset, int length) {
        MemorySegment.copy(name, offset, bytes, NameBytes.BYTE, ends[count], length);
        put(group, length);
    }

    private void put(int group, int length) {
        int from = ends[count];
        hashes[count] = hash.of(bytes, from, length);
        groups[count++] = group;
        ends[count] = from + length;
    }

    int count() {
        return count;
    }

    long[] hashes() {
        return hashes;
    }

    MemorySegment bytes() {
        return bytes;
    }

    int group(int index) {
        return groups[index];
    }

    int offset(int index) {
        return ends[index];
    }

    int length(int index) {
        return ends[index + 1] - ends[index];
    }

    void clear() {
        count = 0;
    }

    @Override
    public void close() {
        arena.close();
    }
}
