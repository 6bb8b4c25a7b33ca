package sluice.dictionary.table;

/**
 * Names that wait to be added to a {@link NameTable} together, in the order in which they came.
 * Belongs to one thread.
 */
public final class NameBatch {
    /** A processor always has a few to fetch, and all of them stay in its cache. */
    public static final int NAMES_MAX = 512;

    private static final int BYTES = 128 * 1024;

    private final NameBytes.Hash hash;
    private final byte[] bytes = new byte[BYTES];
    private final long[] hashes = new long[NAMES_MAX];
    private final int[] groups = new int[NAMES_MAX];
    private final int[] ends = new int[NAMES_MAX + 1];
    private int count;

    public NameBatch(NameBytes.Hash hash) {
        this.hash = hash;
    }

    /** Whether there is room for one more name of this length. */
    public boolean hasRoom(int length) {
        return count < NAMES_MAX && length <= BYTES - ends[count];
    }

    /** Whether two more names may find no room. */
    public boolean isNearlyFull() {
        return count > NAMES_MAX - 2 || ends[count] > BYTES / 2;
    }

    public void put(int group, byte[] name, int offset, int length) {
        int from = ends[count];
        System.arraycopy(name, offset, bytes, from, length);
        hashes[count] = hash.of(bytes, from, length);
        groups[count++] = group;
        ends[count] = from + length;
    }

    public int count() {
        return count;
    }

    public long[] hashes() {
        return hashes;
    }

    public byte[] bytes() {
        return bytes;
    }

    public int group(int index) {
        return groups[index];
    }

    public int offset(int index) {
        return ends[index];
    }

    public int length(int index) {
        return ends[index + 1] - ends[index];
    }

    public void clear() {
        count = 0;
    }
}
