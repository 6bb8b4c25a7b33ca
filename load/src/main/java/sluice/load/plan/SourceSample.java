package sluice.load.plan;

import java.io.IOException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import sluice.dictionary.Dictionary;
import sluice.ingest.Source;
import sluice.ingest.file.ReadTime;
import sluice.ingest.file.SourceFile;
import sluice.ingest.row.DictionaryNames;
import sluice.ingest.row.NameResolver;
import sluice.load.job.LoadOptions;
import sluice.model.RowSink;

/**
 * A part of the source, read before its first chunk is staged: from it a load decides how it cuts
 * what comes, and foretells what that takes.
 *
 * @param read how much was read
 * @param rows the keys of all rows
 * @param keys those that buckets are cut by
 * @param degrees the first ids of links
 * @param reading how long its bytes took to come
 * @param parseNanos how long its rows take, at the pace of the fastest
 */
public record SourceSample(
        Source.Sample read,
        SampleRows rows,
        SampleRows keys,
        SampleDegrees degrees,
        ReadTime reading,
        long parseNanos) {
    /** Enough for even buckets of a small source, and little of its time. */
    private static final long BYTES_MIN = 2L << 20;

    /** Of a large source more is read, so that its more buckets come out even too. */
    private static final long PART = 256;

    private static final long BYTES_MAX = 8L << 20;

    /**
     * Where facts are read: a line often leaves a link and one back, and where the sample was not
     * recorded each of its names is looked up, which takes longer than parsing.
     */
    private static final long LESS_OF_FACTS = 2;

    public static SourceSample read(
            Source source, LoadOptions options, Dictionary dictionary, LongSupplier nanoClock)
            throws IOException {
        SampleCounts counts = new SampleCounts();
        ReadTime reading = new ReadTime(nanoClock);
        WarmPace pace = new WarmPace(reading::nanosOfTheRest);
        try (DictionaryNames names = DictionaryNames.ofSample(dictionary)) {
            Source.Sample read =
                    rows(source, names, file -> pace.over(counts.block(file)), reading);
            return of(source, options, names, new Taken(read, reading, pace.nanos()), counts);
        }
    }

    /**
     * Hands the rows of the sample that a load of {@code source} takes to {@code sinks}, block by
     * block: always the same rows of the same source.
     */
    public static Source.Sample rows(
            Source source,
            NameResolver names,
            Function<SourceFile, RowSink> sinks,
            ReadTime reading)
            throws IOException {
        return source.sample(
                bytes(source),
                names,
                file -> ofSource(source, sinks.apply(file)),
                _ -> (line, offset, column, cause, row) -> {},
                reading);
    }

    /**
     * Hands on the rows of a sample that are rows of {@code source}: one with {@link
     * DictionaryNames#NO_ID} was a part of a row.
     */
    static RowSink ofSource(Source source, RowSink sink) {
        if (!source.hasIdNames()) {
            return sink;
        }
        return (id1, type, id2, time, version, flags, data, dataOffset, dataLength) -> {
            if (id1 != DictionaryNames.NO_ID && id2 != DictionaryNames.NO_ID) {
                sink.append(id1, type, id2, time, version, flags, data, dataOffset, dataLength);
            }
        };
    }

    /** A sample that was read, and how long that took, as in {@link SourceSample}. */
    public record Taken(Source.Sample read, ReadTime reading, long parseNanos) {}

    /**
     * A sample whose rows are counted.
     *
     * @param names of a second sample, where the first has too few keys
     */
    public static SourceSample of(
            Source source,
            LoadOptions options,
            NameResolver names,
            Taken taken,
            SampleCounts counts)
            throws IOException {
        SampleRows rows = counts.rows();
        SampleRows keys = BorderKeys.of(source, options, names, taken.read(), rows);
        return new SourceSample(
                taken.read(), rows, keys, counts.degrees(), taken.reading(), taken.parseNanos());
    }

    private static long bytes(Source source) {
        long less = LoadPlan.leavesRows(source) ? LESS_OF_FACTS : 1;
        return Math.clamp(InputSize.of(source) / PART / less, BYTES_MIN / less, BYTES_MAX);
    }

    ChunkRule.Rates rates(Source source, LoadOptions options) {
        return ChunkRule.Rates.of(source, read, reading, parseNanos, options.threads());
    }
}
