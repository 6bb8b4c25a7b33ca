package sluice.load.job;

import java.util.List;
import sluice.model.RowKind;

/**
 * What a load is going to take and leave, estimated from a sample of its source.
 *
 * <p>Let {@code scale} be the bytes of the source's rows on disk over those that were sampled. Then
 * rows are those of the sample times the scale of their file; run and segment bytes are those of
 * the sample times {@code scale}; and each step's time is the longer of its two parts, computing
 * and writing:
 *
 * <pre>
 * stage = max(inputBytes × nanos of names, parse, sort and encode per byte ÷ cores,
 *             runBytes ÷ write rate)
 * build = max(inputBytes × nanos of merge and encode per byte ÷ cores,
 *             segmentBytes ÷ write rate)
 * </pre>
 *
 * where cores are the threads of the load, at most those of the machine, and nanos those of
 * compiled code on cores that are free: what Java takes to start and to compile is left out.
 * Segments come out smaller than forecast where lists are long, since the sample has only part of
 * each list.
 *
 * @param inputBytes of all files on disk, packed as they are
 * @param inputKnown false where standard input is a source: then its {@code inputBytes} are assumed
 * @param sampleBytes of the source on disk that were read
 * @param sampleRows that were taken of it
 * @param sampleRejected rows of it that could not be read
 * @param rows of the source that will be taken; inverse links not counted
 * @param relations the same by relation, in source order
 * @param stageSeconds until every query can be answered
 * @param buildSeconds from then until all is built
 * @param runBytes of all runs
 * @param segmentBytes of the load's segments
 * @param dictionaryBytes of the names that the load adds
 * @param diskBytes the most that the store takes at one time: runs, segments and dictionary, since
 *     runs go when the last bucket is built, and what the store holds already
 * @param memoryBytes the most that the process takes: heap, virtual machine, and for each thread a
 *     pool and buffers
 * @param chunks into which the source is cut
 * @param chunkBytes of (unpacked) input in each
 * @param chunksChosenBy what decided that
 * @param buckets of the store
 * @param largestBucketRows of the bucket with the most rows
 * @param largestIds with the most links, most first; ids that the sample has once are left out
 */
public record Forecast(
        long inputBytes,
        boolean inputKnown,
        long sampleBytes,
        long sampleRows,
        long sampleRejected,
        long rows,
        List<RelationRows> relations,
        double stageSeconds,
        double buildSeconds,
        long runBytes,
        long segmentBytes,
        long dictionaryBytes,
        long diskBytes,
        long memoryBytes,
        long chunks,
        long chunkBytes,
        ChunksChosenBy chunksChosenBy,
        int buckets,
        long largestBucketRows,
        List<LargestId> largestIds) {

    /** How many rows of a relation will be taken, and how many it will have in files. */
    public record RelationRows(String relation, RowKind kind, int files, long rows) {}

    /**
     * An id with many links.
     *
     * @param id as the source has it, with its group where it is a name
     * @param links from it, of all types and inverse ones too, estimated as those of the sample
     *     times {@code scale}
     */
    public record LargestId(String id, long links) {}

    /** What decided the size of a load's chunks. */
    public enum ChunksChosenBy {
        /** The user. */
        OPTION,
        /** Memory, threads and the size of the input. */
        MEMORY,
        /** The speed of the source. */
        SOURCE_SPEED,
        /** The try that began the load. */
        EARLIER_TRY
    }

    public Forecast {
        relations = List.copyOf(relations);
        largestIds = List.copyOf(largestIds);
    }
}
