package sluice.coordinator.decision;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.coordinator.decision.Action.Reason;

/**
 * The coordinator's decisions as a step function: an event in, what is to be done out. Belongs to
 * one thread at a time.
 *
 * <p>Promises: a query is answered as complete only when it is; each query ends once, at the latest
 * with the first event at or after its deadline; a bucket is given to one builder at a time, after
 * uptime; each bucket gets its turn, whatever is asked for; online writes are not absorbed while a
 * load builds. Cost: an event looks at each bucket at most once, and at the queries that it ends.
 */
public final class Decisions {
    /** After absorbing has failed so often in a row, the next try comes so much later. */
    private static final long ABSORB_RETRY_NANOS = 1_000_000_000L;

    private static final int ABSORB_RETRY_DOUBLINGS_MAX = 8;

    private record Waiter(
            long query,
            long sinceNanos,
            int firstBucket,
            int lastBucket,
            boolean untilBuilt,
            long deadlineNanos) {}

    /** What a builder does: a bucket, or one of those below. */
    private record Work(int bucket, long sinceNanos) {}

    /** Nothing, until there is something. */
    private static final int WAITS = -1;

    /** Nothing, until it says that it is idle. */
    private static final int RESTS = -2;

    /** How long a builder rests that could not build. */
    private static final long BUILD_RETRY_NANOS = 1_000_000_000L;

    private final DecisionOptions options;
    private final Pace pace;

    /** Queries that wait, in the order in which they came. */
    private final Map<Long, Waiter> waiters = new LinkedHashMap<>();

    /** The same by deadline, and such as have ended since. */
    private final PriorityQueue<Waiter> deadlines =
            new PriorityQueue<>((a, b) -> Long.compare(a.deadlineNanos, b.deadlineNanos));

    private final Map<Integer, Work> builders = new TreeMap<>();
    private BucketQueue buckets = new BucketQueue(new long[0], new boolean[0]);
    private boolean uptime;

    /** Whether the buckets are built by nobody, though not all are built. */
    private boolean stopped;

    private long now;
    private long rowsBuilt;
    private long buildNanos;

    private long hotBytes;
    private long coldBytes;

    /** What the hot store takes, at least, that is not of rows. */
    private long emptyBytes;

    private boolean absorbing;

    /** The hot store's size when absorbing began. */
    private long absorbedBytes;

    private int absorbFailures;
    private long absorbNotBefore;

    private final List<Action> actions = new ArrayList<>();

    /** Before anything has happened: no buckets, and no uptime. */
    public Decisions(DecisionOptions options) {
        this.options = options;
        this.pace = new Pace(options.readP99Nanos());
    }

    /** Takes note of {@code event} and says what is to be done, in this order. */
    public List<Action> step(Event event) {
        if (event.atNanos() < now) {
            throw new IllegalArgumentException(
                    "time runs backwards: %d after %d".formatted(event.atNanos(), now));
        }
        now = event.atNanos();
        switch (event) {
            case Event.Planned planned -> planned(planned);
            case Event.Uptime _ -> beginUptime();
            case Event.Asked asked -> asked(asked);
            case Event.Left left -> forget(waiters.remove(left.query()));
            case Event.Demanded demanded ->
                    buckets.demanded(demanded.bucket(), demanded.queries(), now);
            case Event.Pinned pinned ->
                    buckets.pin(pinned.firstBucket(), pinned.lastBucket(), pinned.pinned());
            case Event.Idle idle -> idle(idle.builder());
            case Event.Gone gone -> gone(gone.builder());
            case Event.Built built -> built(built);
            case Event.BuildFailed failed -> {
                workOf(failed.builder(), failed.bucket());
                buckets.giveBack(failed.bucket());
                rest(failed.builder(), BUILD_RETRY_NANOS);
                wakeBuilders();
            }
            case Event.Refused refused -> {
                workOf(refused.builder(), refused.bucket());
                idle(refused.builder());
            }
            case Event.Elsewhere elsewhere -> elsewhere(elsewhere.bucket(), elsewhere.doing());
            case Event.Stopped _ -> stopped();
            case Event.Latency latency -> pace.measured(latency.p99Nanos(), latency.reads());
            case Event.HotSize size -> {
                hotBytes = size.bytes();
                coldBytes = size.coldBytes();
                emptyBytes = Math.min(emptyBytes, hotBytes);
            }
            case Event.AbsorbEnded ended -> absorbEnded(ended.outcome());
            case Event.Tick _ -> {}
        }
        refuseLate();
        absorbWhereDue();
        List<Action> taken = List.copyOf(actions);
        actions.clear();
        return taken;
    }

