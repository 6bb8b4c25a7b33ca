package sluice.load.build;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.load.files.Manifests;
import sluice.load.files.RunFiles;
import sluice.load.files.StoreFiles;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadState;
import sluice.load.job.Pools;
import sluice.load.job.Publisher;
import sluice.segment.Borders;
import sluice.segment.IndexKeys;
import sluice.segment.PendingFile;
import sluice.segment.RowIndex;
import sluice.segment.RowPool;
import sluice.segment.SegmentBuild;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.StoreSchema;

/**
 * Builds the buckets that have rows in runs into segments, on all threads. Each segment is
 * published as soon as it is written.
 */
public final class Builder {
    private final Storage storage;
    private final LoadState state;
    private final Publisher publisher;
    private final Pools pools;
    private final Demand demand;
    private final Borders borders;
    private final BuildTurns turns;

    public Builder(
            LoadState state,
            Pools pools,
            Storage storage,
            Publisher publisher,
            Demand demand,
            BuildOrder order) {
        this.state = state;
        this.pools = pools;
        this.storage = storage;
        this.publisher = publisher;
        this.demand = demand;
        Manifest manifest = publisher.manifest();
        this.borders = manifest.borders();
        this.turns =
                new BuildTurns(
                        state,
                        demand,
                        order,
                        manifest.buckets().stream()
                                .map(Builder::stateAtStart)
                                .toArray(Bucket.State[]::new),
                        false);
    }

    /** What an interrupted try was building has no segment: it is built from the beginning. */
    private static Bucket.State stateAtStart(Bucket bucket) {
        return bucket.state() == Bucket.State.BUILT ? Bucket.State.BUILT : Bucket.State.STAGED;
    }

    /** Builds every bucket; when this returns all segments are published. */
    public void run() throws IOException {
        Manifest begun = publisher.manifest();
        IndexKeys.@Nullable Maker keys = StoreSchema.keys(storage, begun);
        try (RunFiles runs = RunFiles.open(storage, begun.runs())) {
            turns.begin(borders, rows(runs));
            turns.run(state.options().threads(), () -> new Segments(runs, begun.laterWins(), keys));
            awaitPublished();
        }
    }

    private void awaitPublished() throws IOException {
        try {
            publisher.await();
        } catch (Throwable failure) {
            turns.stopped();
            throw failure;
        }
    }

    /** Of each bucket that is not built. */
    private long[] rows(RunFiles runs) throws IOException {
        long[] rows = runs.rowsOfBuckets(borders.count());
        for (int bucket = 0; bucket < rows.length; bucket++) {
            rows[bucket] = turns.stateOf(bucket) == Bucket.State.BUILT ? 0 : rows[bucket];
        }
        return rows;
    }

    /** What one thread builds segments with. */
    private final class Segments implements BuildTurns.BucketBuild {
        private final RunFiles runs;
        private final RowPool pool = pools.take(state.memory().poolBytes());
        private final SegmentOfBucket build;
        private long replacedBefore;

        Segments(RunFiles runs, boolean laterWins, IndexKeys.@Nullable Maker keys) {
            this.runs = runs;
            RowIndex index = RowIndex.of(keys, state.memory().indexBytes());
            this.build =
                    new SegmentOfBucket(runs, borders, new SegmentBuild(pool, laterWins, index));
        }

        @Override
        public boolean build(int bucket) throws IOException {
            FileEntry before = publisher.manifest().buckets().get(bucket).segment();
            String name = StoreFiles.segment(state.loadNumber(), bucket);
            build.build(bucket, before, storage, name, segment -> publish(bucket, segment));
            return true;
        }

        private void publish(int bucket, @Nullable PendingFile segment) throws IOException {
            state.progress().rowsMerged.add(runs.rows(bucket));
            state.progress().valuesReplaced.add(build.replacedValues() - replacedBefore);
            replacedBefore = build.replacedValues();
            if (segment == null) {
                publisher.commitSoon(old -> built(old, bucket, null));
            } else {
                state.progress().segmentBytes.add(segment.lengthBytes());
                state.progress().built(segment.rows());
                publisher.publish(segment, (old, entry) -> built(old, bucket, entry));
            }
        }

        @Override
        public void close() {
            pools.giveBack(pool);
        }
    }

    private Manifest built(Manifest old, int bucket, @Nullable FileEntry segment) {
        state.progress().bucketsBuilt.increment();
        long[] queries = demand.queries();
        return Manifests.withBuckets(
                old,
                i -> {
                    Bucket present = old.buckets().get(i);
                    Bucket.State now = i == bucket ? Bucket.State.BUILT : stateOf(i, present);
                    // Most stay as they are, and need not be made again for each manifest.
                    return i != bucket && now == present.state() && queries[i] == present.demand()
                            ? present
                            : new Bucket(
                                    present.firstId1(),
                                    present.firstId2(),
                                    now,
                                    i == bucket ? segment : present.segment(),
                                    queries[i]);
                });
    }

    /** A bucket whose segment is written but not listed yet is still being built for readers. */
    private Bucket.State stateOf(int bucket, Bucket present) {
        return present.state() == Bucket.State.BUILT
                ? Bucket.State.BUILT
                : turns.stateOf(bucket) == Bucket.State.STAGED
                        ? Bucket.State.STAGED
                        : Bucket.State.BUILDING;
    }
}
