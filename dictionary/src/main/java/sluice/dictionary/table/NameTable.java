package sluice.dictionary.table;

import java.util.Arrays;

/**
 * A set of names in groups, in arrays of a limited size, that can be put in order.
 *
 * <p>Belongs to one thread. A slot is 8 bytes: the upper half of a hash, a hint at the group, and
 * where the name stands among the bytes; the rest of the hash is there. A name's slot is the
 * leading part of its hash and the search for a free one goes forward only, so that the slots are
 * nearly sorted by hash at all times: sorting moves each a few places. A name that finds no slot
 * within {@link #PROBES_MAX} goes to an unsearched list, where names may stand twice; this bounds
 * the cost of names that were made to have one hash.
 *
 * <p>There are as few slots as the names need, so that few names stay in the caches of the
 * processor: their number doubles when half of them are taken, up to the most that there may be.
 * The array of the names' bytes doubles too.
 */
public final class NameTable {
    public static final int PROBES_MAX = 256;

    /** How many slots are looked into: nearly all names are in one of them. */
    private static final int TOUCHED_SLOTS = 8;

    /** Stands for the number of a name that {@link #add} has no room for. */
    public static final int FULL = -1;

    public static final int SLOT_BYTES = 8;

    /** How many bytes a name takes besides its own: number, half its hash, group and length. */
    public static final int NAME_OVERHEAD_BYTES = 12;

    private static final int HASH_SHIFT = 32;
    private static final int GROUP_SHIFT = 30;
    private static final int OFFSET_MASK = (1 << GROUP_SHIFT) - 1;

    /** In a slot in place of a group from here on: the name has it. */
    private static final int LARGE_GROUP = 3;

    // An offset is never 0, which marks a free slot.
    private static final int FIRST_OFFSET = 8;
    // An offset is that of the length; these stand before it.
    private static final int NUMBER_BEFORE = 10;
    private static final int HASH_BEFORE = 6;
    private static final int GROUP_BEFORE = 2;
    private static final int LENGTH_BYTES = 2;
    private static final int FIRST_SLOTS = 1 << 14;
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

    /** The slots where {@link #touch} found the hashes, or others, or 0. */
    private final long[] likely = new long[NameBatch.NAMES_MAX];

    /** Keeps the reads of {@link #touch}: the compiler leaves out those that nothing comes of. */
    long touched;

    /**
     * A table of at most about {@code slotCountMax / 2} names; their bytes, and {@link
     * #NAME_OVERHEAD_BYTES} more for each, take the rest.
     */
    public NameTable(int slotCountMax, int bytesLength) {
        if (bytesLength > OFFSET_MASK - FIRST_OFFSET) {
            throw new IllegalArgumentException("a table of " + bytesLength + " bytes of names");
        }
        int doublings = Math.max(0, 31 - Integer.numberOfLeadingZeros(slotCountMax / FIRST_SLOTS));
        slotCount = slotCountMax >>> doublings;
        this.slotCountMax = slotCount << doublings;
        bytesLimit = FIRST_OFFSET + bytesLength;
        slots = new long[slotCount + PROBES_MAX];
        // The last doubling leads to the limit, so that the array before it is half as long.
        bytes = new byte[(bytesLimit >>> doublings) + 1 + SLACK_BYTES];
    }

    /**
     * How many bytes of memory a table takes at most: while its arrays become as long as can be.
     */
    public static long memoryBytes(long slotCountMax, long bytesLength) {
        long growing = slotCountMax * SLOT_BYTES + FIRST_OFFSET + bytesLength;
        // Those that do not grow are there twice too.
        long others = PROBES_MAX * SLOT_BYTES + 1 + SLACK_BYTES;
        return growing * 3 / 2 + 2 * others;
    }

    public int count() {
        return count;
    }

    /** How many bytes the names take, with what is beside each. */
    public int nameBytes() {
        return bytesEnd - FIRST_OFFSET;
    }

    /** Whether {@code names} more fit, by which {@link #nameBytes} grows by {@code nameBytes}. */
    public boolean hasRoom(long names, long nameBytes) {
        return count + names <= slotCountMax / 2 && bytesEnd + nameBytes <= bytesLimit;
    }

    /** How many bytes the arrays of slots and names take now. */
    public long heldBytes() {
        return (long) slots.length * SLOT_BYTES + bytes.length;
    }

