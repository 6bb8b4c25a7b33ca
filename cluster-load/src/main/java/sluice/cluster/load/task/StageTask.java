package sluice.cluster.load.task;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import sluice.cluster.load.place.AttemptStorage;
import sluice.dictionary.TrailIds;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkQueue;
import sluice.ingest.ChunkRange;
import sluice.ingest.ChunkSpan;
import sluice.load.files.RunMeta;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadState;
import sluice.load.reject.RejectLog;
import sluice.load.stage.ChunkStager;
import sluice.segment.BlockFile;
import sluice.segment.IndexKeys;
import sluice.storage.FileEntry;
import sluice.store.StoreSchema;

/**
 * Makes runs of the chunks of one stage task. Chunks whose runs are all there, from an earlier
 * attempt, are not read again.
 */
final class StageTask {
    private final TaskContext context;
    private final AttemptStorage storage;
    private final BooleanSupplier isUnwanted;
    private final List<FileEntry> runs = new ArrayList<>();
    private final List<ChunkSpan> done = new ArrayList<>();
    private final Publishing publishing;

    StageTask(TaskContext context, AttemptStorage storage, BooleanSupplier isUnwanted) {
        this.context = context;
        this.storage = storage;
        this.isUnwanted = isUnwanted;
        this.publishing = new Publishing(context.syncThreads());
    }

    TaskResult run(Task task, int attempt) throws IOException {
        List<ChunkRange> ranges = context.ranges(task.index());
        ranges.forEach(this::adoptUnchecked);
        LoadState state = context.state(isUnwanted);
        RejectLog rejects = new RejectLog(context.plan().options(), context.source(), done);
        IndexKeys.@Nullable Maker keys = StoreSchema.keys(storage, context.plan().begun());
        long bytesRead;
        try {
            bytesRead = stage(ranges, state, rejects, keys);
            runs.addAll(publishing.published());
        } finally {
            publishing.await();
        }
        rejects.throwFailure();
        runs.sort((a, b) -> StoreFiles.compareRuns(a.name(), b.name()));
        return new TaskResult(
                task,
                attempt,
                context.process(),
                runs,
                List.of(),
                done.stream().mapToLong(ChunkSpan::rows).sum(),
                done.stream().mapToLong(ChunkSpan::rejected).sum(),
                state.progress().rowsStaged(),
                bytesRead);
    }

    /** Makes runs of the chunks of {@code ranges}; returns how many bytes it read. */
    private long stage(
            List<ChunkRange> ranges,
            LoadState state,
            RejectLog rejects,
            IndexKeys.@Nullable Maker keys)
            throws IOException {
        long chunkBytes = context.plan().identity().chunkBytes();
        try (ChunkQueue queue = ChunkQueue.open(context.source(), ranges, chunkBytes, done)) {
            ChunkStager.Staging staging =
                    new ChunkStager.Staging(
                            state,
                            storage,
                            context.plan().begun().borders(),
                            context.plan().stripes(),
                            context.plan().chunkPoolBytes(),
                            context.dictionary(),
                            new TrailIds(storage, context.dictionary(), 1),
                            keys,
                            context.plan().packing());
            try (ChunkStager stager =
                    new ChunkStager(
                            staging, context.pools(), rejects, run -> publishing.add(run.file()))) {
                stage(queue, stager, state);
            }
            return queue.bytesRead();
        }
    }

    private void stage(ChunkQueue queue, ChunkStager stager, LoadState state) throws IOException {
        for (Chunk chunk = queue.take(); chunk != null; chunk = queue.take()) {
            state.throwIfStopped();
            Optional<ChunkSpan> span = stager.stage(chunk);
            if (span.isEmpty()) {
                return;
            }
            done.add(span.get());
        }
    }

    private void adoptUnchecked(ChunkRange range) {
        try {
            adopt(range);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Finds the chunks of {@code range} all of whose runs are published. */
    private void adopt(ChunkRange range) throws IOException {
        for (int chunk = range.firstChunk(); chunk < range.endChunk(); chunk++) {
            ChunkId id = new ChunkId(range.fileIndex(), chunk);
            List<FileEntry> parts = new ArrayList<>();
            Optional<RunMeta> last = Optional.empty();
            for (int part = 0; last.isEmpty(); part++) {
                Optional<FileEntry> run = find(runName(id, part));
                if (run.isEmpty()) {
                    break;
                }
                parts.add(run.get());
                last = meta(run.get()).filter(RunMeta::last);
            }
            if (last.isPresent()) {
                runs.addAll(parts);
                done.add(last.get().span());
                if (last.get().span().lastOfFile()) {
                    return;
                }
            } else if (context.source().files().get(range.fileIndex()).isStream()) {
                return;
            }
        }
    }

    private String runName(ChunkId id, int part) {
        return context.plan()
                .packing()
                .named(StoreFiles.run(context.plan().loadNumber(), id, part));
    }

    private Optional<FileEntry> find(String name) throws IOException {
        try {
            return Optional.of(BlockFile.describe(storage, name));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private Optional<RunMeta> meta(FileEntry entry) throws IOException {
        try (BlockFile run = BlockFile.openConfined(storage, entry)) {
            RunMeta meta = RunMeta.decode(entry.name(), run.meta());
            return Optional.of(meta)
                    .filter(each -> each.loadKey() == context.plan().identity().key());
        }
    }
}
