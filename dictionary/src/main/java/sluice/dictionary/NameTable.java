package sluice.dictionary;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A set of names in groups, in a fixed piece of memory outside the heap, that can be put in order.
 *
 * <p>Belongs to one thread. A slot holds a hash and a reference to the name's bytes. A name's slot
 * is the leading part of its hash and the search for a free one goes forward only, so that the
 * slots are nearly sorted by hash at all times: sorting moves each a few places. A name that finds
 * no slot within {@link #PROBES_MAX} goes to an unsearched list, where names may stand twice; this
 * bounds the cost of names that were made to have one hash.
 *
 * <p>There are as few slots as the names need, so that few names stay in the caches of the
 * processor: their number doubles when half of them are taken, up to the most that there may be.
 */
final class NameTable implements AutoCloseable {
    static final int PROBES_MAX = 256;

    /** Stands for the number of a name that {@link #add} has no room for. */
    static final int FULL = -1;

    private static final int SLOT_BYTES = 16;
    private static final int OFFSET_BITS = 40;
    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;
    // A reference is never 0, which marks a free slot.
    private static final long FIRST_OFFSET = 8;
    // Before a name: its number, and its length.
    private static final int NUMBER_BYTES = 4;
    private static final int LENGTH_BYTES = 2;
    private static final long FIRST_SLOTS = 1 << 14;
    // Behind all names, so that 8 bytes can be fetched wherever one begins.
    private static final long SLACK_BYTES = 8;

    private final long slotCountMax;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment bytes;
    private Arena slotArena = Arena.ofConfined();
    private MemorySegment slots;

    private long slotCount;
    private long bytesEnd = FIRST_OFFSET;
    private long count;
    private long overflowCount;
    private long sortedFrom;

    /** Keeps the reads of {@link #touch}: the compiler leaves out those that nothing comes of. */
    long touched;

    /**
     * A table of at most about {@code slotCountMax / 2} names; their bytes, and 6 more for each,
     * take the rest.
     */
    NameTable(long slotCountMax, long bytesLength) {
        int doublings = Math.max(0, 63 - Long.numberOfLeadingZeros(slotCountMax / FIRST_SLOTS));
        slotCount = slotCountMax >>> doublings;
        this.slotCountMax = slotCount << doublings;
        try {
            slots = allocateSlots();
            bytes = arena.allocate(FIRST_OFFSET + bytesLength + SLACK_BYTES, 8);
        } catch (Throwable failure) {
            close();
            throw failure;
        }
        if (bytes.byteSize() > OFFSET_MASK) {
            close();
            throw new IllegalArgumentException(
                    "name table too large: " + bytes.byteSize() + " bytes");
        }
    }

    /** How many bytes of memory a table takes at most: while its slots become as many as can be. */
    static long memoryBytes(long slotCountMax, long bytesLength) {
        return (slotCountMax + PROBES_MAX) * SLOT_BYTES * 5 / 4
                + FIRST_OFFSET
                + bytesLength
                + SLACK_BYTES;
    }

    long count() {
        return count;
    }

    /**
     * Fetches what {@link #add} will need for these hashes. Hot: the memory for many names comes at
     * once, where {@link #add} would wait for that of each.
     */
    void touch(long[] hashes, int hashCount) {
        long sum = 0;
        for (int i = 0; i < hashCount; i++) {
            long reference = slots.get(NameBytes.LONG, home(hashes[i]) + 8);
            sum += bytes.get(NameBytes.LONG, reference & OFFSET_MASK);
        }
        touched += sum;
    }

    /**
     * Adds a name of 1 to 65,535 bytes unless it is there. Returns its number, counted from 0 in
     * the order in which names came, or {@link #FULL}. Hot: one or two cache misses.
     */
    int add(int group, long nameHash, MemorySegment name, long offset, int length) {
        long at = home(nameHash);
        long end = at + (long) PROBES_MAX * SLOT_BYTES;
        for (; at < end; at += SLOT_BYTES) {
            long reference = slots.get(NameBytes.LONG, at + 8);
            if (reference == 0) {
                break;
            }
            if (slots.get(NameBytes.LONG, at) == nameHash
                    && isName(reference, group, name, offset, length)) {
                return number(reference & OFFSET_MASK);
            }
        }
        if (count >= slotCount / 2 && slotCount < slotCountMax) {
            grow();
            return add(group, nameHash, name, offset, length);
        }
        boolean overflows = at == end;
        long overflowBytes = (overflowCount + (overflows ? 1 : 0)) * SLOT_BYTES;
        if (count >= slotCount / 2
                || bytesEnd + NUMBER_BYTES + LENGTH_BYTES + length > bytesLimit() - overflowBytes) {
            return FULL;
        }
        int number = (int) count;
        bytes.set(NameBytes.INT, bytesEnd, number);
        bytesEnd += NUMBER_BYTES;
        long reference = (long) group << OFFSET_BITS | bytesEnd;
        bytes.set(NameBytes.SHORT, bytesEnd, (short) length);
        MemorySegment.copy(name, offset, bytes, bytesEnd + LENGTH_BYTES, length);
        bytesEnd += LENGTH_BYTES + length;
        count++;
        if (overflows) {
            overflowCount++;
            put(bytes, bytesLimit() - overflowBytes, nameHash, reference);
        } else {
            put(slots, at, nameHash, reference);
        }
        return number;
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
        long found = compact();
        long overflow = bytesLimit() - overflowCount * SLOT_BYTES;
        MemorySegment.copy(bytes, overflow, slots, found * SLOT_BYTES, overflowCount * SLOT_BYTES);
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

    long hash(long index) {
        return slots.get(NameBytes.LONG, sortedFrom + index * SLOT_BYTES);
    }

    int group(long index) {
        return (int) (reference(index) >>> OFFSET_BITS);
    }

    /** Where in {@link #bytes} the length of a name stands, in two bytes; its bytes follow. */
    long name(long index) {
        return reference(index) & OFFSET_MASK;
    }

    MemorySegment bytes() {
        return bytes;
    }

    /** The number that {@link #add} gave a name. */
    int number(long name) {
        return bytes.get(NameBytes.INT, name - NUMBER_BYTES);
    }

    int length(long name) {
        return Short.toUnsignedInt(bytes.get(NameBytes.SHORT, name));
    }

    /** Forgets all names. Costs one pass over the slots. */
    void clear() {
        slots.fill((byte) 0);
        bytesEnd = FIRST_OFFSET;
        count = 0;
        overflowCount = 0;
        sortedFrom = 0;
    }

    @Override
    public void close() {
        slotArena.close();
        arena.close();
    }

    /** Where the overflowing slots end, which grow towards the names. */
    private long bytesLimit() {
        return bytes.byteSize() - SLACK_BYTES;
    }

    /** The first slot where a name of this hash may be. */
    private long home(long nameHash) {
        return Math.unsignedMultiplyHigh(nameHash, slotCount) * SLOT_BYTES;
    }

    private MemorySegment allocateSlots() {
        return slotArena.allocate((slotCount + PROBES_MAX) * SLOT_BYTES, 64);
    }

    /** Twice as many slots. */
    private void grow() {
        long found = compact();
        insertionSort(found);
        try (Arena temporary = Arena.ofConfined()) {
            MemorySegment sorted = temporary.allocate(found * SLOT_BYTES, 8);
            MemorySegment.copy(slots, 0, sorted, 0, found * SLOT_BYTES);
            slotArena.close();
            slotArena = Arena.ofConfined();
            slotCount *= 2;
            slots = allocateSlots();
            long free = 0;
            for (long from = 0; from < found * SLOT_BYTES; from += SLOT_BYTES) {
                long nameHash = sorted.get(NameBytes.LONG, from);
                // In the order of their hashes, and with twice the room, all find a slot in time.
                long at = Math.max(free, home(nameHash));
                put(slots, at, nameHash, sorted.get(NameBytes.LONG, from + 8));
                free = at + SLOT_BYTES;
            }
        }
    }

    /** Moves the taken slots to the front, and says how many they are. */
    private long compact() {
        long found = 0;
        for (long from = 0; from < slots.byteSize(); from += SLOT_BYTES) {
            long reference = slots.get(NameBytes.LONG, from + 8);
            if (reference != 0) {
                put(slots, found++ * SLOT_BYTES, slots.get(NameBytes.LONG, from), reference);
            }
        }
        return found;
    }

    private boolean isName(long reference, int group, MemorySegment name, long offset, int length) {
        long at = reference & OFFSET_MASK;
        return (int) (reference >>> OFFSET_BITS) == group
                && length(at) == length
                && NameBytes.same(bytes, at + 2, name, offset, length);
    }

    /**
     * Linear for slots that are nearly in order: none is further than {@link #PROBES_MAX} from its
     * place.
     */
    private void insertionSort(long end) {
        for (long i = 1; i < end; i++) {
            long nameHash = slots.get(NameBytes.LONG, i * SLOT_BYTES);
            long reference = slots.get(NameBytes.LONG, i * SLOT_BYTES + 8);
            long at = i;
            while (at > 0 && compare(at - 1, nameHash, reference) > 0) {
                move(at - 1, at);
                at--;
            }
            put(slots, at * SLOT_BYTES, nameHash, reference);
        }
    }

    private void heapSort() {
        for (long root = count / 2 - 1; root >= 0; root--) {
            siftDown(root, count);
        }
        for (long last = count - 1; last > 0; last--) {
            long nameHash = slots.get(NameBytes.LONG, last * SLOT_BYTES);
            long reference = slots.get(NameBytes.LONG, last * SLOT_BYTES + 8);
            move(0, last);
            put(slots, 0, nameHash, reference);
            siftDown(0, last);
        }
    }

    private void siftDown(long root, long end) {
        long nameHash = slots.get(NameBytes.LONG, root * SLOT_BYTES);
        long reference = slots.get(NameBytes.LONG, root * SLOT_BYTES + 8);
        long at = root;
        for (long child = 2 * at + 1; child < end; child = 2 * at + 1) {
            long right = child + 1;
            if (right < end
                    && compare(
                                    child,
                                    slots.get(NameBytes.LONG, right * SLOT_BYTES),
                                    slots.get(NameBytes.LONG, right * SLOT_BYTES + 8))
                            < 0) {
                child = right;
            }
            if (compare(child, nameHash, reference) <= 0) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(slots, at * SLOT_BYTES, nameHash, reference);
    }

    /**
     * The order of slot {@code index} against another name: by hash, then bytes; groups are parted
     * later.
     */
    private int compare(long index, long nameHash, long reference) {
        int order = Long.compareUnsigned(slots.get(NameBytes.LONG, index * SLOT_BYTES), nameHash);
        if (order != 0) {
            return order;
        }
        long a = slots.get(NameBytes.LONG, index * SLOT_BYTES + 8) & OFFSET_MASK;
        long b = reference & OFFSET_MASK;
        return NameBytes.compare(bytes, a + 2, length(a), bytes, b + 2, length(b));
    }

    /**
     * A stable counting sort into the second half of the slots, which is free as at most half are
     * taken.
     */
    private void sortByGroup(int[] rankOfGroup) {
        long[] next = new long[rankOfGroup.length + 1];
        for (long i = 0; i < count; i++) {
            next[rankOfGroup[group(i)] + 1]++;
        }
        next[0] = count;
        for (int rank = 1; rank < next.length; rank++) {
            next[rank] += next[rank - 1];
        }
        for (long i = 0; i < count; i++) {
            long to = next[rankOfGroup[group(i)]]++;
            move(i, to);
        }
        sortedFrom = count * SLOT_BYTES;
    }

    private long reference(long index) {
        return slots.get(NameBytes.LONG, sortedFrom + index * SLOT_BYTES + 8);
    }

    private void move(long from, long to) {
        put(
                slots,
                to * SLOT_BYTES,
                slots.get(NameBytes.LONG, from * SLOT_BYTES),
                slots.get(NameBytes.LONG, from * SLOT_BYTES + 8));
    }

    private static void put(MemorySegment segment, long at, long nameHash, long reference) {
        segment.set(NameBytes.LONG, at, nameHash);
        segment.set(NameBytes.LONG, at + 8, reference);
    }
}
