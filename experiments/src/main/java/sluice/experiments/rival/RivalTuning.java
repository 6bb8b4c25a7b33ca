package sluice.experiments.rival;

/**
 * RocksDB's settings that were tried against each other; {@link #BEST} is what won.
 *
 * @param blockBytes size of a data block
 * @param restartInterval keys between two that are stored whole
 * @param mmapReads read blocks from mapped files rather than through the block cache
 * @param deltaKeys store a key as its difference from the one before
 * @param pieceBytes about how much of the rows is sorted at once
 * @param fileBytes about how large an SST file becomes
 */
record RivalTuning(
        int blockBytes,
        int restartInterval,
        boolean mmapReads,
        boolean deltaKeys,
        long pieceBytes,
        long fileBytes) {
    static final RivalTuning BEST = new RivalTuning(16 << 10, 16, false, true, 1 << 20, 64 << 20);
}