    /**
     * When {@code bucket} will be built, by the speed of the builders so far.
     *
     * @param builtAlready whether it is built
     * @param bucketsAhead how many come before it
     * @param rowsAhead how many rows they have
     * @param nanos until it is built; empty where no bucket has been built yet
     */
    public record Outlook(
            boolean builtAlready, int bucketsAhead, long rowsAhead, Optional<Long> nanos) {}

    /** Says when {@code bucket} will be built and what is ahead of it. */
    public Outlook outlook(int bucket) {
        if (buckets.isBuilt(bucket, bucket)) {
            return new Outlook(true, 0, 0, Optional.of(0L));
        }
        BucketQueue.Ahead ahead = buckets.ahead(bucket, now);
        if (rowsBuilt == 0 || !uptime) {
            return new Outlook(false, ahead.buckets(), ahead.rows(), Optional.empty());
        }
        double nanosPerRow = (double) buildNanos / rowsBuilt / pace.share();
        int working = (int) builders.values().stream().filter(w -> w.bucket >= 0).count();
        long rows = ahead.rows() + buckets.rows(bucket);
        long nanos = (long) (rows * nanosPerRow / Math.max(1, working));
        return new Outlook(false, ahead.buckets(), ahead.rows(), Optional.of(nanos));
    }

    /** How many queries wait. */
    public int waiting() {
        return waiters.size();
    }

    /** What part of their time builders work, from 0 to 1. */
    public double pace() {
        return pace.share();
    }

    private void planned(Event.Planned planned) {
        if (uptime && !stopped && !buckets.allBuilt()) {
            throw new IllegalStateException("the buckets before are still being built");
        }
        List<Waiter> again = waiters.values().stream().filter(Waiter::untilBuilt).toList();
        for (Waiter waiter : again) {
            forget(waiters.remove(waiter.query));
            actions.add(new Action.AskAgain(waiter.query));
        }
        long[] rows = planned.rows().stream().mapToLong(Long::longValue).toArray();
        boolean[] built = new boolean[rows.length];
        for (int bucket = 0; bucket < built.length; bucket++) {
            built[bucket] = planned.built().get(bucket);
        }
        buckets = new BucketQueue(rows, built);
        uptime = false;
        stopped = false;
    }

    private void beginUptime() {
        uptime = true;
        answerReady();
        wakeBuilders();
    }

    private void asked(Event.Asked asked) {
        if (isReady(asked.firstBucket(), asked.lastBucket(), asked.untilBuilt())) {
            actions.add(new Action.Answer(asked.query(), true));
            return;
        }
        switch (asked.whenPartial()) {
            case ANSWER -> actions.add(new Action.Answer(asked.query(), false));
            case FAIL -> actions.add(new Action.Refuse(asked.query(), Reason.NOT_COMPLETE));
            case WAIT -> {
                Waiter waiter =
                        new Waiter(
                                asked.query(),
                                now,
                                asked.firstBucket(),
                                asked.lastBucket(),
                                asked.untilBuilt(),
                                asked.deadlineNanos());
                waiters.put(waiter.query, waiter);
                deadlines.add(waiter);
                if (waiter.untilBuilt) {
                    buckets.beginWait(waiter.firstBucket, waiter.lastBucket, now);
                }
            }
        }
    }

    private boolean isReady(int first, int last, boolean untilBuilt) {
        return uptime && (!untilBuilt || buckets.isBuilt(first, last));
    }

    private void answerReady() {
        for (Iterator<Waiter> all = waiters.values().iterator(); all.hasNext(); ) {
            Waiter waiter = all.next();
            if (isReady(waiter.firstBucket, waiter.lastBucket, waiter.untilBuilt)) {
                all.remove();
                forget(waiter);
                actions.add(new Action.Answer(waiter.query, true));
            }
        }
    }

    /** To be called for a waiter that is no longer among the waiters. */
    private void forget(@Nullable Waiter waiter) {
        if (waiter != null && waiter.untilBuilt) {
            buckets.endWait(waiter.firstBucket, waiter.lastBucket, waiter.sinceNanos);
        }
    }

