package sluice.dictionary;

import java.util.Arrays;

/**
 * A set of names in groups, in arrays of a limited size, that can be put in order.
 *
 * <p>Belongs to one thread. A slot holds a hash and a reference to the name's bytes. A name's slot
 * is the leading part of its hash and the search for a free one goes forward only, so that the
 * slots are nearly sorted by hash at all times: sorting moves each a few places. A name that finds
 * no slot within {@link #PROBES_MAX} goes to an unsearched list, where names may stand twice; this
 * bounds the cost of names that were made to have one hash.
 *
 * <p>There are as few slots as the names need, so that few names stay in the caches of the
 * processor: their number doubles when half of them are taken, up to the most that there may be.
 * The array of the names' bytes doubles too.
 */
final class NameTable {
    static final int PROBES_MAX = 256;

    /** How many slots are looked into: nearly all names are in one of them. */
    private static final int TOUCHED_SLOTS = 8;

    /** Stands for the number of a name that {@link #add} has no room for. */
    static final int FULL = -1;

    private static final int SLOT_BYTES = 16;
    // A hash and a reference.
    private static final int SLOT_LONGS = 2;
    private static final int OFFSET_BITS = 40;
    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;
    // A reference is never 0, which marks a free slot.
    private static final int FIRST_OFFSET = 8;
    // Before a name: its number, and its length.
    private static final int NUMBER_BYTES = 4;
    private static final int LENGTH_BYTES = 2;
    private static final int FIRST_SLOTS = 1 << 14;
    private static final int FIRST_BYTES = 1 << 16;
    // Behind all names, so that 8 bytes can be fetched wherever one begins.
    private static final int SLACK_BYTES = 8;

    private final int slotCountMax;

    /** Where names end at most, and the slots that overflow begin, if these were behind them. */
    private final int bytesLimit;

    private byte[] bytes;
    private long[] slots;
    private long[] overflow = {};

    private int slotCount;
    private int bytesEnd = FIRST_OFFSET;
    private int count;
    private int overflowCount;
    private int sortedFrom;

    /** Keeps the reads of {@link #touch}: the compiler leaves out those that nothing comes of. */
    long touched;

    /**
     * A table of at most about {@code slotCountMax / 2} names; their bytes, and 6 more for each,
     * take the rest.
     */
    NameTable(int slotCountMax, int bytesLength) {
        int doublings = Math.max(0, 31 - Integer.numberOfLeadingZeros(slotCountMax / FIRST_SLOTS));
        slotCount = slotCountMax >>> doublings;
        this.slotCountMax = slotCount << doublings;
        bytesLimit = FIRST_OFFSET + bytesLength;
        slots = new long[slotLongs()];
        bytes = new byte[Math.min(bytesLimit, FIRST_BYTES) + SLACK_BYTES];
    }

    /**
     * How many bytes of memory a table takes at most: while its arrays become as long as can be.
     */
    static long memoryBytes(long slotCountMax, long bytesLength) {
        return ((slotCountMax + PROBES_MAX) * SLOT_BYTES + FIRST_OFFSET + bytesLength + SLACK_BYTES)
                * 3
                / 2;
    }

    int count() {
        return count;
    }

    /**
     * Fetches what {@link #add} will need for these hashes: their slots, then the names that are in
     * them. Hot: the memory for many names comes at once, where {@link #add} would wait for that of
     * each.
     */
    void touch(long[] hashes, int hashCount) {
        long sum = 0;
        for (int i = 0; i < hashCount; i++) {
            sum += slots[home(hashes[i]) + 1];
        }
        for (int i = 0; i < hashCount; i++) {
            int at = home(hashes[i]);
            int end = at + TOUCHED_SLOTS * SLOT_LONGS;
            while (at < end && slots[at] != hashes[i] && slots[at + 1] != 0) {
                at += SLOT_LONGS;
            }
            sum += NameBytes.getLong(bytes, (int) (slots[at + 1] & OFFSET_MASK));
        }
        touched += sum;
    }

