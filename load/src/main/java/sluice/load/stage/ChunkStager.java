package sluice.load.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameTrail;
import sluice.dictionary.RowTrail;
import sluice.dictionary.TrailIds;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.ingest.fact.DroppedGraphs;
import sluice.ingest.row.DictionaryNames;
import sluice.ingest.row.Rejects;
import sluice.load.files.DanglingLinks;
import sluice.load.files.RunMeta;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadState;
import sluice.load.job.Pools;
import sluice.load.reject.RejectLog;
import sluice.model.RowKind;
import sluice.segment.Borders;
import sluice.segment.IndexKeys;
import sluice.segment.RowIndex;
import sluice.segment.RowPool;
import sluice.storage.Storage;
import sluice.store.packed.RunPacking;

/**
 * Turns chunk after chunk into runs: one thread's pool and what it needs to write runs out of it.
 * The bytes of a chunk's runs depend on the chunk, the {@link Staging} and the pool's size alone.
 */
public final class ChunkStager implements AutoCloseable {
    /**
     * The parts by which all chunks of a load are staged.
     *
     * @param stripes into which rows are divided, so that what follows stays in cache
     * @param poolBytes that a chunk's rows are expected to take
     * @param trailIds in {@code dictionary}, by the numbers that the first pass gave names
     * @param keys of the store's indexes; null where it has none
     * @param packing whether the runs are packed, which their names say
     */
    public record Staging(
            LoadState state,
            Storage storage,
            Borders buckets,
            Borders stripes,
            long poolBytes,
            Dictionary dictionary,
            TrailIds trailIds,
            IndexKeys.@Nullable Maker keys,
            RunPacking packing) {}

    /** Takes the runs as they are written. */
    public interface Runs {
        /** Publishes {@code run}, at once or later. */
        void publish(RunWriter.Written run) throws IOException;
    }

    private final Staging staging;
    private final LoadState state;
    private final Storage storage;
    private final Pools pools;
    private final RejectLog rejects;
    private final Runs runs;
    private final RowPool pool;
    private final RunWriter writer;
    private final DictionaryNames names;
    private RowKind kind = RowKind.LINK;
    private ChunkId id = new ChunkId(0, 0);
    private int part;

    /** Takes a pool out of {@code pools}, and gives it back when it is closed. */
    public ChunkStager(Staging staging, Pools pools, RejectLog rejects, Runs runs) {
        this.staging = staging;
        this.state = staging.state();
        this.storage = staging.storage();
        this.pools = pools;
        this.rejects = rejects;
        this.runs = runs;
        this.pool = pools.take(state.memory().poolBytes());
        this.writer =
                new RunWriter(
                        storage,
                        staging.buckets(),
                        staging.stripes(),
                        RowIndex.of(staging.keys(), state.memory().indexBytes()));
        this.names = new DictionaryNames(staging.dictionary());
    }

    /**
     * Stages {@code chunk}; returns what it was, or empty where it holds a row that stops the load:
     * then it leaves no last run.
     */
    public Optional<ChunkSpan> stage(Chunk chunk) throws IOException {
        kind = chunk.kind();
        id = chunk.id();
        part = 0;
        pool.onFull(this::overflow);
        pool.reserve(staging.poolBytes());
        pool.reset(staging.stripes());
        ChunkSpan span;
        boolean kept;
        DanglingLinks dangling;
        boolean hasTrail;
        try (RejectLog.ChunkRejects chunkRejects =
                rejects.begin(chunk, storage, state.loadNumber())) {
            NameStage.Left left =
                    NameStage.left(storage, state, staging.dictionary(), staging.trailIds(), id);
            hasTrail = !(left instanceof NameStage.Left.Nothing);
            span =
                    switch (left) {
                        case NameStage.Left.Rows(var known, var rows) ->
                                replay(chunk, known, rows, chunkRejects);
                        case NameStage.Left.Names(var trail) -> parse(chunk, trail, chunkRejects);
                        case NameStage.Left.Nothing() -> parse(chunk, null, chunkRejects);
                    };
            if (chunkRejects.stops(span)) {
                return Optional.empty();
            }
            kept = chunkRejects.publish();
            dangling = chunkRejects.dangling();
        }
        writeProperties();
        if (hasTrail) {
            NameStage.deleteTrail(storage, state, id);
        }
        writeRun(new RunMeta(state.loadKey(), part, true, kept, span, dangling));
        rejects.end(span);
        state.progress().rowsRead.add(span.rows());
        state.progress().rowsRejected.add(span.rejected());
        state.progress().chunksStaged.increment();
        return Optional.of(span);
    }

    /** Takes the rows of a chunk that the first pass has parsed. */
    private ChunkSpan replay(Chunk chunk, ChunkSpan span, RowTrail rows, Rejects chunkRejects)
            throws IOException {
        try (rows) {
            chunk.pass(span);
            new RowReplay(rows, pool, chunkRejects).run();
        }
        return span;
    }

    /** Parses a chunk, whose names come from {@code trail} for as long as it knows them. */
    private ChunkSpan parse(Chunk chunk, @Nullable NameTrail trail, Rejects chunkRejects)
            throws IOException {
        try (trail) {
            names.follow(trail);
            return chunk.parse(names, pool, chunkRejects);
        }
    }

    private void overflow(RowPool full) {
        try {
            writeProperties();
            writeRun(partial());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        part++;
        full.clear();
    }

    /** The meta of a run that is not the chunk's last one. */
    private RunMeta partial() {
        ChunkSpan unknown = new ChunkSpan(id, 0, 0, 0, 0, 0, false, DroppedGraphs.NONE);
        return new RunMeta(state.loadKey(), part, false, false, unknown);
    }

    /** The properties of nodes get a run of their own, since a run has rows of one kind. */
    private void writeProperties() throws IOException {
        if (kind == RowKind.NODE && pool.hasProperties()) {
            publish(writer.writeProperties(pool, runName(), partial()));
            part++;
        }
    }

    private void writeRun(RunMeta meta) throws IOException {
        publish(writer.write(pool, kind, runName(), meta));
    }

    private String runName() {
        return staging.packing().named(StoreFiles.run(state.loadNumber(), id, part));
    }

    private void publish(RunWriter.Written run) throws IOException {
        state.progress().rowsStaged.add(run.rows());
        state.progress().runBytes.add(run.file().lengthBytes());
        state.progress().staged(run.file().rows());
        runs.publish(run);
    }

    @Override
    public void close() {
        names.close();
        pools.giveBack(pool);
    }
}
