package sluice.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sluice.model.ByteHash;
import sluice.storage.CorruptFileException;

/**
 * The index section of an open file: which ids have a key. Safe for any number of threads; each
 * asks by an {@link IndexCursor} of its own.
 *
 * <p>The tables are looked through when the section is opened, a block when it is first used; what
 * is wrong is a {@link CorruptFileException}. Cost of a question for a key: one cache line if the
 * key is not there, most of the time; else a binary search in the fences and half a block.
 */
final class IndexSection {
    private static final String ADVICE = "run: sluice verify";
    private static final String BLOCK = "an index block";

    /** Reads a part of the file and compares its checksum. */
    interface Checked {
        byte[] read(long offset, int length, int checksum, String what) throws IOException;

        /** The part from 0 on, where parts are kept apart; null where the file is mapped. */
        default @Nullable MemorySegment kept(long offset, int length, int checksum, String what)
                throws IOException {
            return null;
        }
    }

    /**
     * Where the section is in its file.
     *
     * @param blocksOffset where its first block begins
     * @param blocksEnd where its last block ends
     * @param fencesOffset where its tables begin in the memory that has them
     * @param end where its tables end there
     */
    record Place(
            long blocksOffset,
            long blocksEnd,
            long fencesOffset,
            long blocks,
            long keys,
            long filterBytes,
            long end) {}

    private final String name;
    private final MemorySegment memory;
    private final Place place;
    private final Checked file;
    private final long filterOffset;
    private final long heapOffset;

    /** 1 for each block that was checked; races only repeat a check. */
    private final byte[] checked;

    /** Opens the section of a file whose tables were compared with their checksum. */
    IndexSection(String name, MemorySegment memory, Place place, Checked file)
            throws CorruptFileException {
        this.name = name;
        this.memory = memory;
        this.place = place;
        this.file = file;
        boolean fits =
                place.blocks >= 0
                        && place.blocks
                                <= (place.end - place.fencesOffset) / IndexLayout.FENCE_BYTES
                        && place.keys >= 0
                        && place.keys <= place.blocksEnd
                        && place.filterBytes == KeyFilter.bytes(place.keys);
        this.filterOffset = place.fencesOffset + place.blocks * IndexLayout.FENCE_BYTES;
        this.heapOffset = filterOffset + place.filterBytes;
        if (!fits || heapOffset > place.end) {
            throw corrupt(place.fencesOffset, "index tables whose sizes do not add up");
        }
        this.checked = new byte[Math.toIntExact(place.blocks)];
        checkFences();
    }

    private void checkFences() throws CorruptFileException {
        long offset = place.blocksOffset;
        long heapUsed = 0;
        for (long block = 0; block < place.blocks; block++) {
            int length = length(block);
            boolean isSound =
                    offset(block) == offset
                            && length > 0
                            && length <= place.blocksEnd - offset
                            && keyOffset(block) == heapUsed
                            && keyLength(block) >= 1
                            && keyLength(block) <= IndexLayout.KEY_BYTES_MAX
                            && heapOffset + heapUsed + keyLength(block) <= place.end
                            && (block == 0 ? isFirst() : isAbove(block));
            if (!isSound) {
                throw corrupt(
                        fence(block),
                        "the fence of index block %d makes no sense".formatted(block));
            }
            offset += length;
            heapUsed += keyLength(block);
        }
        if (offset != place.blocksEnd
                || heapOffset + Bytes.align8(heapUsed) != place.end
                || (place.blocks == 0) != (place.keys == 0)) {
            throw corrupt(place.fencesOffset, "index tables that end elsewhere");
        }
    }

    private boolean isFirst() {
        return keysBefore(0) == 0 && idsBefore(0) == 0 && continued(0) == 0;
    }

    /** Whether a fence follows the one before it. */
    private boolean isAbove(long block) {
        long keys = keysBefore(block) - keysBefore(block - 1);
        int order = compareFences(block);
        return idsBefore(block) > idsBefore(block - 1)
                && keysBefore(block) <= place.keys
                && switch (continued(block)) {
                    case 0 -> order > 0 && keys >= (continued(block - 1) == 0 ? 1 : 0);
                    // The key is the only one of the block before.
                    case 1 -> order == 0 && keys == (continued(block - 1) == 0 ? 1 : 0);
                    default -> false;
                };
    }

    private int compareFences(long block) {
        return compare(
                heapOffset + keyOffset(block),
                keyLength(block),
                heapOffset + keyOffset(block - 1),
                keyLength(block - 1));
    }

    private int compare(long a, int aLength, long b, int bLength) {
        long mismatch = MemorySegment.mismatch(memory, a, a + aLength, memory, b, b + bLength);
        if (mismatch < 0 || mismatch == aLength || mismatch == bLength) {
            return Integer.compare(aLength, bLength);
        }
        return Byte.compareUnsigned(
                memory.get(Bytes.BYTE, a + mismatch), memory.get(Bytes.BYTE, b + mismatch));
    }

    /** Whether the key may be in the section; false says for certain that it is not. */
    boolean mayHold(byte[] key, int offset, int length) {
        long hash = ByteHash.nonZero(MemorySegment.ofArray(key), offset, length);
        return mayHold(new KeyFilter.Probe(hash));
    }

    /** Whether the key of {@code probe} may be in the section. */
    boolean mayHold(KeyFilter.Probe probe) {
        return probe.mayBeIn(memory, filterOffset, place.filterBytes);
    }

    long blocks() {
        return place.blocks;
    }

    long keys() {
        return place.keys;
    }

    /** How many bytes all blocks have. */
    long blocksBytes() {
        return place.blocksEnd - place.blocksOffset;
    }

