package sluice.load.plan;

import sluice.ingest.Source;
import sluice.ingest.file.ReadTime;
import sluice.ingest.file.SourceFile;
import sluice.load.job.Forecast;

/**
 * How large chunks are: the smallest for which copying a chunk takes longer than distributing it
 * into a run. Then all chunks but the last are staged while the source is still being copied, and
 * what is left to do after its last byte, which is what delays uptime, is the least. Where the
 * source is faster than staging, no size does that, and chunks are as large as is usual.
 *
 * <p>Chunks are not smaller than {@value #CHUNK_BYTES_MIN} bytes, below which a load of a source
 * that turns out to be fast would take longer, and not smaller than the {@value #CHUNKS_MAX}th part
 * of the input, since each leaves a run that every query looks into until its bucket is built.
 * Still the last one takes at most as long as that part of the copy.
 */
public final class ChunkRule {
    public static final long CHUNK_BYTES_MIN = 2L << 20;
    public static final long CHUNKS_MAX = 64;

    /**
     * What a chunk takes besides its bytes: file, directory and manifest become durable, each of
     * which may take a disk some milliseconds.
     */
    static final double CHUNK_NANOS = 20e6;

    /** Fewer rows than these are parsed by code that Java has not compiled yet. */
    private static final long WARM_ROWS = 8192;

    /** What such rows are taken to cost at most, for each byte: three times what was measured. */
    private static final double STAGE_NANOS_MAX = 30;

    private ChunkRule() {}

    /**
     * What a byte of text costs.
     *
     * @param copyNanos from one byte of the source to the next, whoever reads them; infinite where
     *     the source cannot be measured and may be slow
     * @param stageNanos of one thread that parses, sorts and writes it
     */
    record Rates(double copyNanos, double stageNanos) {
        /**
         * Of what was sampled. A limit of the rate counts even where the sample was read within
         * what it grants at once. The speed of standard input without a limit is not known before
         * it comes: its first bytes wait in a pipe.
         *
         * @param parseNanos of the sample's rows
         */
        static Rates of(
                Source source,
                Source.Sample sample,
                ReadTime reading,
                long parseNanos,
                int threads) {
            double bytes = Math.max(1, sample.textBytes());
            double limit = source.secondsToRead(sample.bytesRead()) * 1e9 / bytes;
            boolean untold =
                    limit == 0 && source.files().stream().anyMatch(file -> file.lengthBytes() < 0);
            double read =
                    untold
                            ? Double.POSITIVE_INFINITY
                            : reading.nanos() / bytes / readers(source, threads);
            double stage = parseNanos * StageSample.STAGE_PER_PARSE / bytes;
            return new Rates(
                    Math.max(limit, read),
                    sample.rows() < WARM_ROWS ? Math.min(stage, STAGE_NANOS_MAX) : stage);
        }

        /** How many threads read at once: one for a packed file, all where there is a plain one. */
        private static int readers(Source source, int threads) {
            long streams = source.files().stream().filter(SourceFile::isStream).count();
            return streams < source.files().size() ? threads : Math.clamp(streams, 1, threads);
        }
    }

    /** A size and what decided it. */
    public record Choice(long chunkBytes, Forecast.ChunksChosenBy by) {}

    /**
     * Chooses by the rule.
     *
     * @param usualBytes what memory, threads and input allow: no chunk is larger
     */
    static Choice choose(Rates rates, int threads, long inputBytes, long usualBytes) {
        Choice usual = new Choice(usualBytes, Forecast.ChunksChosenBy.MEMORY);
        // All threads distribute: while one byte is copied, each has so much time for a byte.
        double sparedNanos = rates.copyNanos() * threads - rates.stageNanos();
        if (sparedNanos <= 0) {
            return usual;
        }
        long smallest = (long) Math.ceil(CHUNK_NANOS / sparedNanos);
        long least = Math.max(CHUNK_BYTES_MIN, Math.ceilDiv(inputBytes, CHUNKS_MAX));
        long chosen = Math.max(smallest, least);
        return chosen < usualBytes
                ? new Choice(chosen, Forecast.ChunksChosenBy.SOURCE_SPEED)
                : usual;
    }
}
