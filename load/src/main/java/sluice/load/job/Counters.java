package sluice.load.job;

/**
 * The counters of a load at one moment.
 *
 * @param bytesTotal of input; -1 where unknown
 * @param bytesRead of this pass over the input, resumed ones included
 * @param bytesResumed of this pass that an earlier try had read
 * @param rowsResumed likewise
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
        long segmentBytes) {

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
                progress.segmentBytes());
    }
}
