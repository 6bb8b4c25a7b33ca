package sluice.load.job;

import sluice.segment.RowsByKind;

/**
 * The counters of a load at one moment.
 *
 * @param bytesTotal of input; -1 where unknown
 * @param bytesRead of this pass over the input, resumed ones included
 * @param bytesResumed of this pass that an earlier try had read
 * @param rowsResumed likewise
 * @param names what the pass for names has found
 * @param staged the rows in runs that this try has written
 * @param built the rows in segments that this try has written
 * @param valuesReplaced properties that lost in them to one with another value or other facets
 */
public record Counters(
        LoadProgress.Phase phase,
        long bytesTotal,
        long bytesRead,
        long bytesResumed,
        long rowsRead,
        long rowsResumed,
        long rowsRejected,
        long chunksStaged,
        long chunksResumed,
        long runBytes,
        long rowsToBuild,
        long rowsMerged,
        long bucketsTotal,
        long bucketsBuilt,
        long segmentBytes,
        Names names,
        RowsByKind staged,
        RowsByKind built,
        long valuesReplaced) {

    /**
     * The findings of the pass for names.
     *
     * @param rows that it has read
     * @param ofChunks names; a name counts in each chunk that has it
     * @param added names that the store did not have before; 0 until all are known
     */
    public record Names(long rows, long ofChunks, long added) {
        /** Those of a load without names. */
        public static final Names NONE = new Names(0, 0, 0);
    }

    public static Counters of(LoadProgress progress) {
        // First: it is told once the bytes of these chunks are known.
        long chunksResumed = progress.chunksResumed();
        return new Counters(
                progress.phase(),
                progress.bytesTotal(),
                progress.bytesRead(),
                progress.bytesResumed(),
                progress.rowsRead(),
                progress.rowsResumed(),
                progress.rowsRejected(),
                progress.chunksStaged(),
                chunksResumed,
                progress.runBytes(),
                progress.rowsToBuild(),
                progress.rowsMerged(),
                progress.bucketsTotal(),
                progress.bucketsBuilt(),
                progress.segmentBytes(),
                new Names(
                        progress.rowsNamed.sum(),
                        progress.namesOfChunks.sum(),
                        progress.namesNew.get()),
                progress.staged(),
                progress.built(),
                progress.valuesReplaced.sum());
    }
}
