package sluice.coordinator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import sluice.coordinator.decision.Action;
import sluice.coordinator.decision.DecisionOptions;
import sluice.coordinator.decision.Decisions;
import sluice.coordinator.decision.Event;
import sluice.coordinator.decision.PinnedIds;
import sluice.coordinator.decision.PinnedRange;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.model.Patience.WhenPartial;
import sluice.segment.Borders;
import sluice.store.Bucket;

/**
 * Has {@link Decisions} decide, and does what they say: hands buckets to the builders of a load or
 * an absorption, lets them rest, lets readers wait, and has online writes absorbed.
 *
 * <p>Safe for any number of threads; {@code this} guards all that is in it. Whoever owns it calls
 * {@link #tick} several times a second: deadlines and demand are looked at then.
 */
public final class Coordinator implements BuildOrder {
    private static final int NONE = -1;

    private final Decisions decisions;
    private final Demand demand;
    private final Runnable absorb;
    private final boolean searchable;
    private final LongSupplier nanoClock;
    private final long startNanos;

    private Borders borders = Borders.whole();
    private boolean planned;
    private long[] demandSeen = new long[0];
    private long lastQuery;
    private final Map<Long, Wait> waits = new HashMap<>();
    private final Map<Integer, Order> orders = new HashMap<>();

    private final PinnedIds pins = new PinnedIds();

    /** A reader that waits. */
    private static final class Wait {
        final CountDownLatch ended = new CountDownLatch(1);
        final long id1;
        final long deadlineNanos;
        volatile boolean answered;

        Wait(long id1, long deadlineNanos) {
            this.id1 = id1;
            this.deadlineNanos = deadlineNanos;
        }
    }

    /** What a builder was told: a bucket, or {@link #NONE} and until when to rest. */
    private record Order(int bucket, long restUntilNanos) {}

    /**
     * Begins without buckets, before uptime.
     *
     * @param demand counts the queries for each bucket of the load that is under way
     * @param absorb begins to absorb the hot store, in a thread of its own, and tells {@link
     *     #absorbEnded}
     * @param searchable whether buckets can be searched before they are built
     */
    public Coordinator(
            DecisionOptions options,
            Demand demand,
            Runnable absorb,
            boolean searchable,
            LongSupplier nanoClock) {
        this.decisions = new Decisions(options);
        this.demand = demand;
        this.absorb = absorb;
        this.searchable = searchable;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
    }

    /** A load has begun to stage: answers are partial until {@link #begin}. */
    public synchronized void staging() {
        plan(Borders.whole(), List.of(), List.of());
    }

    /** The store is whole and needs no building: answers are complete. */
    public synchronized void complete(Borders newBorders) {
        int count = newBorders.count();
        plan(newBorders, Collections.nCopies(count, 0L), Collections.nCopies(count, true));
        step(new Event.Uptime(now()));
    }

    private void plan(Borders newBorders, List<Long> rows, List<Boolean> built) {
        borders = newBorders;
        planned = !rows.isEmpty();
        demandSeen = new long[rows.size()];
        step(new Event.Planned(now(), rows, built));
        pins.ranges().forEach(range -> step(range.first(), range.last(), true));
    }

    /** What was staged is to be built from now on; answers are complete where they can be given. */
    @Override
    public synchronized void begin(Borders newBorders, Bucket.State[] states, long[] rows) {
        List<Boolean> built = new ArrayList<>();
        for (Bucket.State state : states) {
            built.add(state == Bucket.State.BUILT);
        }
        plan(newBorders, Arrays.stream(rows).boxed().toList(), built);
        step(new Event.Uptime(now()));
    }

    @Override
    public synchronized long restNanos(int builder) {
        Order told = orders.get(builder);
        return told == null || told.bucket != NONE ? 0 : told.restUntilNanos - now();
    }

    @Override
    public synchronized OptionalInt next(int builder, Bucket.State[] states, long[] queries) {
        Order told = orders.remove(builder);
        if (told == null || told.bucket == NONE) {
            step(new Event.Idle(now(), builder));
            told = orders.remove(builder);
        }
        if (told == null || told.bucket == NONE) {
            step(new Event.Gone(now(), builder));
            return OptionalInt.empty();
        }
        return OptionalInt.of(told.bucket);
    }

    @Override
    public synchronized void built(int builder, int bucket) {
        step(new Event.Built(now(), builder, bucket));
    }

    @Override
    public synchronized void refused(int builder, int bucket) {
        step(new Event.Refused(now(), builder, bucket));
    }

    @Override
    public synchronized void elsewhere(int bucket, Bucket.State state) {
        if (planned) {
            Event.Elsewhere.Doing doing =
                    switch (state) {
                        case STAGED -> Event.Elsewhere.Doing.NOTHING;
                        case BUILDING -> Event.Elsewhere.Doing.BUILDS;
                        case BUILT -> Event.Elsewhere.Doing.BUILT;
                    };
            step(new Event.Elsewhere(now(), bucket, doing));
        }
    }

