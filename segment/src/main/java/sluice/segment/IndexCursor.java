package sluice.segment;

import java.io.IOException;
import java.util.Arrays;

/**
 * Goes through the keys of an index section in ascending order, and through the ids of each.
 * Belongs to one thread; makes no object a key or id. Memory: a copy of the block that it is in, as
 * bytes of an array are read several times faster than those of a mapped file.
 *
 * <p>After {@link #seek}, {@link #find} or {@link #nextKey} has returned true there is a key, and
 * {@link #nextId} goes through its ids, in ascending order, at most once.
 */
final class IndexCursor {
    private IndexSection section;
    private long block;

    /** The block, and where in it the next byte is read. */
    private byte[] bytes = new byte[0];

    private int at;

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
    }

    /** Leaves its section for another one, in which it is nowhere yet. */
    void move(IndexSection other) {
        section = other;
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
            hasKey = passBelow(wanted, offset, length) || nextKey();
        }
        return hasKey;
    }

    /**
     * From a key below the wanted one to the first of the block that is not; false if all keys of
     * the block are below. A key that shares more with the one before it than that one shares with
     * the wanted one is below too, so its bytes are not looked at.
     */
    private boolean passBelow(byte[] wanted, int offset, int length) {
        int common = commonBytes(key, 0, keyLength, wanted, offset, length);
        while (keysLeft > 0) {
            skipIds();
            passLongerShared(common);
            if (keysLeft == 0) {
                break;
            }
            int shared = keyNumber();
            int rest = keyNumber();
            if (shared <= common) {
                int more =
                        shared < common
                                ? 0
                                : commonBytes(
                                        bytes, at, rest, wanted, offset + shared, length - shared);
                boolean isBelow =
                        shared == common
                                && shared + more < length
                                && (more == rest
                                        || Byte.compareUnsigned(
                                                        bytes[at + more],
                                                        wanted[offset + shared + more])
                                                < 0);
                if (!isBelow) {
                    System.arraycopy(wanted, offset, key, 0, shared);
                    takeKey(shared, rest);
                    return true;
                }
                common = shared + more;
            }
            at += rest;
            idsLeft = number();
            keysLeft--;
        }
        return false;
    }

    /**
     * Passes keys that share more than {@code common} bytes with the one before them and have one
     * id each, as most have. All is in local variables: half the time of a seek goes by here.
     */
    private void passLongerShared(int common) {
        byte[] block = bytes;
        int place = at;
        int left = keysLeft;
        while (left > 0) {
            int shared = block[place];
            int rest = block[place + 1];
            // A number of more than one byte has its highest bit set.
            if (shared <= common || rest < 0 || block[place + 2 + rest] != 1) {
                break;
            }
            place += rest + 3;
            while (block[place++] < 0) {
                // Another byte of the id.
            }
            left--;
        }
        at = place;
        keysLeft = left;
    }

    private static int commonBytes(
            byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
        int most = Math.min(aLength, bLength);
        int common = 0;
        while (common < most && a[aOffset + common] == b[bOffset + common]) {
            common++;
        }
        return common;
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
        bytes = section.block(next, bytes);
        block = next;
        at = IndexLayout.BLOCK_HEADER_BYTES;
        keysLeft = Bytes.getShort(bytes, IndexLayout.BLOCK_KEYS) & 0xFFFF;
        goesOn = Bytes.getShort(bytes, IndexLayout.BLOCK_FLAGS) != 0;
    }

    private void readKey() {
        int shared = keyNumber();
        int rest = keyNumber();
        takeKey(shared, rest);
    }

    /** Takes a key of which the first {@code shared} bytes are there, and the others come next. */
    private void takeKey(int shared, int rest) {
        System.arraycopy(bytes, at, key, shared, rest);
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
            while (bytes[at++] < 0) {
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

    /** A number up to {@link IndexLayout#KEY_BYTES_MAX}: one byte, or two. */
    private int keyNumber() {
        byte next = bytes[at++];
        return next >= 0 ? next : (next & 0x7F) | bytes[at++] << 7;
    }

    private long number() {
        byte next = bytes[at++];
        long number = next & 0x7F;
        for (int shift = 7; next < 0; shift += 7) {
            next = bytes[at++];
            number |= (long) (next & 0x7F) << shift;
        }
        return number;
    }
}
