package sluice.segment;

/**
 * The columns of a block, in the order of the file: id1, type and end row of the lists, then id2,
 * time, version and data length of the rows; and where its header says of each how it is stored.
 * Layout: docs/format.md, "Block".
 */
final class BlockColumns {
    /** Has neither base nor width in the header. */
    static final int ENDS = 2;

    /** The first column of rows; those before it are of lists. */
    static final int FIRST_OF_ROWS = 3;

    static final int TIMES = 4;
    static final int VERSIONS = 5;

    /** Has a base of four bytes, the others of eight. */
    static final int LENGTHS = 6;

    static final int COUNT = 7;

    private static final int[] BASE_AT = {
        Block.ID_BASE,
        Block.TYPE_BASE,
        0,
        Block.ID2_BASE,
        Block.TIME_BASE,
        Block.VERSION_BASE,
        Block.LENGTH_BASE
    };
    private static final int[] WIDTH_AT = {
        Block.ID_WIDTH,
        Block.TYPE_WIDTH,
        0,
        Block.ID2_WIDTH,
        Block.TIME_WIDTH,
        Block.VERSION_WIDTH,
        Block.LENGTH_WIDTH
    };

    private BlockColumns() {}

    /** Where in the header the least number of {@code column} is. */
    static int baseAt(int column) {
        return BASE_AT[column];
    }

    /** Where in the header the bytes of a number of {@code column} are. */
    static int widthAt(int column) {
        return WIDTH_AT[column];
    }
}
