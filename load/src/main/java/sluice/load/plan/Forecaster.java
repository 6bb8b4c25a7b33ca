package sluice.load.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import sluice.ingest.Source;
import sluice.ingest.file.SourceFile;
import sluice.ingest.row.Relation;
import sluice.load.job.Forecast;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.segment.Borders;

/**
 * Works a {@link Forecast} out of a sample of a source and what a sample's bytes cost. Pure: equal
 * numbers give equal forecasts.
 *
 * @param held bytes that the store holds before the load
 */
public record Forecaster(Source source, LoadOptions options, int cores, long held) {
    /** What standard input is taken to be, in bytes. */
    public static final long UNKNOWN_BYTES = 1L << 30;

    /** What a disk is taken to write in a second: that of a usual solid-state disk, synced. */
    public static final double WRITE_BYTES_PER_SECOND = 500e6;

    /**
     * What the sample cost and left.
     *
     * @param stageNanos of one thread, names included
     * @param buildNanos of one thread
     */
    public record Costs(
            long stageNanos,
            long buildNanos,
            long runBytes,
            long segmentBytes,
            long dictionaryBytes) {
        /** The same with an index of {@code indexBytes} in runs and in segments. */
        public Costs withIndex(long indexBytes) {
            return new Costs(
                    stageNanos,
                    buildNanos,
                    runBytes + indexBytes,
                    segmentBytes + indexBytes,
                    dictionaryBytes);
        }

        /** The same with the shorter times of both. */
        public Costs least(Costs other) {
            return new Costs(
                    Math.min(stageNanos, other.stageNanos),
                    Math.min(buildNanos, other.buildNanos),
                    runBytes,
                    segmentBytes,
                    dictionaryBytes);
        }
    }

    /**
     * Where the sample is cut, and into how many pieces.
     *
     * @param keys that the borders were chosen by
     * @param dictionaryIsWhole whether the costs' dictionary is that of all rows
     */
    public record Cuts(
            Borders borders, SampleRows keys, ChunkRule.Choice chunks, boolean dictionaryIsWhole) {}

    /** A source that has names is read for them first. */
    public Forecast of(
            Source.Sample sample,
            SampleRows rows,
            SampleDegrees degrees,
            Costs costs,
            Cuts cuts,
            LongFunction<String> idText) {
        long inputBytes = inputBytes();
        double scale = rowBytes() / (double) Math.max(1, sample.bytesRead());
        List<Forecast.RelationRows> relations = relations(sample);
        long total = relations.stream().mapToLong(Forecast.RelationRows::rows).sum();
        long runBytes = (long) (costs.runBytes() * scale);
        long segmentBytes = (long) (costs.segmentBytes() * scale);
        double dictionaryScale = cuts.dictionaryIsWhole() ? 1 : scale;
        long dictionaryBytes = (long) (costs.dictionaryBytes() * dictionaryScale);
        return new Forecast(
                inputBytes,
                source.bytesTotal() >= 0,
                sample.bytesRead(),
                sample.rows(),
                sample.rejected(),
                total,
                relations,
                Math.max(
                        seconds(costs.stageNanos() * scale, runBytes),
                        source.secondsToRead(inputBytes * (source.hasNames() ? 2 : 1))),
                seconds(costs.buildNanos() * scale, segmentBytes),
                runBytes,
                segmentBytes,
                dictionaryBytes,
                held + runBytes + segmentBytes + dictionaryBytes,
                MemoryPlan.of(options)
                        .processBytes(
                                options,
                                rows.poolBytes(sample.bytesRead(), cuts.chunks().chunkBytes()),
                                source.hasNames()),
                chunks(cuts.chunks().chunkBytes()),
                cuts.chunks().chunkBytes(),
                cuts.chunks().by(),
                cuts.borders().count(),
                largestBucketRows(cuts, rows.rows() * scale),
                degrees.largest().stream()
                        .map(
                                each ->
                                        new Forecast.LargestId(
                                                idText.apply(each.id()),
                                                (long) (each.links() * scale)))
                        .toList());
    }

    private double seconds(double nanos, long writtenBytes) {
        double computing = nanos / 1e9 / Math.min(options.threads(), cores);
        return Math.max(computing, writtenBytes / WRITE_BYTES_PER_SECOND);
    }

    private long inputBytes() {
        long total = 0;
        for (SourceFile file : source.files()) {
            total += file.lengthBytes() < 0 ? UNKNOWN_BYTES : file.lengthBytes();
        }
        return total;
    }

    /** Bytes of input without marks and headers, which a sample leaves out too. */
    private long rowBytes() {
        long total = 0;
        for (SourceFile file : source.files()) {
            long head = file.isStream() ? 0 : file.dataStartByte();
            total += file.lengthBytes() < 0 ? UNKNOWN_BYTES : file.lengthBytes() - head;
        }
        return total;
    }

    private List<Forecast.RelationRows> relations(Source.Sample sample) {
        Map<String, Forecast.RelationRows> relations = new LinkedHashMap<>();
        for (Source.FileSample file : sample.files()) {
            Relation relation = source.files().get(file.fileIndex()).relation();
            long bytes = file.bytesTotal() < 0 ? UNKNOWN_BYTES : file.bytesTotal();
            double scale = bytes / (double) Math.max(1, file.bytesRead());
            long rows = Math.round(file.rows() * scale);
            relations.merge(
                    relation.kind() + " " + relation.name(),
                    new Forecast.RelationRows(relation.name(), relation.kind(), 1, rows),
                    (a, b) ->
                            new Forecast.RelationRows(
                                    a.relation(),
                                    a.kind(),
                                    a.files() + b.files(),
                                    a.rows() + b.rows()));
        }
        return new ArrayList<>(relations.values());
    }

    private long chunks(long chunkBytes) {
        long chunks = 0;
        for (SourceFile file : source.files()) {
            long bytes = InputSize.ofFile(file) - file.dataStartByte();
            chunks += Math.max(0, (bytes + chunkBytes - 1) / chunkBytes);
        }
        return chunks;
    }

    /** Rows of the fullest bucket by its share of the keys. */
    private static long largestBucketRows(Cuts cuts, double rows) {
        long most = 0;
        for (long count : cuts.keys().countsBy(cuts.borders())) {
            most = Math.max(most, count);
        }
        return (long) (most * rows / Math.max(1, cuts.keys().count()));
    }
}
