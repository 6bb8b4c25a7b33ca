package sluice.experiments.demo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import sluice.experiments.demo.DemoView.Answers;
import sluice.experiments.demo.DemoView.BucketView;
import sluice.experiments.demo.DemoView.Interval;
import sluice.experiments.demo.DemoView.Step;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * What happened when during a load: its marks, its buckets, and tick by tick what clients were
 * answered. {@code this} guards all of it.
 *
 * <p>A tick ends with the step it lies in. Memory is bounded: when there are too many ticks, two
 * become one.
 */
final class Timeline {
    private static final int TICKS_MAX = 128;

    /** How long the intervals shown may be: round numbers of milliseconds. */
    private static final long[] INTERVAL_MILLIS = {
        50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000, 30_000, 60_000, 120_000,
        300_000, 600_000
    };

    private record Tick(
            Step step, long fromNanos, long toNanos, Histogram runs, Histogram segments) {
        /** Which stretch of time of {@code intervalNanos} most of it lies in, counted from 0. */
        long stretch(long intervalNanos) {
            return (fromNanos + toNanos) / 2 / intervalNanos;
        }
    }

    private final LongSupplier nanoTime;
    private final List<Latencies> clients;
    private final List<Tick> ticks = new ArrayList<>();
    private final Histogram allRuns = Latencies.histogram();
    private final Histogram allSegments = Latencies.histogram();
    private long startNanos;
    private long tickFromNanos;
    private long endNanos = DemoView.NOT_YET;
    private long uptimeNanos = DemoView.NOT_YET;
    private long builtNanos = DemoView.NOT_YET;
    private long[] bucketBuiltNanos = {};

    Timeline(List<Latencies> clients, LongSupplier nanoTime) {
        this.clients = clients;
        this.nanoTime = nanoTime;
    }

    synchronized void begin() {
        startNanos = nanoTime.getAsLong();
    }

    /** Notes which buckets are built by now. */
    synchronized void published(Manifest manifest) {
        long now = now();
        if (bucketBuiltNanos.length == 0) {
            bucketBuiltNanos = new long[manifest.buckets().size()];
            Arrays.fill(bucketBuiltNanos, DemoView.NOT_YET);
        }
        for (int i = 0; i < bucketBuiltNanos.length; i++) {
            boolean built = manifest.buckets().get(i).state() == Bucket.State.BUILT;
            if (built && bucketBuiltNanos[i] == DemoView.NOT_YET) {
                bucketBuiltNanos[i] = now;
            }
        }
    }

    synchronized void uptime() {
        tick();
        uptimeNanos = tickFromNanos;
    }

    synchronized void built() {
        tick();
        builtNanos = tickFromNanos;
    }

    synchronized void end() {
        tick();
        endNanos = tickFromNanos;
    }

    /** Ends the present tick and begins the next one. */
    synchronized void tick() {
        long now = now();
        Histogram runs = Latencies.histogram();
        Histogram segments = Latencies.histogram();
        for (Latencies client : clients) {
            client.drainTo(runs, segments);
        }
        allRuns.add(runs);
        allSegments.add(segments);
        ticks.add(new Tick(step(), tickFromNanos, now, runs, segments));
        tickFromNanos = now;
        if (ticks.size() > TICKS_MAX) {
            halve();
        }
    }

    /** The step that the load is in, as far as its events tell. */
    synchronized Step step() {
        if (builtNanos != DemoView.NOT_YET) {
            return Step.WATCH;
        }
        return uptimeNanos != DemoView.NOT_YET ? Step.BUILD : Step.STAGE;
    }

    synchronized long nowNanos() {
        return endNanos == DemoView.NOT_YET ? now() : endNanos;
    }

    synchronized long uptimeNanos() {
        return uptimeNanos;
    }

    synchronized long builtNanos() {
        return builtNanos;
    }

    /** The buckets, where queries have asked for them so often. */
    synchronized List<BucketView> buckets(long[] queries) {
        List<BucketView> buckets = new ArrayList<>();
        for (int i = 0; i < bucketBuiltNanos.length; i++) {
            long asked = queries.length == bucketBuiltNanos.length ? queries[i] : 0;
            buckets.add(new BucketView(bucketBuiltNanos[i], asked));
        }
        return buckets;
    }

    /** All ticks as at most {@code countMax} intervals, or one a step where that is more. */
    synchronized List<Interval> intervals(int countMax) {
        List<List<Tick>> groups = List.of();
        for (long millis : INTERVAL_MILLIS) {
            groups = groups(TimeUnit.MILLISECONDS.toNanos(millis));
            if (groups.size() <= countMax) {
                break;
            }
        }
        List<Interval> intervals = new ArrayList<>();
        for (List<Tick> group : groups) {
            Tick sum = sum(group);
            intervals.add(
                    new Interval(
                            sum.step,
                            sum.fromNanos,
                            sum.toNanos,
                            Latencies.answers(sum.runs),
                            Latencies.answers(sum.segments)));
        }
        return intervals;
    }

    synchronized Answers fromRuns() {
        return Latencies.answers(allRuns);
    }

    synchronized Answers fromSegments() {
        return Latencies.answers(allSegments);
    }

    private long now() {
        return nanoTime.getAsLong() - startNanos;
    }

    /** Ticks of one step and one stretch of time; short ones at the ends of a step join others. */
    private List<List<Tick>> groups(long intervalNanos) {
        List<List<Tick>> groups = new ArrayList<>();
        for (Tick tick : ticks) {
            boolean joins = !groups.isEmpty() && joins(tick, groups.getLast(), intervalNanos);
            if (!joins) {
                joinShort(groups, intervalNanos);
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(tick);
        }
        joinShort(groups, intervalNanos);
        return groups;
    }

    private static boolean joins(Tick tick, List<Tick> group, long intervalNanos) {
        Tick before = group.getLast();
        return before.step == tick.step
                && (before.stretch(intervalNanos) == tick.stretch(intervalNanos)
                        || nanos(group) < intervalNanos / 3);
    }

    /** Makes the last group part of the one before it where it is short. */
    private static void joinShort(List<List<Tick>> groups, long intervalNanos) {
        if (groups.size() >= 2 && nanos(groups.getLast()) < intervalNanos / 3) {
            List<Tick> before = groups.get(groups.size() - 2);
            if (before.getLast().step == groups.getLast().getFirst().step) {
                before.addAll(groups.removeLast());
            }
        }
    }

    private static long nanos(List<Tick> group) {
        return group.getLast().toNanos - group.getFirst().fromNanos;
    }

    private static Tick sum(List<Tick> group) {
        Histogram runs = Latencies.histogram();
        Histogram segments = Latencies.histogram();
        for (Tick tick : group) {
            runs.add(tick.runs);
            segments.add(tick.segments);
        }
        Tick first = group.getFirst();
        return new Tick(first.step, first.fromNanos, group.getLast().toNanos, runs, segments);
    }

    private void halve() {
        List<Tick> all = List.copyOf(ticks);
        ticks.clear();
        for (int i = 0; i < all.size(); i++) {
            Tick tick = all.get(i);
            if (i + 1 < all.size() && all.get(i + 1).step == tick.step) {
                tick = sum(List.of(tick, all.get(++i)));
            }
            ticks.add(tick);
        }
    }
}