    /**
     * Fetches what {@link #addTouched} will need for these hashes, at most {@link
     * NameBatch#NAMES_MAX}: their slots, then the names that are in them. Hot: the memory for many
     * names comes at once, where {@link #add} would wait for that of each.
     */
    public void touch(long[] hashes, int hashCount) {
        long sum = 0;
        for (int i = 0; i < hashCount; i++) {
            sum += slots[home(hashes[i])];
        }
        for (int i = 0; i < hashCount; i++) {
            int at = home(hashes[i]);
            int end = at + TOUCHED_SLOTS;
            while (at < end && slots[at] != 0 && !hasHash(slots[at], hashes[i])) {
                at++;
            }
            long slot = slots[at];
            likely[i] = slot;
            if (slot != 0) {
                // The bytes before a name may be in another line of the cache.
                sum += number(offset(slot)) + NameBytes.getLong(bytes, offset(slot));
            }
        }
        touched += sum;
    }

    /** As {@link #add}, of the name whose hash was at {@code index} for {@link #touch}. Hot. */
    public int addTouched(
            int index, int group, long nameHash, byte[] name, int offset, int length) {
        long slot = likely[index];
        return slot != 0
                        && hasHash(slot, nameHash)
                        && isName(slot, nameHash, group, name, offset, length)
                ? number(offset(slot))
                : add(group, nameHash, name, offset, length);
    }

    /**
     * Adds a name of 1 to 65,535 bytes unless it is there. Returns its number, counted from 0 in
     * the order in which names came, or {@link #FULL}. Hot: one or two cache misses.
     */
    public int add(int group, long nameHash, byte[] name, int offset, int length) {
        int at = home(nameHash);
        int end = at + PROBES_MAX;
        for (; at < end; at++) {
            long slot = slots[at];
            if (slot == 0) {
                break;
            }
            if (hasHash(slot, nameHash) && isName(slot, nameHash, group, name, offset, length)) {
                return number(offset(slot));
            }
        }
        if (count >= slotCount / 2 && slotCount < slotCountMax) {
            grow();
            return add(group, nameHash, name, offset, length);
        }
        boolean overflows = at == end;
        int needed = NAME_OVERHEAD_BYTES + length;
        int overflowBytes = (overflowCount + (overflows ? 1 : 0)) * SLOT_BYTES;
        if (count >= slotCount / 2 || needed > bytesLimit - overflowBytes - bytesEnd) {
            return FULL;
        }
        if (needed > bytes.length - SLACK_BYTES - bytesEnd) {
            long more = bytes.length - SLACK_BYTES;
            while (more < bytesEnd + needed) {
                more *= 2;
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(more, bytesLimit) + SLACK_BYTES);
        }
        long slot = put(group, nameHash, name, offset, length);
        if (overflows) {
            if (overflowCount == overflow.length) {
                overflow = Arrays.copyOf(overflow, Math.max(PROBES_MAX, 2 * overflowCount));
            }
            overflow[overflowCount++] = slot;
        } else {
            slots[at] = slot;
        }
        return count++;
    }

    /** Puts the next name behind those that are there; returns its slot. */
    private long put(int group, long nameHash, byte[] name, int offset, int length) {
        int at = bytesEnd + NAME_OVERHEAD_BYTES - LENGTH_BYTES;
        NameBytes.putInt(bytes, at - NUMBER_BEFORE, count);
        NameBytes.putInt(bytes, at - HASH_BEFORE, (int) nameHash);
        NameBytes.putShort(bytes, at - GROUP_BEFORE, group);
        NameBytes.putShort(bytes, at, length);
        System.arraycopy(name, offset, bytes, at + LENGTH_BYTES, length);
        bytesEnd += NAME_OVERHEAD_BYTES + length;
        long hint = Math.min(group, LARGE_GROUP);
        return nameHash >>> HASH_SHIFT << HASH_SHIFT | hint << GROUP_SHIFT | at;
    }

    /** Whether some names may be there twice. */
    public boolean hasOverflow() {
        return overflowCount > 0;
    }