    /**
     * Adds a name of 1 to 65,535 bytes unless it is there. Returns its number, counted from 0 in
     * the order in which names came, or {@link #FULL}. Hot: one or two cache misses.
     */
    int add(int group, long nameHash, byte[] name, int offset, int length) {
        int at = home(nameHash);
        int end = at + PROBES_MAX * SLOT_LONGS;
        for (; at < end; at += SLOT_LONGS) {
            long reference = slots[at + 1];
            if (reference == 0) {
                break;
            }
            if (slots[at] == nameHash && isName(reference, group, name, offset, length)) {
                return number((int) (reference & OFFSET_MASK));
            }
        }
        if (count >= slotCount / 2 && slotCount < slotCountMax) {
            grow();
            return add(group, nameHash, name, offset, length);
        }
        boolean overflows = at == end;
        int needed = NUMBER_BYTES + LENGTH_BYTES + length;
        int overflowBytes = (overflowCount + (overflows ? 1 : 0)) * SLOT_BYTES;
        if (count >= slotCount / 2 || needed > bytesLimit - overflowBytes - bytesEnd) {
            return FULL;
        }
        if (needed > bytes.length - SLACK_BYTES - bytesEnd) {
            long more = Math.max(2L * bytes.length, bytesEnd + needed);
            bytes = Arrays.copyOf(bytes, (int) Math.min(more, bytesLimit) + SLACK_BYTES);
        }
        NameBytes.putInt(bytes, bytesEnd, count);
        bytesEnd += NUMBER_BYTES;
        long reference = (long) group << OFFSET_BITS | bytesEnd;
        NameBytes.putShort(bytes, bytesEnd, length);
        System.arraycopy(name, offset, bytes, bytesEnd + LENGTH_BYTES, length);
        bytesEnd += LENGTH_BYTES + length;
        if (overflows) {
            int from = SLOT_LONGS * overflowCount++;
            if (from == overflow.length) {
                overflow = Arrays.copyOf(overflow, Math.max(SLOT_LONGS * PROBES_MAX, 2 * from));
            }
            put(overflow, from, nameHash, reference);
        } else {
            put(slots, at, nameHash, reference);
        }
        return count++;
    }

    /** Whether some names may be there twice. */
    boolean hasOverflow() {
        return overflowCount > 0;
    }

    /**
     * Puts the names in the order of {@code rankOfGroup}, hash and bytes; then only {@link #hash},
     * {@link #group}, {@link #name} and {@link #clear} may be called. Names may be there twice.
     */
    void sort(int[] rankOfGroup) {
        int found = compact();
        System.arraycopy(overflow, 0, slots, found * SLOT_LONGS, overflowCount * SLOT_LONGS);
        if (overflowCount == 0) {
            insertionSort(count);
        } else {
            heapSort();
        }
        sortedFrom = 0;
        if (rankOfGroup.length > 1) {
            sortByGroup(rankOfGroup);
        }
    }

    long hash(int index) {
        return slots[sortedFrom + index * SLOT_LONGS];
    }

    int group(int index) {
        return (int) (reference(index) >>> OFFSET_BITS);
    }

    /** Where in {@link #bytes} the length of a name stands, in two bytes; its bytes follow. */
    int name(int index) {
        return (int) (reference(index) & OFFSET_MASK);
    }

    byte[] bytes() {
        return bytes;
    }

    /** The number that {@link #add} gave a name. */
    int number(int name) {
        return NameBytes.getInt(bytes, name - NUMBER_BYTES);
    }

    int length(int name) {
        return NameBytes.getShort(bytes, name);
    }

    /** Forgets all names. Costs one pass over the slots. */
    void clear() {
        Arrays.fill(slots, 0);
        bytesEnd = FIRST_OFFSET;
        count = 0;
        overflowCount = 0;
        sortedFrom = 0;
    }

    /** The first slot where a name of this hash may be. */
    private int home(long nameHash) {
        return (int) Math.unsignedMultiplyHigh(nameHash, slotCount) * SLOT_LONGS;
    }

    private int slotLongs() {
        return (slotCount + PROBES_MAX) * SLOT_LONGS;
    }

    /** Twice as many slots. */
    private void grow() {
        int found = compact();
        insertionSort(found);
        long[] sorted = slots;
        slotCount *= 2;
        slots = new long[slotLongs()];
        int free = 0;
        for (int from = 0; from < found * SLOT_LONGS; from += SLOT_LONGS) {
            // In the order of their hashes, and with twice the room, all find a slot in time.
            int at = Math.max(free, home(sorted[from]));
            put(slots, at, sorted[from], sorted[from + 1]);
            free = at + SLOT_LONGS;
        }
    }

