package sluice.load;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import sluice.segment.BlockFile;
import sluice.segment.Borders;
import sluice.segment.KeyRange;
import sluice.segment.PendingFile;
import sluice.segment.RowKind;
import sluice.segment.RowPool;
import sluice.segment.SegmentBuild;
import sluice.segment.Slice;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * Builds the buckets that have rows in runs, on all threads, in the order that demand decides. Each
 * segment is published as soon as it is written. {@code this} guards the buckets' states and {@code
 * failed}.
 */
final class Builder {
    /** How soon a builder that rests sees that it shall stop. */
    private static final long STOP_NANOS_MAX = 100_000_000L;

    private final Storage storage;
    private final LoadState state;
    private final Publisher publisher;
    private final Pools pools;
    private final Demand demand;
    private final BuildOrder order;
    private final Borders borders;
    private final Bucket.State[] states;
    private final List<BlockFile> runs = new ArrayList<>();
    private final AtomicInteger builders = new AtomicInteger();
    private boolean failed;

    Builder(
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
        this.order = order;
        Manifest manifest = publisher.manifest();
        this.borders = manifest.borders();
        this.states =
                manifest.buckets().stream().map(Builder::stateAtStart).toArray(Bucket.State[]::new);
    }

    /** What an interrupted try was building has no segment: it is built from the beginning. */
    private static Bucket.State stateAtStart(Bucket bucket) {
        return bucket.state() == Bucket.State.BUILT ? Bucket.State.BUILT : Bucket.State.STAGED;
    }

    /** Builds every bucket; when this returns all segments are published. */
    void run() throws IOException {
        try (Closeable _ = this::closeRuns) {
            for (FileEntry run : publisher.manifest().runs()) {
                runs.add(BlockFile.open(storage, run));
            }
            noteWork();
            try {
                Workers.runAll("build", state.options().threads(), this::buildBuckets);
                publisher.await();
            } catch (Throwable failure) {
                order.stopped();
                throw failure;
            }
        }
    }

    /** Closes all runs, even if closing one fails. */
    private void closeRuns() throws IOException {
        @Nullable IOException failure = null;
        for (BlockFile run : runs) {
            try {
                run.close();
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void noteWork() throws IOException {
        long[] rows = new long[states.length];
        int built = 0;
        for (int bucket = 0; bucket < states.length; bucket++) {
            if (states[bucket] == Bucket.State.BUILT) {
                built++;
                continue;
            }
            for (BlockFile run : runs) {
                rows[bucket] += bucket < run.slices() ? sliceOf(run, bucket).rows() : 0;
            }
        }
        order.begin(borders, states.clone(), rows);
        state.progress().rowsToBuild.set(Arrays.stream(rows).sum());
        state.progress().bucketsTotal.set(states.length);
        state.progress().bucketsBuilt.add(built);
    }

    private void buildBuckets() throws IOException {
        int builder = builders.getAndIncrement();
        RowPool pool = pools.take();
        SegmentBuild build = new SegmentBuild(pool, publisher.manifest().laterWins());
        try {
            while (true) {
                rest(builder);
                OptionalInt bucket = next(builder);
                if (bucket.isEmpty()) {
                    return;
                }
                build(bucket.getAsInt(), build);
                order.built(builder, bucket.getAsInt());
            }
        } catch (Throwable failure) {
            fail();
            throw failure;
        } finally {
            pools.giveBack(pool);
        }
    }

    /** Waits as long as it is told, but for a request to stop. */
    private void rest(int builder) {
        state.throwIfStopped();
        for (long nanos = order.restNanos(builder); nanos > 0; nanos = order.restNanos(builder)) {
            LockSupport.parkNanos(Math.min(nanos, STOP_NANOS_MAX));
            state.throwIfStopped();
        }
    }

    private synchronized void fail() {
        failed = true;
    }

    /** The bucket to build next; none when all were taken or a thread failed. */
    private synchronized OptionalInt next(int builder) {
        if (failed) {
            return OptionalInt.empty();
        }
        OptionalInt next = order.next(builder, states, demand.queries());
        next.ifPresent(bucket -> states[bucket] = Bucket.State.BUILDING);
        return next;
    }

    private void build(int bucket, SegmentBuild build) throws IOException {
        FileEntry before = publisher.manifest().buckets().get(bucket).segment();
        try (@Nullable BlockFile earlier =
                before == null ? null : BlockFile.open(storage, before)) {
            Slices slices = slicesOf(bucket, earlier);
            String name = StoreFiles.segment(state.loadNumber(), bucket);
            PendingFile segment =
                    build.build(
                            storage, name, slices.slices(), KeyRange.of(borders, bucket, bucket));
            state.progress().rowsMerged.add(slices.runRows());
            if (segment == null) {
                publisher.commit(old -> built(old, bucket, null));
            } else {
                state.progress().segmentBytes.add(segment.lengthBytes());
                publisher.publish(segment, (old, entry) -> built(old, bucket, entry));
            }
        }
    }

    /** A bucket's share of all files, oldest first. */
    private record Slices(List<Slice> slices, long runRows) {}

    private Slices slicesOf(int bucket, @Nullable BlockFile segment) throws IOException {
        List<Slice> slices = new ArrayList<>();
        if (segment != null) {
            slices.add(new Slice(segment, RowKind.LINK, 0, segment.blocks(RowKind.LINK)));
            slices.add(new Slice(segment, RowKind.NODE, 0, segment.blocks(RowKind.NODE)));
        }
        long runRows = 0;
        for (BlockFile run : runs) {
            if (bucket < run.slices()) {
                Slice slice = sliceOf(run, bucket);
                runRows += slice.rows();
                slices.add(slice);
            }
        }
        return new Slices(slices, runRows);
    }

    private static Slice sliceOf(BlockFile run, int bucket) throws IOException {
        RowKind kind = run.blocks(RowKind.LINK) > 0 ? RowKind.LINK : RowKind.NODE;
        return new Slice(run, kind, run.sliceBegin(bucket), run.sliceEnd(bucket));
    }

    private Manifest built(Manifest old, int bucket, @Nullable FileEntry segment) {
        synchronized (this) {
            states[bucket] = Bucket.State.BUILT;
        }
        state.progress().bucketsBuilt.increment();
        long[] queries = demand.queries();
        return Manifests.withBuckets(
                old,
                i -> {
                    Bucket present = old.buckets().get(i);
                    Bucket.State now = i == bucket ? Bucket.State.BUILT : stateOf(i, present);
                    return new Bucket(
                            present.firstId1(),
                            present.firstId2(),
                            now,
                            i == bucket ? segment : present.segment(),
                            queries[i]);
                });
    }

    /** A bucket whose segment is written but not listed yet is still being built for readers. */
    private synchronized Bucket.State stateOf(int bucket, Bucket present) {
        return present.state() == Bucket.State.BUILT
                ? Bucket.State.BUILT
                : states[bucket] == Bucket.State.STAGED
                        ? Bucket.State.STAGED
                        : Bucket.State.BUILDING;
    }
}
