package sluice.load;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Source;
import sluice.ingest.file.ReadTime;
import sluice.ingest.file.SourceFile;
import sluice.load.files.LoadLock;
import sluice.load.files.StoreFiles;
import sluice.load.job.Forecast;
import sluice.load.job.LoadIdentity;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadStart;
import sluice.load.job.MemoryPlan;
import sluice.load.plan.Forecaster;
import sluice.load.plan.HashedNames;
import sluice.load.plan.LoadPlan;
import sluice.load.plan.PredicateSample;
import sluice.load.plan.SampleCounts;
import sluice.load.plan.SampleDegrees;
import sluice.load.plan.SourceSample;
import sluice.load.plan.Trial;
import sluice.load.plan.WarmPace;
import sluice.model.ErrorCode;
import sluice.model.RowSink;
import sluice.model.SluiceException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreSchema;

/**
 * Tries a load without loading: reads a sample of its source, says which rows of it cannot be read,
 * forecasts what the load takes, and asks the store whether it would take it. Writes nothing.
 *
 * <p>Costs reading the sample five to eighteen times, a pool of 48 MiB and a heap for the sample's
 * keys: {@value #SAMPLE_BYTES_MAX} bytes of input are sampled at most.
 */
public final class DryRun {
    /** The share of the input, in percent, that is read where the user does not say. */
    public static final double SAMPLE_PERCENT = 1;

    static final long SAMPLE_BYTES_MIN = 1 << 20;
    static final long SAMPLE_BYTES_MAX = 8 << 20;

    /** So much is loaded in all, until Java has compiled what a load runs. */
    private static final long WARM_BYTES = 16L << 20;

    /** Files smaller than this are read whole to count their rows, as many as make up so much. */
    private static final long COUNTED_FILE_BYTES_MAX = 1 << 20;

    private static final long COUNTED_BYTES_MAX = 16 << 20;

    private static final int ROUNDS_MIN = 3;
    private static final long POOL_BYTES_MAX = 48L << 20;

    /** Rows of a few bytes each take more in a pool than in the source. */
    private static final int POOL_PER_SAMPLE = 16;

    private static final int REJECTS_MAX = 20;

    private DryRun() {}

    /**
     * A row of the sample that cannot be read.
     *
     * @param offset of its first byte in the (unpacked) file, counted from 0
     * @param column of the field at fault, counted from 1; 0 when the whole row is
     */
    public record SampledReject(String file, long offset, int column, String cause) {}

    /**
     * What a dry run found.
     *
     * @param predicates of statements, objects and columns that become properties, those with most
     *     rows first
     * @param rejects the first rows that cannot be read, at most 20; the forecast counts all. A
     *     block of a file with quotes is cut by guess, so where quotes hold line ends one row at a
     *     block's beginning may be told in error
     * @param start what the load would do
     * @param refusal why the store would not take the load, or null when it would
     */
    public record Report(
            Forecast forecast,
            List<PredicateSample.PredicateCount> predicates,
            List<SampledReject> rejects,
            LoadStart start,
            @Nullable SluiceException refusal) {
        public Report {
            predicates = List.copyOf(predicates);
            rejects = List.copyOf(rejects);
        }
    }

    /** Reads a share of the input as users write it, such as {@code 1%}. */
    public static double parsePercent(String text) {
        try {
            double percent =
                    Double.parseDouble(
                            text.endsWith("%") ? text.substring(0, text.length() - 1) : "");
            if (percent > 0 && percent <= 100) {
                return percent;
            }
        } catch (NumberFormatException e) {
            // Said below, together with numbers out of range.
        }
        throw new SluiceException(
                ErrorCode.CONFIG,
                "\"%s\" is not a share of the input; give one above 0%% and up to 100%%, such as 1%%"
                        .formatted(text));
    }

    /** As a load of {@code source} into {@code storage} (null: no such directory) would go. */
    public static Report run(
            @Nullable Storage storage,
            Source given,
            LoadOptions asked,
            double samplePercent,
            LongSupplier nanoClock)
            throws IOException {
        LoadOptions options = MemoryPlan.fitting(asked);
        long share = (long) (Math.max(0, given.bytesTotal()) * samplePercent / 100);
        long sampleBytes = Math.clamp(share, SAMPLE_BYTES_MIN, SAMPLE_BYTES_MAX);
        Optional<Manifest> found = storage == null ? Optional.empty() : ManifestFile.read(storage);
        StoreSchema schema = schema(storage, found, given, options);
        Source source = bound(given, schema, found);
        PredicateSample predicates = new PredicateSample(schema);

        List<SampledReject> rejects = new ArrayList<>();
        SampleCounts sampled = new SampleCounts();
        ReadTime reading = new ReadTime(nanoClock);
        WarmPace pace = new WarmPace(reading::nanosOfTheRest);
        Source.Sample sample =
                source.sample(
                        sampleBytes,
                        predicates.names(),
                        file -> pace.over(predicates.before(sampled.block(file))),
                        file ->
                                (_, offset, column, cause, _) ->
                                        add(rejects, file.name(), offset, column, cause),
                        reading);
        SourceSample.Taken taken = new SourceSample.Taken(sample, reading, pace.nanos());
        SourceSample read =
                SourceSample.of(source, options, new HashedNames(Set.of()), taken, sampled);
        sample = withSmallFilesCounted(source, sample);
        Forecaster.Costs costs =
                costs(source, sampleBytes, nanoClock).withIndex(predicates.indexBytes());
        LoadPlan plan = LoadPlan.of(source, options, found, read);
        long held = found.map(manifest -> bytes(manifest.files())).orElse(0L);
        HashedNames largest = namesOf(read.degrees(), source, sampleBytes);
        Forecast forecast =
                new Forecaster(source, options, Runtime.getRuntime().availableProcessors(), held)
                        .of(
                                sample,
                                read.rows(),
                                read.degrees(),
                                costs,
                                new Forecaster.Cuts(
                                        plan.borders(), read.keys(), plan.chunks(), true),
                                largest::text);
        List<PredicateSample.PredicateCount> named = counts(source, predicates, forecast);
        try {
            return new Report(
                    forecast, named, rejects, start(storage, found, given, options), null);
        } catch (SluiceException refusal) {
            return new Report(forecast, named, rejects, LoadStart.REFUSED, refusal);
        }
    }

