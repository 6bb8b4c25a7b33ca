package sluice.load.plan;

import java.io.IOException;
import java.util.function.LongSupplier;
import sluice.dictionary.Dictionary;
import sluice.ingest.Source;
import sluice.ingest.file.ReadTime;
import sluice.ingest.row.DictionaryNames;
import sluice.load.job.LoadOptions;
import sluice.model.RowKind;

/**
 * A part of the source, read before its first chunk: from it a load decides how it cuts what comes,
 * and foretells what that takes.
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
     * Where facts are read, whose rows have two names each to look up, which takes longer than
     * parsing them, and often a link back.
     */
    private static final long LESS_OF_FACTS = 2;

    public static SourceSample read(
            Source source, LoadOptions options, Dictionary dictionary, LongSupplier nanoClock)
            throws IOException {
        SampleRows rows = new SampleRows();
        SampleDegrees degrees = new SampleDegrees(rows);
        ReadTime reading = new ReadTime(nanoClock);
        WarmPace pace = new WarmPace(reading::nanosOfTheRest);
        try (DictionaryNames names = new DictionaryNames(dictionary)) {
            Source.Sample read =
                    source.sample(
                            bytes(source),
                            names,
                            file -> {
                                rows.beginBlock();
                                boolean links = file.relation().kind() == RowKind.LINK;
                                return pace.over(links ? degrees : rows);
                            },
                            _ -> (line, offset, column, cause, row) -> {},
                            reading);
            long parseNanos = pace.nanos();
            SampleRows keys = BorderKeys.of(source, options, names, read, rows);
            return new SourceSample(read, rows, keys, degrees, reading, parseNanos);
        }
    }

    private static long bytes(Source source) {
        long less = LoadPlan.leavesRows(source) ? LESS_OF_FACTS : 1;
        return Math.clamp(InputSize.of(source) / PART / less, BYTES_MIN / less, BYTES_MAX);
    }

    ChunkRule.Rates rates(Source source, LoadOptions options) {
        return ChunkRule.Rates.of(source, read, reading, parseNanos, options.threads());
    }
}