    long filterBytes() {
        return place.filterBytes;
    }

    /** A copy of the filter. */
    byte[] filter() {
        byte[] filter = new byte[Math.toIntExact(place.filterBytes)];
        MemorySegment.copy(memory, Bytes.BYTE, filterOffset, filter, 0, filter.length);
        return filter;
    }

    /** Whether the bytes behind the last key of the heap are zeros. */
    boolean isZeroBehindHeap() {
        long last = place.blocks - 1;
        long at = heapOffset + (last < 0 ? 0 : keyOffset(last) + keyLength(last));
        while (at < place.end && memory.get(Bytes.BYTE, at) == 0) {
            at++;
        }
        return at == place.end;
    }

    /** The block in which to look for the first key that is not below {@code key}. */
    long findBlock(byte[] key, int from, int length) {
        long low = 0;
        long high = place.blocks;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (compareFirstKey(middle, key, from, length) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        boolean beginsHere =
                low < place.blocks
                        && continued(low) == 0
                        && compareFirstKey(low, key, from, length) == 0;
        return beginsHere || low == 0 ? low : low - 1;
    }

    private int compareFirstKey(long block, byte[] key, int from, int length) {
        long at = heapOffset + keyOffset(block);
        int blockLength = keyLength(block);
        int shared = Math.min(blockLength, length);
        for (int i = 0; i < shared; i++) {
            int order = Byte.compareUnsigned(memory.get(Bytes.BYTE, at + i), key[from + i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(blockLength, length);
    }

    /**
     * A copy of {@code block}, which is checked if it was not yet; in {@code room} if it fits.
     * Bytes behind the block mean nothing.
     */
    byte[] block(long block, byte[] room) throws IOException {
        MemorySegment kept = file.kept(offset(block), length(block), checksum(block), BLOCK);
        if (checked[(int) block] == 0) {
            check(block, kept);
            checked[(int) block] = 1;
        }
        int length = length(block);
        byte[] bytes = room.length < length ? new byte[length] : room;
        if (kept == null) {
            MemorySegment.copy(memory, Bytes.BYTE, offset(block), bytes, 0, length);
        } else {
            MemorySegment.copy(kept, Bytes.BYTE, 0, bytes, 0, length);
        }
        return bytes;
    }

    private void check(long block, @Nullable MemorySegment kept) throws IOException {
        int length = length(block);
        byte[] bytes =
                kept == null
                        ? file.read(offset(block), length, checksum(block), BLOCK)
                        : kept.asSlice(0, length).toArray(Bytes.BYTE);
        IndexBlock found = new IndexBlock();
        String fault = found.findFault(bytes, bytes.length);
        if (fault.isEmpty() && !matchesFence(block, found)) {
            fault = "an index block with other keys or ids than its fence says";
        }
        if (!fault.isEmpty()) {
            throw corrupt(offset(block), fault);
        }
    }

    private boolean matchesFence(long block, IndexBlock found) {
        byte[] key = new byte[keyLength(block)];
        MemorySegment.copy(memory, Bytes.BYTE, heapOffset + keyOffset(block), key, 0, key.length);
        boolean isLast = block + 1 == place.blocks;
        long keysEnd = isLast ? place.keys : keysBefore(block + 1);
        boolean goesOn = !isLast && continued(block + 1) == 1;
        return keysBefore(block) + found.keys() - continued(block) == keysEnd
                && (isLast || idsBefore(block) + found.ids() == idsBefore(block + 1))
                && Arrays.equals(key, 0, key.length, found.firstKey(), 0, found.firstKeyLength())
                && goesOn == (found.flags() == IndexLayout.FLAG_MORE)
                && isChain(block, found.chain());
    }

    /**
     * Whether the first key of {@code block} began {@code chain} blocks before it. Between two
     * blocks with as many keys before them no key begins.
     */
    private boolean isChain(long block, int chain) {
        long first = block - chain;
        return chain == 0
                ? continued(block) == 0
                : first >= 0
                        && continued(first) == 0
                        && continued(first + 1) == 1
                        && keysBefore(first + 1) == keysBefore(block);
    }

    /** 1 if the first key of {@code block} began in an earlier block, else 0. */
    int continued(long block) {
        return Bytes.unsignedShort(memory, fence(block) + IndexLayout.FENCE_CONTINUED);
    }

    long idsBefore(long block) {
        return memory.get(Bytes.LONG, fence(block) + IndexLayout.FENCE_IDS_BEFORE);
    }

    private long keysBefore(long block) {
        return memory.get(Bytes.LONG, fence(block) + IndexLayout.FENCE_KEYS_BEFORE);
    }

    private long offset(long block) {
        return memory.get(Bytes.LONG, fence(block) + IndexLayout.FENCE_OFFSET);
    }

    private int length(long block) {
        return memory.get(Bytes.INT, fence(block) + IndexLayout.FENCE_LENGTH);
    }

    private int checksum(long block) {
        return memory.get(Bytes.INT, fence(block) + IndexLayout.FENCE_CHECKSUM);
    }

    private long keyOffset(long block) {
        return Integer.toUnsignedLong(
                memory.get(Bytes.INT, fence(block) + IndexLayout.FENCE_KEY_OFFSET));
    }

    private int keyLength(long block) {
        return Bytes.unsignedShort(memory, fence(block) + IndexLayout.FENCE_KEY_LENGTH);
    }

    private long fence(long block) {
        return place.fencesOffset + block * IndexLayout.FENCE_BYTES;
    }

    private CorruptFileException corrupt(long offset, String what) {
        return new CorruptFileException(name, offset, what, ADVICE);
    }
}