    private static void add(
            List<SampledReject> rejects, String file, long offset, int column, String cause) {
        if (rejects.size() < REJECTS_MAX) {
            rejects.add(new SampledReject(file, offset, column, cause));
        }
    }

    /** The predicates of the whole source, if it states facts or has properties. */
    private static List<PredicateSample.PredicateCount> counts(
            Source source, PredicateSample predicates, Forecast forecast) {
        double scale = forecast.rows() / (double) Math.max(1, forecast.sampleRows());
        return source.hasFacts() || source.hasProperties() ? predicates.scaled(scale) : List.of();
    }

    /** The schema of the store after the load. */
    private static StoreSchema schema(
            @Nullable Storage storage, Optional<Manifest> found, Source source, LoadOptions options)
            throws IOException {
        Load.refuseChecksOfFacts(source, options);
        return LoadSchema.of(storage, found, source, options);
    }

    /** The source as the next load would have it. */
    private static Source bound(Source source, StoreSchema schema, Optional<Manifest> found)
            throws IOException {
        return source.bound(schema.schema(), found.map(Manifest::loadNumber).orElse(0) + 1);
    }

    /**
     * A sample has one block of a small file, which tells little of the others. Such files are
     * counted rather than sampled whole: their rows would weigh too much among the others.
     */
    private static Source.Sample withSmallFilesCounted(Source source, Source.Sample sample)
            throws IOException {
        List<Source.FileSample> files = new ArrayList<>();
        long counted = 0;
        for (Source.FileSample each : sample.files()) {
            SourceFile file = source.files().get(each.fileIndex());
            boolean counts =
                    !file.isStream()
                            && file.lengthBytes() < COUNTED_FILE_BYTES_MAX
                            && counted + file.lengthBytes() <= COUNTED_BYTES_MAX
                            && each.bytesRead() < each.bytesTotal();
            if (counts) {
                counted += file.lengthBytes();
                files.add(source.countRows(file, new HashedNames(Set.of())));
            } else {
                files.add(each);
            }
        }
        return new Source.Sample(
                sample.bytesRead(),
                sample.textBytes(),
                sample.bytesTotal(),
                sample.rows(),
                sample.rejected(),
                files);
    }

    /** What the sample costs once code is compiled: the shortest times of several rounds. */
    private static Forecaster.Costs costs(Source source, long sampleBytes, LongSupplier nanoClock)
            throws IOException {
        long poolBytes = Math.min(POOL_PER_SAMPLE * sampleBytes, POOL_BYTES_MAX);
        long rounds = Math.max(ROUNDS_MIN, WARM_BYTES / sampleBytes);
        Forecaster.Costs costs = new Trial(source, poolBytes, nanoClock).run(sampleBytes);
        for (long round = 1; round < rounds; round++) {
            costs = costs.least(new Trial(source, poolBytes, nanoClock).run(sampleBytes));
        }
        return costs;
    }

    /** Reads the sample once more for the names of the largest ids, where ids are names. */
    private static HashedNames namesOf(SampleDegrees degrees, Source source, long sampleBytes)
            throws IOException {
        Set<Long> wanted = new HashSet<>();
        if (source.hasIdNames()) {
            degrees.largest().forEach(each -> wanted.add(each.id()));
        }
        HashedNames names = new HashedNames(wanted);
        if (!wanted.isEmpty()) {
            RowSink nowhere =
                    (id1, type, id2, time, version, flags, data, dataOffset, dataLength) -> {};
            source.sample(sampleBytes, names, nowhere, (line, offset, column, cause, row) -> {});
        }
        return names;
    }

    private static LoadStart start(
            @Nullable Storage storage, Optional<Manifest> found, Source source, LoadOptions options)
            throws IOException {
        if (storage == null) {
            return LoadStart.NEW_STORE;
        }
        LoadLock.refuseOtherFiles(storage);
        // Taking the lock would leave its file behind where there is none yet.
        if (storage.list().contains(StoreFiles.LOCK)) {
            try (Closeable _ = LoadLock.hold(storage)) {
                return start(storage.location(), found, source, options);
            }
        }
        return start(storage.location(), found, source, options);
    }

    private static LoadStart start(
            String location, Optional<Manifest> found, Source source, LoadOptions options)
            throws IOException {
        LoadIdentity identity =
                LoadIdentity.of(
                        source, options, LoadPlan.bucketBytes(source, options), Optional.empty());
        return LoadStart.of(found, identity, source, options, location);
    }

    private static long bytes(List<FileEntry> files) {
        return files.stream().mapToLong(FileEntry::lengthBytes).sum();
    }
}
