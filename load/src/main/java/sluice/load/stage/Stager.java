package sluice.load.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameTrail;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkQueue;
import sluice.ingest.ChunkSpan;
import sluice.ingest.row.DictionaryNames;
import sluice.load.files.DanglingLinks;
import sluice.load.files.Manifests;
import sluice.load.files.RunMeta;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadState;
import sluice.load.job.Pools;
import sluice.load.job.Publisher;
import sluice.load.job.Workers;
import sluice.load.plan.StageSample;
import sluice.load.reject.RejectLog;
import sluice.model.RowKind;
import sluice.segment.Borders;
import sluice.segment.IndexKeys;
import sluice.segment.RowIndex;
import sluice.segment.RowPool;
import sluice.storage.Storage;

/**
 * Turns chunks into runs, on all threads: parse into a pool that is divided into stripes, sort
 * stripe by stripe, write. A chunk whose rows overflow its pool leaves several runs.
 */
public final class Stager {
    private final Storage storage;
    private final ChunkQueue queue;
    private final Borders buckets;
    private final Borders stripes;
    private final long poolBytes;
    private final Publisher publisher;
    private final Pools pools;
    private final RejectLog rejects;
    private final LoadState state;
    private final Dictionary dictionary;
    private final IndexKeys.@Nullable Maker keys;

    public Stager(
            LoadState state,
            Pools pools,
            Storage storage,
            ChunkQueue queue,
            Borders buckets,
            StageSample sample,
            Dictionary dictionary,
            RejectLog rejects,
            Publisher publisher,
            IndexKeys.@Nullable Maker keys) {
        this.state = state;
        this.pools = pools;
        this.storage = storage;
        this.queue = queue;
        this.buckets = buckets;
        this.stripes = sample.stripes();
        this.poolBytes = sample.poolBytes();
        this.dictionary = dictionary;
        this.rejects = rejects;
        this.publisher = publisher;
        this.keys = keys;
    }

    /** Stages all chunks of the queue; when this returns their runs are published. */
    public void run() throws IOException {
        Workers.runAll("stage", state.options().threads(), this::stageChunks, queue::close);
        publisher.await();
        rejects.throwFailure();
    }

    private void stageChunks() throws IOException {
        try (ChunkStager stager = new ChunkStager()) {
            while (!rejects.hasFailed()) {
                state.throwIfStopped();
                Chunk chunk = queue.take();
                if (chunk == null) {
                    return;
                }
                stager.stage(chunk);
            }
        }
    }

    /** One thread's pool and what it needs to write runs out of it. */
    private final class ChunkStager implements AutoCloseable {
        private final RowPool pool = pools.take(state.memory().poolBytes());
        private final RunWriter writer =
                new RunWriter(
                        storage, buckets, stripes, RowIndex.of(keys, state.memory().indexBytes()));
        private final DictionaryNames names = new DictionaryNames(dictionary);
        private RowKind kind = RowKind.LINK;
        private ChunkId id = new ChunkId(0, 0);
        private int part;

        void stage(Chunk chunk) throws IOException {
            kind = chunk.kind();
            id = chunk.id();
            part = 0;
            pool.onFull(this::overflow);
            pool.reserve(poolBytes);
            pool.reset(stripes);
            ChunkSpan span;
            boolean kept;
            DanglingLinks dangling;
            @Nullable NameTrail trail =
                    NameStage.trail(storage, state, dictionary, id).orElse(null);
            try (trail;
                    RejectLog.ChunkRejects chunkRejects =
                            rejects.begin(chunk, storage, state.loadNumber())) {
                names.follow(trail);
                span = chunk.parse(names, pool, chunkRejects);
                if (chunkRejects.stops(span)) {
                    return;
                }
                kept = chunkRejects.publish();
                dangling = chunkRejects.dangling();
            }
            writeProperties();
            if (trail != null) {
                NameStage.deleteTrail(storage, state, id);
            }
            writeRun(new RunMeta(state.loadKey(), part, true, kept, span, dangling));
            rejects.end(span);
            state.progress().rowsRead.add(span.rows());
            state.progress().rowsRejected.add(span.rejected());
            state.progress().chunksStaged.increment();
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
            ChunkSpan unknown = new ChunkSpan(id, 0, 0, 0, 0, 0, false);
            return new RunMeta(state.loadKey(), part, false, false, unknown);
        }

        /** The properties of nodes get a run of their own, since a run has rows of one kind. */
        private void writeProperties() throws IOException {
            if (kind == RowKind.NODE && pool.hasProperties()) {
                String name = StoreFiles.run(state.loadNumber(), id, part);
                publish(writer.writeProperties(pool, name, partial()));
                part++;
            }
        }

        private void writeRun(RunMeta meta) throws IOException {
            String name = StoreFiles.run(state.loadNumber(), id, part);
            publish(writer.write(pool, kind, name, meta));
        }

        private void publish(RunWriter.Written run) throws IOException {
            state.progress().rowsStaged.add(run.rows());
            state.progress().runBytes.add(run.file().lengthBytes());
            publisher.publish(run.file(), (old, entry) -> Manifests.withRuns(old, List.of(entry)));
        }

        @Override
        public void close() {
            names.close();
            pools.giveBack(pool);
        }
    }
}
