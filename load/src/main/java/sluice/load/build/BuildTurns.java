package sluice.load.build;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.BitSet;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import sluice.load.job.AwayPatience;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadState;
import sluice.load.job.Workers;
import sluice.model.UnreachableException;
import sluice.segment.Borders;
import sluice.store.Bucket;

/**
 * Has builders in several threads build one bucket after the other, in the order that demand
 * decides, until none is left or one of them fails. {@code this} guards the buckets' states and
 * {@code failed}.
 */
public final class BuildTurns {
    /** How soon a builder that rests sees that it shall stop. */
    private static final long STOP_NANOS_MAX = 100_000_000L;

    private final LoadState state;
    private final Demand demand;
    private final BuildOrder order;
    private final Bucket.State[] states;
    private final boolean shared;

    /** The buckets that builders of this process have. */
    private final BitSet here = new BitSet();

    private final AtomicInteger builders = new AtomicInteger();
    private boolean failed;

    /** What one thread builds with. */
    public interface BucketBuild extends AutoCloseable {
        /** Builds the bucket; false where another process builds it, or has. */
        boolean build(int bucket) throws IOException;

        @Override
        void close() throws IOException;
    }

    /** Makes what a thread builds with. */
    public interface BucketBuilds {
        public BucketBuild begin() throws IOException;
    }

    /**
     * Begins with buckets as they are; those that are not built are to be built.
     *
     * @param shared whether other processes build them too, and are waited for
     */
    public BuildTurns(
            LoadState state,
            Demand demand,
            BuildOrder order,
            Bucket.State[] states,
            boolean shared) {
        this.state = state;
        this.demand = demand;
        this.order = order;
        this.states = states.clone();
        this.shared = shared;
    }

    /**
     * Says what is to be built.
     *
     * @param rows of each bucket, to be merged
     */
    public void begin(Borders borders, long[] rows) {
        int built = 0;
        for (Bucket.State now : states) {
            built += now == Bucket.State.BUILT ? 1 : 0;
        }
        order.begin(borders, states.clone(), rows);
        state.progress().rowsToBuild.set(Arrays.stream(rows).sum());
        state.progress().bucketsTotal.set(states.length);
        state.progress().bucketsBuilt.add(built);
    }

    /** Builds every bucket that no other process does, in {@code threads}, after {@link #begin}. */
    public void run(int threads, BucketBuilds builds) throws IOException {
        try {
            Workers.runAll("build", threads, () -> buildBuckets(builds), this::fail);
        } catch (Throwable failure) {
            stopped();
            throw failure;
        }
    }

    /** Says that not all will be built. */
    void stopped() {
        order.stopped();
    }

    private void buildBuckets(BucketBuilds builds) throws IOException {
        int builder = builders.getAndIncrement();
        try (BucketBuild build = builds.begin()) {
            while (true) {
                rest(builder);
                OptionalInt bucket = next(builder);
                if (bucket.isPresent()) {
                    build(builder, bucket.getAsInt(), build);
                } else if (shared && isElsewhere()) {
                    LockSupport.parkNanos(STOP_NANOS_MAX);
                } else {
                    return;
                }
            }
        }
    }

    private void build(int builder, int bucket, BucketBuild build) throws IOException {
        boolean built = patiently(bucket, build);
        synchronized (this) {
            here.clear(bucket);
            states[bucket] = built ? Bucket.State.BUILT : Bucket.State.BUILDING;
        }
        if (built) {
            order.built(builder, bucket);
        } else {
            order.refused(builder, bucket);
        }
    }

    /** Begins the bucket anew where a server was away, which asks for its lease again. */
    private boolean patiently(int bucket, BucketBuild build) throws IOException {
        AwayPatience patience = new AwayPatience(state.progress().nanoClock());
        for (int tries = 1; ; tries++) {
            try {
                return build.build(bucket);
            } catch (UnreachableException e) {
                if (tries == 1) {
                    // Not kept: the first logger takes 30 ms, and few loads wait.
                    System.getLogger(BuildTurns.class.getName())
                            .log(
                                    Level.WARNING,
                                    "bucket %d waits for a server: %s"
                                            .formatted(bucket, e.getMessage()));
                }
                if (!patience.pause(this::isEnding)) {
                    throw e;
                }
            }
        }
    }

    /** Whether a builder failed, and so all shall end. */
    private boolean isEnding() {
        state.throwIfStopped();
        return hasFailed();
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

    private synchronized boolean hasFailed() {
        return failed;
    }

    /** The bucket to build next; none when all were taken or a thread failed. */
    private synchronized OptionalInt next(int builder) {
        if (failed) {
            return OptionalInt.empty();
        }
        OptionalInt next = order.next(builder, states, demand.queries());
        next.ifPresent(
                bucket -> {
                    states[bucket] = Bucket.State.BUILDING;
                    here.set(bucket);
                });
        return next;
    }

    /** Whether another process builds buckets, which may yet come back. */
    private synchronized boolean isElsewhere() {
        for (int bucket = 0; bucket < states.length && !failed; bucket++) {
            if (states[bucket] == Bucket.State.BUILDING && !here.get(bucket)) {
                return true;
            }
        }
        return false;
    }

    /** Takes note of what another process has made of a bucket; false where that is no news. */
    public synchronized boolean elsewhere(int bucket, Bucket.State now) {
        boolean news = !here.get(bucket) && states[bucket] != now;
        if (news) {
            states[bucket] = now;
            order.elsewhere(bucket, now);
        }
        return news;
    }

    /** How far the builders are with a bucket. */
    synchronized Bucket.State stateOf(int bucket) {
        return states[bucket];
    }
}
