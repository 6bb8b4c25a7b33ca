package sluice.segment;

/**
 * Where things lie in an index section; docs/format-properties.md, "Index section", draws it byte
 * by byte.
 *
 * <p>Blocks of keys with their ids, one after the other; then, in one piece, the fences of the
 * blocks, the filter and the heap with the first key of each block.
 */
final class IndexLayout {
    /** A block is not longer than this, with its header and its zeros at the end. */
    static final int BLOCK_BYTES_MAX = 16 << 10;

    /**
     * A block that has a key takes no further one beyond this length: a question for a key reads
     * half a block, so shorter blocks answer faster, and each costs a fence.
     */
    static final int BLOCK_BYTES_AIM = 4 << 10;

    static final int BLOCK_HEADER_BYTES = 16;
    static final int BLOCK_KEYS = 0;
    static final int BLOCK_FLAGS = 2;
    static final int BLOCK_CHAIN = 4;
    static final int BLOCK_IDS = 8;
    static final int BLOCK_ZERO = 12;

    /** The block's only key goes on in the next block. */
    static final int FLAG_MORE = 1;

    static final int FENCE_BYTES = 40;
    static final int FENCE_OFFSET = 0;
    static final int FENCE_KEYS_BEFORE = 8;
    static final int FENCE_IDS_BEFORE = 16;
    static final int FENCE_LENGTH = 24;
    static final int FENCE_CHECKSUM = 28;
    static final int FENCE_KEY_OFFSET = 32;
    static final int FENCE_KEY_LENGTH = 36;

    /** 1 if the block's first key began in an earlier block, else 0. */
    static final int FENCE_CONTINUED = 38;

    /** The number of an index and a token of at most 255 bytes. */
    static final int KEY_BYTES_MAX = 4 + 255;

    static final int ID_VARINT_BYTES_MAX = 10;

    /** How many bytes of ids stand behind one key of one block; more of them go on in the next. */
    static final int IDS_BYTES_MAX = BLOCK_BYTES_MAX - BLOCK_HEADER_BYTES - KEY_BYTES_MAX - 9;

    private IndexLayout() {}
}
