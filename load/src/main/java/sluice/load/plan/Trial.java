package sluice.load.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import sluice.ingest.Source;
import sluice.ingest.row.Relation;
import sluice.model.PropertyTypes;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.segment.BlockFile;
import sluice.segment.BlockFileWriter;
import sluice.segment.Borders;
import sluice.segment.FileKind;
import sluice.segment.KeyRange;
import sluice.segment.PendingFile;
import sluice.segment.RowPool;
import sluice.segment.SegmentBuild;
import sluice.segment.Slice;
import sluice.segment.StripeWriter;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;

/**
 * Loads a sample of a source into memory, as a load does it but on one thread, and measures what
 * that takes. Nothing is written to disk. Used once, by one thread, which closes it.
 */
public final class Trial {
    /** What a name takes in a dictionary besides its bytes: its places in both directions. */
    private static final long DICTIONARY_NAME_BYTES = 9;

    private final Source source;
    private final LongSupplier nanoClock;
    private final MemoryStorage storage = MemoryStorage.create();
    private final Map<RowKind, RowPool> pools = new EnumMap<>(RowKind.class);
    private final StripeWriter stripeWriter = new StripeWriter();
    private final List<FileEntry> runs = new ArrayList<>();
    private long runBytes;

    public Trial(Source source, long poolBytes, LongSupplier nanoClock) {
        this.source = source;
        this.nanoClock = nanoClock;
        for (RowKind kind : RowKind.values()) {
            RowPool pool = new RowPool(poolBytes, _ -> {});
            pool.onFull(full -> writeRun(kind, full));
            pool.reset(Borders.whole());
            pools.put(kind, pool);
        }
    }

    /** Loads about {@code sampleBytes} of the source. */
    public Forecaster.Costs run(long sampleBytes) throws IOException {
        HashedNames names = new HashedNames(Set.of());
        long begin = nanoClock.getAsLong();
        Source.Sample sample =
                source.sample(
                        sampleBytes,
                        names,
                        file -> sink(file.relation()),
                        _ -> (line, offset, column, cause, row) -> {});
        long parsed = nanoClock.getAsLong();
        try {
            pools.forEach(this::writeRun);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        long staged = nanoClock.getAsLong();
        long segmentBytes = build();
        long built = nanoClock.getAsLong();
        // To collect the names of a source takes about as long as to parse it.
        long nameNanos = source.hasNames() ? parsed - begin : 0;
        double scale = source.bytesTotal() / (double) Math.max(1, sample.bytesRead());
        double dictionaryBytes =
                source.hasIdNames()
                        ? names.distinctEstimate(Math.max(1, scale))
                                * (names.meanBytes() + DICTIONARY_NAME_BYTES)
                        : 0;
        return new Forecaster.Costs(
                staged - begin + nameNanos,
                built - staged,
                runBytes,
                segmentBytes,
                (long) dictionaryBytes);
    }

    /** The pool of the relation's rows; properties of nodes are rows like links. */
    private RowSink sink(Relation relation) {
        RowPool rows = pool(relation.kind());
        if (relation.columns().stream().allMatch(column -> column.value() == null)) {
            return rows;
        }
        RowPool links = pool(RowKind.LINK);
        return (id1, type, id2, time, version, flags, data, offset, length) ->
                (PropertyTypes.isProperty(type) ? links : rows)
                        .append(id1, type, id2, time, version, flags, data, offset, length);
    }

    private void writeRun(RowKind kind, RowPool pool) {
        if (pool.isEmpty()) {
            return;
        }
        String name = "run-" + runs.size();
        try (BlockFileWriter file = new BlockFileWriter(storage, name, FileKind.RUN)) {
            if (kind == RowKind.NODE) {
                file.beginNodes();
            }
            stripeWriter.begin(pool);
            stripeWriter.writeAll(pool, 0, kind, file);
            file.endSlice();
            PendingFile run = file.finish(new byte[0]);
            runBytes += run.lengthBytes();
            runs.add(run.publish());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        pool.clear();
    }

    private long build() throws IOException {
        List<BlockFile> files = new ArrayList<>();
        try {
            SegmentBuild build = new SegmentBuild(pool(RowKind.LINK), false, null);
            List<Slice> slices = new ArrayList<>();
            for (FileEntry run : runs) {
                BlockFile file = BlockFile.open(storage, run);
                files.add(file);
                RowKind kind = file.blocks(RowKind.LINK) > 0 ? RowKind.LINK : RowKind.NODE;
                slices.add(new Slice(file, kind, 0, file.blocks(kind)));
            }
            PendingFile segment = build.build(storage, "segment-0", slices, KeyRange.ALL);
            if (segment == null) {
                return 0;
            }
            segment.publish();
            return segment.lengthBytes();
        } finally {
            for (BlockFile file : files) {
                file.close();
            }
        }
    }

    private RowPool pool(RowKind kind) {
        RowPool pool = pools.get(kind);
        if (pool == null) {
            throw new IllegalStateException("no pool of " + kind);
        }
        return pool;
    }
}
