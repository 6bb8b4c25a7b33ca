package sluice.load.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;
import sluice.dictionary.Dictionary;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.Forecast;
import sluice.load.job.LoadOptions;
import sluice.segment.Borders;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * What a sample tells a load before its first chunk, also when it goes on: into which stripes
 * chunks are sorted, and what it is going to take.
 *
 * <p>The forecast costs nothing but the sample. Its time is that of parsing the sample times what
 * the other steps usually take of it, its bytes are those of usual rows; a dry run measures both.
 */
public record StageSample(Borders stripes, long poolBytes, Forecast forecast) {
    /**
     * Parsing, sorting and encoding a run over parsing alone: 2.0 to 5.1 for rows with much data
     * and none.
     */
    static final double STAGE_PER_PARSE = 3;

    /** Merging and encoding a segment over parsing: 0.7 to 3.4. */
    private static final double BUILD_PER_PARSE = 2;

    /**
     * Bytes of a row besides its data, in a run and in a segment: 3 for skewed ids, 12 for wide.
     */
    private static final long ROW_BYTES = 8;

    public static StageSample of(
            SourceSample sample,
            Storage storage,
            Source source,
            LoadOptions options,
            Manifest manifest,
            Dictionary dictionary,
            ChunkRule.Choice chunks)
            throws IOException {
        Borders borders = manifest.borders();
        long held = heldBytes(storage, manifest);
        int cores = Runtime.getRuntime().availableProcessors();
        Forecast forecast =
                new Forecaster(source, options, cores, held)
                        .of(
                                sample.read(),
                                sample.rows(),
                                sample.degrees(),
                                costs(source, manifest, held, sample.rows(), sample.parseNanos()),
                                new Forecaster.Cuts(borders, sample.keys(), chunks, true),
                                id -> text(dictionary, manifest, id));
        return new StageSample(
                new BucketPlanner(sample.keys()).stripes(borders),
                sample.rows().poolBytes(sample.read().bytesRead(), chunks.chunkBytes()),
                forecast);
    }

    private static Forecaster.Costs costs(
            Source source, Manifest manifest, long held, SampleRows rows, long parseNanos) {
        double nameNanos = source.hasNames() ? parseNanos : 0;
        long bytes = rows.rows() * ROW_BYTES + rows.dataBytes();
        return new Forecaster.Costs(
                (long) (parseNanos * STAGE_PER_PARSE + nameNanos),
                (long) (parseNanos * BUILD_PER_PARSE),
                bytes,
                bytes,
                stored(manifest) - held);
    }

    /** What the store took before this load: all but the dictionary that the load has added. */
    private static long heldBytes(Storage storage, Manifest manifest) throws IOException {
        Set<FileEntry> dictionaries = dictionariesBefore(storage, manifest);
        long added = 0;
        for (FileEntry dictionary : manifest.dictionaries()) {
            added += dictionaries.contains(dictionary) ? 0 : dictionary.lengthBytes();
        }
        return stored(manifest) - added;
    }

    /**
     * A forecast is no reason to fail: where what the load began with is damaged, there is none.
     */
    private static Set<FileEntry> dictionariesBefore(Storage storage, Manifest manifest)
            throws IOException {
        try {
            return ManifestFile.read(storage, StoreFiles.before(manifest.loadNumber()))
                    .map(before -> new HashSet<>(before.dictionaries()))
                    .orElseGet(HashSet::new);
        } catch (CorruptFileException _) {
            return Set.of();
        }
    }

    /** Segments and dictionaries, without runs. */
    private static long stored(Manifest manifest) {
        Set<FileEntry> files = new HashSet<>(manifest.dictionaries());
        for (Bucket bucket : manifest.buckets()) {
            FileEntry segment = bucket.segment();
            if (segment != null) {
                files.add(segment);
            }
        }
        return files.stream().mapToLong(FileEntry::lengthBytes).sum();
    }

    private static String text(Dictionary dictionary, Manifest manifest, long id) {
        try {
            return manifest.idNames()
                    ? dictionary.name(id).map(Object::toString).orElse(Long.toUnsignedString(id))
                    : Long.toUnsignedString(id);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