    private void refuseLate() {
        while (!deadlines.isEmpty() && deadlines.peek().deadlineNanos <= now) {
            Waiter late = deadlines.remove();
            if (waiters.remove(late.query, late)) {
                forget(late);
                actions.add(new Action.Refuse(late.query, Reason.DEADLINE));
            }
        }
    }

    private void idle(int builder) {
        Work before = builders.get(builder);
        if (before != null && before.bucket >= 0) {
            throw new IllegalStateException(
                    "builder %d has bucket %d".formatted(builder, before.bucket));
        }
        builders.put(builder, new Work(WAITS, now));
        if (!giveWork(builder)) {
            actions.add(new Action.Rest(builder, 0));
        }
    }

    private void gone(int builder) {
        Work before = builders.remove(builder);
        if (before != null && before.bucket >= 0) {
            throw new IllegalStateException(
                    "builder %d has gone with bucket %d".formatted(builder, before.bucket));
        }
    }

    private void stopped() {
        for (Work work : builders.values()) {
            if (work.bucket >= 0) {
                buckets.giveBack(work.bucket);
            }
        }
        builders.clear();
        stopped = true;
    }

    private boolean giveWork(int builder) {
        int bucket = uptime ? buckets.take(now) : -1;
        if (bucket >= 0) {
            builders.put(builder, new Work(bucket, now));
            actions.add(new Action.Build(builder, bucket));
        }
        return bucket >= 0;
    }

    private void rest(int builder, long nanos) {
        builders.put(builder, new Work(RESTS, now));
        actions.add(new Action.Rest(builder, nanos));
    }

    private void built(Event.Built built) {
        long worked = now - workOf(built.builder(), built.bucket()).sinceNanos;
        buckets.built(built.bucket());
        rowsBuilt += buckets.rows(built.bucket());
        buildNanos += worked;
        answerReady();
        long rest = buckets.anyWaits() ? 0 : pace.restNanos(worked);
        if (rest > 0) {
            rest(built.builder(), rest);
        } else {
            idle(built.builder());
        }
    }

    private void elsewhere(int bucket, Event.Elsewhere.Doing doing) {
        if (builders.values().stream().anyMatch(work -> work.bucket == bucket)) {
            throw new IllegalStateException("a builder here has bucket %d".formatted(bucket));
        }
        switch (doing) {
            case BUILDS -> buckets.takenElsewhere(bucket);
            case BUILT -> {
                buckets.builtElsewhere(bucket);
                answerReady();
            }
            case NOTHING -> {
                if (buckets.state(bucket) == BucketQueue.State.BUILDING) {
                    buckets.giveBack(bucket);
                    wakeBuilders();
                }
            }
        }
    }

    /** Ends what {@code builder} does, which must be {@code bucket}. */
    private Work workOf(int builder, int bucket) {
        Work work = builders.put(builder, new Work(WAITS, now));
        if (work == null || work.bucket != bucket) {
            throw new IllegalStateException(
                    "builder %d was not given bucket %d".formatted(builder, bucket));
        }
        return work;
    }

    /** Gives work to those that were told to rest until something happens. */
    private void wakeBuilders() {
        builders.forEach(
                (builder, work) -> {
                    if (work.bucket == WAITS) {
                        giveWork(builder);
                    }
                });
    }

    private void absorbEnded(Event.AbsorbEnded.Outcome outcome) {
        boolean done = outcome != Event.AbsorbEnded.Outcome.FAILED;
        absorbing = false;
        absorbFailures = done ? 0 : Math.min(absorbFailures + 1, ABSORB_RETRY_DOUBLINGS_MAX);
        absorbNotBefore = done ? now : now + (ABSORB_RETRY_NANOS << absorbFailures);
        if (outcome == Event.AbsorbEnded.Outcome.NOTHING_THERE) {
            emptyBytes = Math.min(absorbedBytes, hotBytes);
        }
        // Until it is weighed again.
        hotBytes = done ? 0 : hotBytes;
    }

    private void absorbWhereDue() {
        if (!absorbing
                && options.isTooLarge(hotBytes - emptyBytes, coldBytes)
                && now >= absorbNotBefore
                && (stopped || buckets.allBuilt())
                && (uptime || buckets.count() == 0)) {
            absorbing = true;
            absorbedBytes = hotBytes;
            actions.add(new Action.Absorb());
        }
    }
}