    /**
     * Puts the names in the order of {@code rankOfGroup}, hash and bytes; then names can be read,
     * and {@link #clear} comes before more are added. Names may be there twice.
     */
    public void sort(int[] rankOfGroup) {
        int found = compact();
        System.arraycopy(overflow, 0, slots, found, overflowCount);
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

    /** Whether two names that were put in order are the same one. */
    public boolean isSame(int a, int b) {
        return group(a) == group(b) && compare(slots[sortedFrom + a], slots[sortedFrom + b]) == 0;
    }

    public long hash(int index) {
        return hash(slots[sortedFrom + index]);
    }

    public int group(int index) {
        return groupOf(slots[sortedFrom + index]);
    }

    /** Where in {@link #bytes} the length of a name stands, in two bytes; its bytes follow. */
    public int name(int index) {
        return offset(slots[sortedFrom + index]);
    }

    public byte[] bytes() {
        return bytes;
    }

    /** The number that {@link #add} gave a name. */
    public int number(int name) {
        return NameBytes.getInt(bytes, name - NUMBER_BEFORE);
    }

    public int length(int name) {
        return NameBytes.getShort(bytes, name);
    }

    /** Forgets all names. Costs one pass over the slots. */
    public void clear() {
        Arrays.fill(slots, 0);
        Arrays.fill(likely, 0);
        bytesEnd = FIRST_OFFSET;
        count = 0;
        overflowCount = 0;
        sortedFrom = 0;
    }

    /** The first slot where a name of this hash may be. */
    private int home(long nameHash) {
        return (int) Math.unsignedMultiplyHigh(nameHash, slotCount);
    }

    /** Twice as many slots. */
    private void grow() {
        int found = compact();
        insertionSort(found);
        long[] sorted = slots;
        slotCount *= 2;
        slots = new long[slotCount + PROBES_MAX];
        int free = 0;
        for (int i = 0; i < found; i++) {
            // In the order of their hashes, and with twice the room, all find a slot in time.
            int at = Math.max(free, home(hash(sorted[i])));
            slots[at] = sorted[i];
            free = at + 1;
        }
    }

    /** Moves the taken slots to the front, and says how many they are. */
    private int compact() {
        int found = 0;
        for (long slot : slots) {
            if (slot != 0) {
                slots[found++] = slot;
            }
        }
        return found;
    }

    private static boolean hasHash(long slot, long nameHash) {
        return (slot ^ nameHash) >>> HASH_SHIFT == 0;
    }

    private static int offset(long slot) {
        return (int) slot & OFFSET_MASK;
    }

    private long hash(long slot) {
        int low = NameBytes.getInt(bytes, offset(slot) - HASH_BEFORE);
        return slot >>> HASH_SHIFT << HASH_SHIFT | Integer.toUnsignedLong(low);
    }

    private int groupOf(long slot) {
        int hint = (int) (slot >>> GROUP_SHIFT) & LARGE_GROUP;
        return hint < LARGE_GROUP ? hint : NameBytes.getShort(bytes, offset(slot) - GROUP_BEFORE);
    }

    private boolean isName(
            long slot, long nameHash, int group, byte[] name, int offset, int length) {
        int at = offset(slot);
        return length(at) == length
                && hash(slot) == nameHash
                && groupOf(slot) == group
                && NameBytes.same(bytes, at + LENGTH_BYTES, name, offset, length);
    }

    /**
     * Linear for slots that are nearly in order: none is further than {@link #PROBES_MAX} from its
     * place.
     */
    private void insertionSort(int end) {
        for (int i = 1; i < end; i++) {
            long slot = slots[i];
            int at = i;
            while (at > 0 && compare(slots[at - 1], slot) > 0) {
                slots[at] = slots[at - 1];
                at--;
            }
            slots[at] = slot;
        }
    }

    private void heapSort() {
        for (int root = count / 2 - 1; root >= 0; root--) {
            siftDown(root, count);
        }
        for (int last = count - 1; last > 0; last--) {
            long slot = slots[last];
            slots[last] = slots[0];
            slots[0] = slot;
            siftDown(0, last);
        }
    }

    private void siftDown(int root, int end) {
        long slot = slots[root];
        int at = root;
        for (int child = 2 * at + 1; child < end; child = 2 * at + 1) {
            int right = child + 1;
            if (right < end && compare(slots[child], slots[right]) < 0) {
                child = right;
            }
            if (compare(slots[child], slot) <= 0) {
                break;
            }
            slots[at] = slots[child];
            at = child;
        }
        slots[at] = slot;
    }

    /** The order of two names: by hash, then bytes; groups are parted later. */
    private int compare(long a, long b) {
        int order = Integer.compareUnsigned((int) (a >>> HASH_SHIFT), (int) (b >>> HASH_SHIFT));
        return order != 0 ? order : compareWhole(a, b);
    }

    private int compareWhole(long a, long b) {
        int order = Long.compareUnsigned(hash(a), hash(b));
        if (order != 0) {
            return order;
        }
        int lengthA = length(offset(a));
        int lengthB = length(offset(b));
        return NameBytes.compare(
                bytes, offset(a) + LENGTH_BYTES, lengthA, bytes, offset(b) + LENGTH_BYTES, lengthB);
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
            slots[next[rankOfGroup[group(i)]]++] = slots[i];
        }
        sortedFrom = count;
    }
}