    /** Moves the taken slots to the front, and says how many they are. */
    private int compact() {
        int found = 0;
        for (int from = 0; from < slots.length; from += SLOT_LONGS) {
            if (slots[from + 1] != 0) {
                put(slots, found++ * SLOT_LONGS, slots[from], slots[from + 1]);
            }
        }
        return found;
    }

    private boolean isName(long reference, int group, byte[] name, int offset, int length) {
        int at = (int) (reference & OFFSET_MASK);
        return (int) (reference >>> OFFSET_BITS) == group
                && length(at) == length
                && NameBytes.same(bytes, at + LENGTH_BYTES, name, offset, length);
    }

    /**
     * Linear for slots that are nearly in order: none is further than {@link #PROBES_MAX} from its
     * place.
     */
    private void insertionSort(int end) {
        for (int i = 1; i < end; i++) {
            long nameHash = slots[i * SLOT_LONGS];
            long reference = slots[i * SLOT_LONGS + 1];
            int at = i;
            while (at > 0 && compare(at - 1, nameHash, reference) > 0) {
                move(at - 1, at);
                at--;
            }
            put(slots, at * SLOT_LONGS, nameHash, reference);
        }
    }

    private void heapSort() {
        for (int root = count / 2 - 1; root >= 0; root--) {
            siftDown(root, count);
        }
        for (int last = count - 1; last > 0; last--) {
            long nameHash = slots[last * SLOT_LONGS];
            long reference = slots[last * SLOT_LONGS + 1];
            move(0, last);
            put(slots, 0, nameHash, reference);
            siftDown(0, last);
        }
    }

    private void siftDown(int root, int end) {
        long nameHash = slots[root * SLOT_LONGS];
        long reference = slots[root * SLOT_LONGS + 1];
        int at = root;
        for (int child = 2 * at + 1; child < end; child = 2 * at + 1) {
            int right = child + 1;
            if (right < end
                    && compare(child, slots[right * SLOT_LONGS], slots[right * SLOT_LONGS + 1])
                            < 0) {
                child = right;
            }
            if (compare(child, nameHash, reference) <= 0) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(slots, at * SLOT_LONGS, nameHash, reference);
    }

    /**
     * The order of slot {@code index} against another name: by hash, then bytes; groups are parted
     * later.
     */
    private int compare(int index, long nameHash, long reference) {
        int order = Long.compareUnsigned(slots[index * SLOT_LONGS], nameHash);
        if (order != 0) {
            return order;
        }
        int a = (int) (slots[index * SLOT_LONGS + 1] & OFFSET_MASK);
        int b = (int) (reference & OFFSET_MASK);
        return Arrays.compareUnsigned(
                bytes,
                a + LENGTH_BYTES,
                a + LENGTH_BYTES + length(a),
                bytes,
                b + LENGTH_BYTES,
                b + LENGTH_BYTES + length(b));
    }

    /**
     * A stable counting sort into the second half of the slots, which is free as at most half are
     * taken.
     */
    private void sortByGroup(int[] rankOfGroup) {
        int[] next = new int[rankOfGroup.length + 1];
        for (int i = 0; i < count; i++) {
            next[rankOfGroup[group(i)] + 1]++;
        }
        next[0] = count;
        for (int rank = 1; rank < next.length; rank++) {
            next[rank] += next[rank - 1];
        }
        for (int i = 0; i < count; i++) {
            int to = next[rankOfGroup[group(i)]]++;
            move(i, to);
        }
        sortedFrom = count * SLOT_LONGS;
    }

    private long reference(int index) {
        return slots[sortedFrom + index * SLOT_LONGS + 1];
    }

    private void move(int from, int to) {
        put(slots, to * SLOT_LONGS, slots[from * SLOT_LONGS], slots[from * SLOT_LONGS + 1]);
    }

    private static void put(long[] target, int at, long nameHash, long reference) {
        target[at] = nameHash;
        target[at + 1] = reference;
    }
}
