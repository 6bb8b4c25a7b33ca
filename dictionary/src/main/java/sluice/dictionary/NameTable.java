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
 */
final class NameTable implements AutoCloseable {
    static final int PROBES_MAX = 256;

    /** What {@link #add} did. */
    static final int KNOWN = 0;

    static final int ADDED = 1;
    static final int FULL = 2;

    private static final int SLOT_BYTES = 16;
    private static final int OFFSET_BITS = 40;
    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;
    // A reference is never 0, which marks a free slot.
    private static final long FIRST_OFFSET = 8;

    private final NameBytes.Hash hash;
    private final long slotCount;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment slots;
    private final MemorySegment bytes;

    private long bytesEnd = FIRST_OFFSET;
    private long count;
    private long overflowCount;
    private long sortedFrom;

    /**
     * A table of at most {@code slotCount / 2} names; their bytes, and two more for each, take the
     * rest.
     */
    NameTable(NameBytes.Hash hash, long slotCount, long bytesLength) {
        this.hash = hash;
        this.slotCount = slotCount;
        try {
            slots = arena.allocate((slotCount + PROBES_MAX) * SLOT_BYTES, 64);
            bytes = arena.allocate(FIRST_OFFSET + bytesLength, 8);
        } catch (Throwable failure) {
            arena.close();
            throw failure;
        }
        if (bytes.byteSize() > OFFSET_MASK) {
            arena.close();
            throw new IllegalArgumentException(
                    "name table too large: " + bytes.byteSize() + " bytes");
        }
    }

    /** How many bytes of memory a table takes. */
    static long memoryBytes(long slotCount, long bytesLength) {
        return (slotCount + PROBES_MAX) * SLOT_BYTES + FIRST_OFFSET + bytesLength;
    }

    long count() {
        return count;
    }

    /** Adds a name of 1 to 65,535 bytes unless it is there. Hot: one or two cache misses. */
    int add(int group, MemorySegment name, long offset, int length) {
        long nameHash = hash.of(name, offset, length);
        long at = Math.unsignedMultiplyHigh(nameHash, slotCount) * SLOT_BYTES;
        long end = at + (long) PROBES_MAX * SLOT_BYTES;
        for (; at < end; at += SLOT_BYTES) {
            long reference = slots.get(NameBytes.LONG, at + 8);
            if (reference == 0) {
                break;
            }
            if (slots.get(NameBytes.LONG, at) == nameHash
                    && isName(reference, group, name, offset, length)) {
                return KNOWN;
            }
        }
        boolean overflows = at == end;
        long overflowBytes = (overflowCount + (overflows ? 1 : 0)) * SLOT_BYTES;
        if (count >= slotCount / 2 || bytesEnd + 2 + length > bytes.byteSize() - overflowBytes) {
            return FULL;
        }
        long reference = (long) group << OFFSET_BITS | bytesEnd;
        bytes.set(NameBytes.SHORT, bytesEnd, (short) length);
        MemorySegment.copy(name, offset, bytes, bytesEnd + 2, length);
        bytesEnd += 2 + length;
        count++;
        if (overflows) {
            overflowCount++;
            put(bytes, bytes.byteSize() - overflowBytes, nameHash, reference);
        } else {
            put(slots, at, nameHash, reference);
        }
        return ADDED;
    }

    /**
     * Puts the names in the order of {@code rankOfGroup}, hash and bytes; then only {@link #hash},
     * {@link #group}, {@link #name} and {@link #clear} may be called. Names may be there twice.
     */
    void sort(int[] rankOfGroup) {
        long found = 0;
        for (long from = 0; from < slots.byteSize(); from += SLOT_BYTES) {
            long reference = slots.get(NameBytes.LONG, from + 8);
            if (reference != 0) {
                put(slots, found++ * SLOT_BYTES, slots.get(NameBytes.LONG, from), reference);
            }
        }
        long overflow = bytes.byteSize() - overflowCount * SLOT_BYTES;
        MemorySegment.copy(bytes, overflow, slots, found * SLOT_BYTES, overflowCount * SLOT_BYTES);
        if (overflowCount == 0) {
            insertionSort();
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
        arena.close();
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
    private void insertionSort() {
        for (long i = 1; i < count; i++) {
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
