package sluice.cluster.load.task;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import sluice.cluster.load.place.AttemptStorage;
import sluice.cluster.load.plan.BucketSpan;
import sluice.load.build.SegmentOfBucket;
import sluice.load.files.RunFiles;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadState;
import sluice.segment.BlockFile;
import sluice.segment.RowIndex;
import sluice.segment.RowPool;
import sluice.segment.SegmentBuild;
import sluice.storage.FileEntry;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.StoreSchema;

/**
 * Makes segments of the buckets of one build task. A segment that is there is kept: its name says
 * which load and bucket it is of, and a load has one plan.
 */
final class BuildTask {
    private final TaskContext context;
    private final AttemptStorage storage;
    private final BooleanSupplier isUnwanted;
    private final List<FileEntry> segments = new ArrayList<>();
    private final List<Integer> buckets = new ArrayList<>();

    /** The buckets whose segments are being published. */
    private final List<Integer> published = new ArrayList<>();

    private final Publishing publishing;
    private long rowsMerged;

    BuildTask(TaskContext context, AttemptStorage storage, BooleanSupplier isUnwanted) {
        this.context = context;
        this.storage = storage;
        this.isUnwanted = isUnwanted;
        this.publishing = new Publishing(context.syncThreads());
    }

    TaskResult run(Task task, int attempt) throws IOException {
        BucketSpan span = context.plan().cuts().spans().get(task.index());
        Manifest uptime = context.uptime();
        RunFiles runs = context.runs();
        LoadState state = context.state(isUnwanted);
        RowPool pool = context.pools().take(state.memory().poolBytes());
        try {
            RowIndex index =
                    RowIndex.of(StoreSchema.keys(storage, uptime), state.memory().indexBytes());
            SegmentOfBucket build =
                    new SegmentOfBucket(
                            runs,
                            uptime.borders(),
                            new SegmentBuild(pool, uptime.laterWins(), index));
            for (int bucket = span.first(); bucket < span.end(); bucket++) {
                if (uptime.buckets().get(bucket).state() == Bucket.State.STAGED) {
                    state.throwIfStopped();
                    build(bucket, uptime.buckets().get(bucket), build);
                    rowsMerged += runs.rows(bucket);
                }
            }
            segments.addAll(publishing.published());
            buckets.addAll(published);
        } finally {
            publishing.await();
            context.pools().giveBack(pool);
        }
        return new TaskResult(
                task, attempt, context.process(), segments, buckets, 0, 0, rowsMerged, 0);
    }

    private void build(int bucket, Bucket before, SegmentOfBucket build) throws IOException {
        String name = StoreFiles.segment(context.plan().loadNumber(), bucket);
        Optional<FileEntry> there = find(name);
        if (there.isPresent()) {
            add(bucket, there.get());
            return;
        }
        build.build(
                bucket,
                before.segment(),
                storage,
                name,
                segment -> {
                    if (segment != null) {
                        publishing.add(segment);
                        published.add(bucket);
                    }
                });
    }

    private void add(int bucket, FileEntry segment) {
        segments.add(segment);
        buckets.add(bucket);
    }

    private Optional<FileEntry> find(String name) throws IOException {
        try {
            return Optional.of(BlockFile.describe(storage, name));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }
}