    @Override
    public synchronized void stopped() {
        orders.clear();
        step(new Event.Stopped(now()));
    }

    /** Looks at the clock and at what was asked for since it was last called. */
    public synchronized void tick() {
        if (planned) {
            long[] queries = demand.queries();
            int count = Math.min(queries.length, demandSeen.length);
            for (int bucket = 0; bucket < count; bucket++) {
                long more = queries[bucket] - demandSeen[bucket];
                demandSeen[bucket] = queries[bucket];
                if (more > 0) {
                    step(new Event.Demanded(now(), bucket, more));
                }
            }
        }
        step(new Event.Tick(now()));
    }

    /** What reads took since this was last called. */
    public synchronized void measured(long p99Nanos, long reads) {
        step(new Event.Latency(now(), p99Nanos, reads));
    }

    /** How large the hot store is now. */
    public synchronized void hotSize(long bytes, long coldBytes) {
        step(new Event.HotSize(now(), bytes, coldBytes));
    }

    /** The absorption that was asked for has ended. */
    public synchronized void absorbEnded(Event.AbsorbEnded.Outcome outcome) {
        step(new Event.AbsorbEnded(now(), outcome));
    }

    /**
     * Builds the buckets of the ids {@code first} to {@code last} before all others, or no longer;
     * returns all ranges for which that holds. It holds for what is planned later too.
     */
    public synchronized List<PinnedRange> pin(long first, long last, boolean pinned) {
        if (pinned) {
            pins.add(first, last);
        } else {
            pins.remove(first, last);
            step(first, last, false);
        }
        // A bucket can have ids of several ranges.
        pins.ranges().forEach(range -> step(range.first(), range.last(), true));
        return pins.ranges();
    }

    private void step(long first, long last, boolean pinned) {
        if (planned) {
            step(new Event.Pinned(now(), borders.firstOf(first), borders.lastOf(last), pinned));
        }
    }

    /**
     * When the bucket of {@code id1} will be built, and what is ahead of it; empty before uptime.
     */
    public synchronized Optional<Decisions.Outlook> outlook(long id1) {
        return planned ? Optional.of(decisions.outlook(borders.firstOf(id1))) : Optional.empty();
    }

    /** How many readers wait. */
    public synchronized int waiting() {
        return decisions.waiting();
    }

    /** What part of their time builders work, from 0 to 1. */
    public synchronized double pace() {
        return decisions.pace();
    }

    /**
     * Waits until an answer on {@code id1} can be complete; false when {@code nanosMax} passed
     * before.
     */
    public boolean awaitComplete(long id1, long nanosMax) throws InterruptedException {
        long query;
        Wait wait;
        synchronized (this) {
            query = lastQuery++;
            wait = new Wait(id1, now() + Math.min(nanosMax, Long.MAX_VALUE - now()));
            waits.put(query, wait);
            ask(query, wait);
        }
        try {
            return wait.ended.await(nanosMax, TimeUnit.NANOSECONDS) && wait.answered;
        } finally {
            synchronized (this) {
                if (waits.remove(query) != null) {
                    step(new Event.Left(now(), query));
                }
            }
        }
    }

    private void ask(long query, Wait wait) {
        int first = planned ? borders.firstOf(wait.id1) : 0;
        int last = planned ? borders.lastOf(wait.id1) : NONE;
        boolean untilBuilt = !searchable;
        step(
                new Event.Asked(
                        now(),
                        query,
                        first,
                        last,
                        untilBuilt,
                        WhenPartial.WAIT,
                        wait.deadlineNanos));
    }

    private void step(Event event) {
        for (Action action : decisions.step(event)) {
            switch (action) {
                case Action.Answer answer -> end(answer.query(), true);
                case Action.Refuse refuse -> end(refuse.query(), false);
                case Action.AskAgain again -> askAgain(again.query());
                case Action.Build build ->
                        orders.put(build.builder(), new Order(build.bucket(), 0));
                case Action.Rest rest ->
                        orders.put(rest.builder(), new Order(NONE, now() + rest.nanos()));
                case Action.Absorb _ -> absorb.run();
            }
        }
    }

    private void askAgain(long query) {
        Wait wait = waits.get(query);
        if (wait != null) {
            ask(query, wait);
        }
    }

    private void end(long query, boolean answered) {
        Wait wait = waits.remove(query);
        if (wait != null) {
            wait.answered = answered;
            wait.ended.countDown();
        }
    }

    /** Since the beginning; never runs backwards. */
    private long now() {
        return nanoClock.getAsLong() - startNanos;
    }
}
