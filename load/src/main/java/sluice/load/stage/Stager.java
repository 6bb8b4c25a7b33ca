package sluice.load.stage;

import java.io.IOException;
import java.util.List;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkQueue;
import sluice.load.files.Manifests;
import sluice.load.job.Pools;
import sluice.load.job.Publisher;
import sluice.load.job.Workers;
import sluice.load.reject.RejectLog;

/**
 * Turns chunks into runs, on all threads: parse into a pool that is divided into stripes, sort
 * stripe by stripe, write. A chunk whose rows overflow its pool leaves several runs.
 */
public final class Stager {
    private final ChunkStager.Staging staging;
    private final Pools pools;
    private final ChunkQueue queue;
    private final RejectLog rejects;
    private final Publisher publisher;

    public Stager(
            ChunkStager.Staging staging,
            Pools pools,
            ChunkQueue queue,
            RejectLog rejects,
            Publisher publisher) {
        this.staging = staging;
        this.pools = pools;
        this.queue = queue;
        this.rejects = rejects;
        this.publisher = publisher;
    }

    /** Stages all chunks of the queue; when this returns their runs are published. */
    public void run() throws IOException {
        Workers.runAll(
                "stage", staging.state().options().threads(), this::stageChunks, queue::close);
        publisher.await();
        rejects.throwFailure();
    }

    private void stageChunks() throws IOException {
        try (ChunkStager stager = new ChunkStager(staging, pools, rejects, this::publish)) {
            while (!rejects.hasFailed()) {
                staging.state().throwIfStopped();
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
