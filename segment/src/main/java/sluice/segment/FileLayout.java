package sluice.segment;

/**
 * Where things lie in a block file; docs/format.md, "Block file", draws it byte by byte.
 *
 * <p>A header, the blocks of links with the pieces of their point indexes, the blocks of nodes, the
 * blocks of the index section, then the tables (fences of link blocks, fences of node blocks, long
 * lists, pieces, slices, meta, tables of the index section) and the footer.
 */
final class FileLayout {
    /** The newest format: a run without an index section whose tables are in pages. */
    static final int FORMAT_VERSION_PAGED = 3;

    /** The format of a file with an index section. */
    static final int FORMAT_VERSION_INDEXED = 2;

    /** The format of a file of a store without indexes. */
    static final int FORMAT_VERSION_PLAIN = 1;

    /** The bytes of tables that have one checksum, in files whose tables are in pages. */
    static final int PAGE_BYTES = 4 << 10;

    /** Tables of runs with fewer slices are read as a whole: 48 bytes a slice. */
    static final int PAGED_SLICES_MIN = 8192;

    /** "SLUICEBF", read as a little-endian number. */
    static final long MAGIC = 0x46424543_49554C53L;

    static final int HEADER_BYTES = 64;
    static final int HEADER_MAGIC = 0;
    static final int HEADER_VERSION = 8;
    static final int HEADER_KIND = 12;
    static final int HEADER_NAME_HASH = 16;
    static final int HEADER_INDEX_NUMBERS = 24;
    static final int HEADER_CHECKSUM = 60;

    static final int FENCE_BYTES = 40;
    static final int FENCE_ID1 = 0;
    static final int FENCE_TYPE = 8;
    static final int FENCE_OFFSET = 16;
    static final int FENCE_ROWS_BEFORE = 24;
    static final int FENCE_LENGTH = 32;
    static final int FENCE_CHECKSUM = 36;

    static final int LONG_BYTES = 56;
    static final int LONG_ID1 = 0;
    static final int LONG_TYPE = 8;
    static final int LONG_FIRST_BLOCK = 16;
    static final int LONG_ROWS = 24;
    static final int LONG_VISIBLE = 32;
    static final int LONG_FIRST_PIECE = 40;

    /**
     * Bytes of one entry of the list's point index; 0 when the list is in the order of id2 itself.
     */
    static final int LONG_WIDTH = 48;

    static final int PIECE_BYTES = 16;
    static final int PIECE_OFFSET = 0;
    static final int PIECE_LENGTH = 8;
    static final int PIECE_CHECKSUM = 12;

    /** A piece holds this many bytes of entries, the last one of a list fewer. */
    static final int PIECE_BYTES_MAX = 16 << 10;

    static final int SLICE_BYTES = 8;

    static final int FOOTER_BYTES = 168;
    static final int FOOTER_TABLES_OFFSET = 0;
    static final int FOOTER_LINK_BLOCKS = 8;
    static final int FOOTER_NODE_BLOCKS = 16;
    static final int FOOTER_LONGS = 24;
    static final int FOOTER_PIECES = 32;
    static final int FOOTER_SLICES = 40;
    static final int FOOTER_META_BYTES = 48;
    static final int FOOTER_LINK_ROWS = 56;
    static final int FOOTER_VISIBLE_ROWS = 64;
    static final int FOOTER_NODE_ROWS = 72;
    static final int FOOTER_VERSION_MIN = 80;
    static final int FOOTER_VERSION_MAX = 88;
    static final int FOOTER_ID_MIN = 96;
    static final int FOOTER_ID_MAX = 104;
    static final int FOOTER_DATA_BYTES = 112;
    static final int FOOTER_NAME_HASH = 120;
    static final int FOOTER_INDEX_BLOCKS = 128;
    static final int FOOTER_INDEX_KEYS = 136;
    static final int FOOTER_FILTER_BYTES = 144;
    static final int FOOTER_TABLES_CHECKSUM = 152;
    static final int FOOTER_CHECKSUM = 156;
    static final int FOOTER_MAGIC = 160;

    private FileLayout() {}

    /**
     * A number that differs from file name to file name, so that one file cannot pass for another.
     */
    static long nameHash(String name) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
        }
        return hash ^ (hash >>> 29);
    }
}
