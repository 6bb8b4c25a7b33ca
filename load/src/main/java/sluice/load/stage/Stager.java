package sluice.load.stage;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkQueue;
import sluice.load.files.Manifests;
import sluice.load.job.LoadState;
import sluice.load.job.Pools;
import sluice.load.job.Publisher;
import sluice.load.job.Workers;
import sluice.load.plan.StageSample;
import sluice.load.reject.RejectLog;
import sluice.segment.Borders;
import sluice.segment.IndexKeys;
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
        ChunkStager.Staging staging =
                new ChunkStager.Staging(
                        state, storage, buckets, stripes, poolBytes, dictionary, keys);
        try (ChunkStager stager = new ChunkStager(staging, pools, rejects, this::publish)) {
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

    private void publish(RunWriter.Written run) throws IOException {
        publisher.publish(run.file(), (old, entry) -> Manifests.withRuns(old, List.of(entry)));
    }
}
