package sluice.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Goes through the keys of an index section in ascending order, and through the ids of each.
 * Belongs to one thread; makes no object a key or id.
 *
 * <p>After {@link #seek}, {@link #find} or {@link #nextKey} has returned true there is a key, and
 * {@link #nextId} goes through its ids, in ascending order, at most once.
 */
final class IndexCursor {
    private final IndexSection section;
    private final MemorySegment memory;
    private long block;
    private long at;

    /** How many keys of the block were not read yet, and whether its last one goes on. */
    private int keysLeft;

    private boolean goesOn;
    private final byte[] key = new byte[IndexLayout.KEY_BYTES_MAX];
    private int keyLength;

    /** How many ids of the key, in this block, were not read yet. */
    private long idsLeft;

    private long idsInBlock;
    private boolean isFirstId;
    private long id;

    /** The block in which the key began. */
    private long keyBlock;

    IndexCursor(IndexSection section) {
        this.section = section;
        this.memory = section.memory();
    }

    /** Goes to the first key of all; false if there is none. */
    boolean first() throws IOException {
        if (section.blocks() == 0) {
            return false;
        }
        enter(0);
        readKey();
        return true;
    }

    /** Goes to the first key that is not below the one given; false if there is none. */
    boolean seek(byte[] wanted, int offset, int length) throws IOException {
        if (section.blocks() == 0) {
            return false;
        }
        enter(section.findBlock(wanted, offset, length));
        boolean hasKey;
        if (section.continued(block) == 1) {
            // The key that goes on here is below the wanted one, or it would have been found.
            readKey();
            hasKey = nextKey();
        } else {
            readKey();
            hasKey = true;
        }
        while (hasKey && compareTo(wanted, offset, length) < 0) {
            hasKey = nextKey();
        }
        return hasKey;
    }

    /** Goes to the key given; false if it is not there. */
    boolean find(byte[] wanted, int offset, int length) throws IOException {
        return section.mayHold(wanted, offset, length)
                && seek(wanted, offset, length)
                && compareTo(wanted, offset, length) == 0;
    }

    /** How the key compares with another one. */
    int compareTo(byte[] other, int offset, int length) {
        return Arrays.compareUnsigned(key, 0, keyLength, other, offset, offset + length);
    }

    /** Goes to the next key; false if there is none. */
    boolean nextKey() throws IOException {
        if (goesOn) {
            // Of the blocks in which the key goes on only the last one may have others.
            enter(lastBlockOfKey());
            readKey();
        }
        if (keysLeft > 0) {
            skipIds();
        } else {
            if (block + 1 >= section.blocks()) {
                return false;
            }
            enter(block + 1);
        }
        readKey();
        return true;
    }

    private void enter(long next) throws IOException {
        long offset = section.use(next);
        block = next;
        at = offset + IndexLayout.BLOCK_HEADER_BYTES;
        keysLeft = Bytes.unsignedShort(memory, offset + IndexLayout.BLOCK_KEYS);
        goesOn = memory.get(Bytes.SHORT, offset + IndexLayout.BLOCK_FLAGS) != 0;
    }

    private void readKey() {
        int shared = (int) number();
        int rest = (int) number();
        MemorySegment.copy(memory, Bytes.BYTE, at, key, shared, rest);
        at += rest;
        keyLength = shared + rest;
        idsInBlock = number();
        idsLeft = idsInBlock;
        isFirstId = true;
        keysLeft--;
        keyBlock = block;
    }

    private void skipIds() {
        for (; idsLeft > 0; idsLeft--) {
            while (memory.get(Bytes.BYTE, at++) < 0) {
                // Another byte of the same number.
            }
        }
    }

    /** The array in which the key is, from 0 on; it changes with the next key. */
    byte[] key() {
        return key;
    }

    int keyLength() {
        return keyLength;
    }

    /** How many ids the key has, before {@link #nextId} was asked. */
    long idCount() throws IOException {
        if (!goesOn) {
            return idsInBlock;
        }
        long last = keyBlock + 1;
        while (last + 1 < section.blocks() && section.continued(last + 1) == 1) {
            last++;
        }
        IndexCursor end = new IndexCursor(section);
        end.enter(last);
        end.readKey();
        return section.idsBefore(last) - section.idsBefore(keyBlock) + end.idsInBlock;
    }

    /** Goes to the next id of the key; false if there is none. */
    boolean nextId() throws IOException {
        if (idsLeft == 0) {
            if (!goesOn) {
                return false;
            }
            long began = keyBlock;
            enter(block + 1);
            readKey();
            keyBlock = began;
        }
        long number = number();
        id = isFirstId ? number : id + number;
        isFirstId = false;
        idsLeft--;
        return true;
    }

    /**
     * Passes blocks of the key whose ids are all below {@code firstId}; for a key of which no id
     * was read. Cost: a look at the fence of each block in which the key is, and a binary search
     * over these blocks; nothing where no id is below.
     */
    void skipBlocksBelow(long firstId) throws IOException {
        if (!goesOn || firstId == 0) {
            return;
        }
        long low = block;
        long high = lastBlockOfKey();
        long first = block;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            enter(middle);
            readKey();
            nextId();
            if (Long.compareUnsigned(id, firstId) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        enter(low);
        readKey();
        keyBlock = first;
    }

    private long lastBlockOfKey() {
        long last = block;
        while (last + 1 < section.blocks() && section.continued(last + 1) == 1) {
            last++;
        }
        return last;
    }

    long id() {
        return id;
    }

    private long number() {
        byte next = memory.get(Bytes.BYTE, at++);
        long number = next & 0x7F;
        for (int shift = 7; next < 0; shift += 7) {
            next = memory.get(Bytes.BYTE, at++);
            number |= (long) (next & 0x7F) << shift;
        }
        return number;
    }
}
