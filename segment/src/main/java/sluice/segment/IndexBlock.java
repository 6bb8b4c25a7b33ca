package sluice.segment;

/**
 * Looks for faults in one block of an index section, so that readers of the block need not: sizes,
 * order of keys, order of ids, zeros. Belongs to one thread.
 *
 * <p>Cost: one pass over the block.
 */
final class IndexBlock {
    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private boolean isSound;

    private final byte[] key = new byte[IndexLayout.KEY_BYTES_MAX];
    private int keyLength;
    private final byte[] firstKey = new byte[IndexLayout.KEY_BYTES_MAX];
    private int firstKeyLength;
    private long ids;

    /** What is wrong with a block of {@code length} bytes, or an empty text. */
    String findFault(byte[] block, int length) {
        bytes = block;
        at = IndexLayout.BLOCK_HEADER_BYTES;
        end = length;
        ids = 0;
        keyLength = 0;
        isSound =
                length > IndexLayout.BLOCK_HEADER_BYTES
                        && length <= IndexLayout.BLOCK_BYTES_MAX
                        && length % Long.BYTES == 0;
        if (!isSound) {
            return "an index block of %d bytes".formatted(length);
        }
        int flags = flags();
        if ((flags & ~IndexLayout.FLAG_MORE) != 0
                || Bytes.getInt(block, IndexLayout.BLOCK_ZERO) != 0
                || chain() < 0
                || keys() == 0
                || (flags == IndexLayout.FLAG_MORE && keys() != 1)) {
            return "an index block whose header makes no sense";
        }
        for (int i = 0; i < keys() && isSound; i++) {
            passKey(i == 0);
            passIds();
        }
        isSound &= end - at < Long.BYTES && ids == Bytes.getInt(block, IndexLayout.BLOCK_IDS);
        while (isSound && at < end) {
            isSound = bytes[at++] == 0;
        }
        return isSound ? "" : "an index block whose keys or ids make no sense";
    }

    int keys() {
        return Bytes.getShort(bytes, IndexLayout.BLOCK_KEYS) & 0xFFFF;
    }

    int flags() {
        return Bytes.getShort(bytes, IndexLayout.BLOCK_FLAGS) & 0xFFFF;
    }

    int chain() {
        return Bytes.getInt(bytes, IndexLayout.BLOCK_CHAIN);
    }

    /** How many ids the block has, after {@link #findFault}. */
    long ids() {
        return ids;
    }

    byte[] firstKey() {
        return firstKey;
    }

    int firstKeyLength() {
        return firstKeyLength;
    }

    private void passKey(boolean isFirst) {
        long shared = number();
        long rest = number();
        isSound &=
                shared <= (isFirst ? 0 : keyLength)
                        && shared >= 0
                        && rest >= 1
                        && rest <= IndexLayout.KEY_BYTES_MAX - shared
                        && rest <= end - at;
        if (!isSound) {
            return;
        }
        int from = (int) shared;
        int length = (int) (shared + rest);
        if (!isFirst) {
            // It shares as much as it can, and what follows is above.
            isSound = from == keyLength || Byte.compareUnsigned(bytes[at], key[from]) > 0;
        }
        System.arraycopy(bytes, at, key, from, (int) rest);
        at += (int) rest;
        keyLength = length;
        if (isFirst) {
            System.arraycopy(key, 0, firstKey, 0, length);
            firstKeyLength = length;
        }
    }

    private void passIds() {
        long count = number();
        isSound &= count >= 1 && count <= end - at;
        long id = 0;
        for (long i = 0; i < count && isSound; i++) {
            long difference = number();
            long next = i == 0 ? difference : id + difference;
            isSound &= i == 0 || Long.compareUnsigned(next, id) > 0;
            id = next;
        }
        ids += count;
    }

    /** The next number, in its shortest form; 0 where the block is not sound. */
    private long number() {
        long number = 0;
        for (int shift = 0; isSound; shift += 7) {
            if (at == end || shift > 63) {
                break;
            }
            int next = bytes[at++];
            number |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                isSound = (next != 0 || shift == 0) && (shift < 63 || next == 1);
                return isSound ? number : 0;
            }
        }
        isSound = false;
        return 0;
    }
}
