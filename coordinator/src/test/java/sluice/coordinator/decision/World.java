package sluice.coordinator.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import sluice.coordinator.decision.Event.AbsorbEnded.Outcome;
import sluice.model.Patience.WhenPartial;

/**
 * A world for {@link Decisions} to decide in: loads, builders that are slow or fail, queries that
 * wait or leave, absorptions, and a clock that jumps from event to event. It keeps books of its own
 * and compares each action with them.
 */
final class World {
    private static final long MILLI = 1_000_000L;
    private static final long TROUBLE_NANOS = 20_000 * MILLI;
    private static final long HOT_BYTES_MAX = 1000;
    private static final long QUIET_NANOS = 4_000_000 * MILLI;

    /** What happened at least once; each must in some schedule. */
    enum Point {
        ANSWERED_AT_ONCE,
        ANSWERED_PARTIALLY,
        ANSWERED_AFTER_WAITING,
        REFUSED,
        LATE,
        LEFT,
        ASKED_AGAIN,
        BUILT_OUT_OF_TURN,
        BUILD_FAILED,
        BUILT_ELSEWHERE,
        GIVEN_BACK_ELSEWHERE,
        REFUSED_TO_BUILD,
        BUILDER_RESTED,
        BUILDER_WOKEN,
        ABSORBED,
        ABSORBING_FAILED,
        NOTHING_TO_ABSORB,
        SECOND_LOAD,
        STOPPED,
        PINNED
    }

    private enum Work {
        /** It has not said that it is there. */
        ABSENT,
        WAITS,
        RESTS,
        BUILDS
    }

    private record Query(
            long number,
            int first,
            int last,
            boolean untilBuilt,
            WhenPartial whenPartial,
            long deadlineNanos) {}

    private record Planned(long atNanos, long order, Runnable what) {}

    private final SplittableRandom random;
    private final Consumer<Point> reached;
    private final Decisions decisions;
    private final boolean searchable;
    private final PriorityQueue<Planned> agenda =
            new PriorityQueue<>(
                    (a, b) ->
                            a.atNanos != b.atNanos
                                    ? Long.compare(a.atNanos, b.atNanos)
                                    : Long.compare(a.order, b.order));
    private final TreeMap<Long, Query> open = new TreeMap<>();
    private final Work[] builders;
    private final StringBuilder trace = new StringBuilder();

    private long now;
    private long scheduled;
    private long nextQuery;
    private int loads;
    private boolean uptime;
    private boolean loading;
    private boolean absorbing;
    private long hotBytes;
    private long absorbedBytes;

    /** Of the hot store's bytes, those that are known not to be of rows. */
    private long emptyBytes;

    /** A load was stopped while it built, and has not gone on yet. */
    private boolean stopped;

    /** Counts stops: what builders did before one has no effect after it. */
    private int generation;

    private boolean[] built = new boolean[0];
    private boolean[] building = new boolean[0];

    /** Whether other processes build, too. */
    private final boolean shared;

    private long takes;
    private int passedOver;
    private long failures;

    World(SplittableRandom random, Consumer<Point> reached) {
        this.random = random;
        this.reached = reached;
        searchable = random.nextBoolean();
        shared = random.nextBoolean();
        long p99 = random.nextBoolean() ? 0 : 5 * MILLI;
        decisions = new Decisions(new DecisionOptions(p99, HOT_BYTES_MAX));
        builders = new Work[random.nextInt(1, 4)];
        Arrays.fill(builders, Work.ABSENT);
    }

    /** Runs until nothing is left to happen; returns all that did, as text. */
    String run() {
        for (int builder = 0; builder < builders.length; builder++) {
            int number = builder;
            atUnlessStopped(random.nextLong(1000 * MILLI), () -> wake(number));
        }
        at(random.nextLong(3000 * MILLI), this::beginLoad);
        at(0, this::queries);
        at(0, this::measurements);
        at(0, this::others);
        while (!agenda.isEmpty()) {
            Planned next = agenda.remove();
            now = next.atNanos;
            assertTrue(now < QUIET_NANOS, "the world does not come to rest");
            next.what.run();
        }
        step(new Event.Tick(now));
        assertEquals(0, open.size(), "queries still open");
        assertEquals(0, decisions.waiting());
        assertTrue(allBuilt(), "buckets are left unbuilt");
        return trace.toString();
    }

    private boolean troubled() {
        return now < TROUBLE_NANOS;
    }

    private void beginLoad() {
        if (absorbing) {
            at(1000 * MILLI, this::beginLoad);
            return;
        }
        loads++;
        loading = true;
        if (loads > 1) {
            reached.accept(Point.SECOND_LOAD);
        }
        plan(random.nextInt(1, 30), loads > 1 ? 3 : 0);
        if (random.nextBoolean()) {
            // What is staged shows how much there is of each bucket.
            at(random.nextLong(2000 * MILLI), () -> plan(built.length, 3));
        }
        at(2000 * MILLI + random.nextLong(3000 * MILLI), this::beginUptime);
    }

    private void plan(int buckets, int builtOneIn) {
        built = new boolean[buckets];
        building = new boolean[buckets];
        List<Long> rows = new ArrayList<>();
        List<Boolean> flags = new ArrayList<>();
        for (int bucket = 0; bucket < buckets; bucket++) {
            built[bucket] = builtOneIn > 0 && random.nextInt(builtOneIn) == 0;
            rows.add(random.nextLong(1, 1000));
            flags.add(built[bucket]);
        }
        uptime = false;
        takes = 0;
        passedOver = 0;
        failures = 0;
        step(new Event.Planned(now, rows, flags));
    }

    private void beginUptime() {
        uptime = true;
        step(new Event.Uptime(now));
        afterBuild();
    }

    private void queries() {
        if (!troubled()) {
            return;
        }
        int first = built.length == 0 ? 0 : random.nextInt(built.length);
        int last = built.length == 0 ? -1 : Math.min(built.length - 1, first + random.nextInt(3));
        WhenPartial[] choices = WhenPartial.values();
        ask(
                new Query(
                        nextQuery++,
                        first,
                        last,
                        !searchable,
                        choices[random.nextInt(choices.length)],
                        now + random.nextLong(1, 8000 * MILLI)));
        if (built.length > 0 && random.nextInt(4) == 0) {
            int bucket = random.nextInt(built.length);
            step(new Event.Demanded(now, bucket, random.nextLong(1, 100)));
        }
        if (built.length > 0 && random.nextInt(40) == 0) {
            reached.accept(Point.PINNED);
            step(new Event.Pinned(now, first, last, random.nextBoolean()));
        }
        at(random.nextLong(200 * MILLI), this::queries);
    }

    private void ask(Query query) {
        assertNull(open.put(query.number, query));
        step(
                new Event.Asked(
                        now,
                        query.number,
                        query.first,
                        query.last,
                        query.untilBuilt,
                        query.whenPartial,
                        query.deadlineNanos));
        if (open.containsKey(query.number)) {
            assertEquals(WhenPartial.WAIT, query.whenPartial, "only who waits is left open");
            // Deadlines are looked at with any event; time must pass for one.
            at(query.deadlineNanos - now, () -> step(new Event.Tick(now)));
            if (random.nextInt(10) == 0) {
                at(random.nextLong(4000 * MILLI), () -> leave(query.number));
            }
        }
    }

    private void leave(long query) {
        if (open.remove(query) != null) {
            reached.accept(Point.LEFT);
            step(new Event.Left(now, query));
        }
    }

    private void measurements() {
        if (!troubled()) {
            return;
        }
        long p99 = random.nextLong(1, 10) * MILLI;
        step(new Event.Latency(now, p99, random.nextLong(200)));
        hotBytes = random.nextLong(1500);
        emptyBytes = Math.min(emptyBytes, hotBytes);
        step(new Event.HotSize(now, hotBytes, random.nextLong(1500)));
        at(1000 * MILLI, this::measurements);
    }

    private void step(Event event) {
        trace.append(event).append('\n');
        List<Long> again = new ArrayList<>();
        for (Action action : decisions.step(event)) {
            trace.append("  ").append(action).append('\n');
            switch (action) {
                case Action.Answer answer -> answered(answer, event);
                case Action.Refuse refuse -> refused(refuse);
                case Action.AskAgain ask -> again.add(ask.query());
                case Action.Build build -> build(build, event);
                case Action.Rest rest -> rest(rest);
                case Action.Absorb _ -> absorb();
            }
        }
        again.forEach(this::askAgain);
        checkNothingIsOverdue();
    }

    private void answered(Action.Answer answer, Event event) {
        Query query = open.remove(answer.query());
        assertNotNull(query, () -> "query %d had ended".formatted(answer.query()));
        assertEquals(isReady(query), answer.complete(), () -> query.toString());
        if (!answer.complete()) {
            assertEquals(WhenPartial.ANSWER, query.whenPartial);
            reached.accept(Point.ANSWERED_PARTIALLY);
        } else {
            boolean atOnce = event instanceof Event.Asked;
            reached.accept(atOnce ? Point.ANSWERED_AT_ONCE : Point.ANSWERED_AFTER_WAITING);
        }
    }

    private void refused(Action.Refuse refuse) {
        Query query = open.remove(refuse.query());
        assertNotNull(query, () -> "query %d had ended".formatted(refuse.query()));
        assertFalse(isReady(query), () -> "it could have been answered: " + query);
        switch (refuse.reason()) {
            case NOT_COMPLETE -> {
                assertEquals(WhenPartial.FAIL, query.whenPartial);
                reached.accept(Point.REFUSED);
            }
            case DEADLINE -> {
                assertEquals(WhenPartial.WAIT, query.whenPartial);
                assertTrue(query.deadlineNanos <= now, () -> "too early: " + query);
                reached.accept(Point.LATE);
            }
        }
    }

    private void askAgain(long number) {
        Query query = open.remove(number);
        assertNotNull(query, () -> "query %d had ended".formatted(number));
        reached.accept(Point.ASKED_AGAIN);
        int first = random.nextInt(built.length);
        ask(new Query(number, first, first, true, query.whenPartial, query.deadlineNanos));
    }

    private void build(Action.Build build, Event event) {
        int bucket = build.bucket();
        assertTrue(uptime, "building before uptime");
        assertFalse(built[bucket] || building[bucket], () -> "bucket %d again".formatted(bucket));
        assertEquals(Work.WAITS, builders[build.builder()], "what the builder does");
        boolean asked = event instanceof Event.Idle || event instanceof Event.Built;
        if (!asked) {
            reached.accept(Point.BUILDER_WOKEN);
        }
        checkTurn(bucket);
        takes++;
        assertTrue(takes <= built.length + failures, "more buckets taken than there are");
        building[bucket] = true;
        builders[build.builder()] = Work.BUILDS;
        boolean fails = troubled() && random.nextInt(10) == 0;
        if (shared && random.nextInt(10) == 0) {
            atUnlessStopped(1, () -> refuse(build.builder(), bucket));
            return;
        }
        atUnlessStopped(
                random.nextLong(1, 400 * MILLI), () -> endBuild(build.builder(), bucket, fails));
    }

    /** Another process was faster. */
    private void refuse(int builder, int bucket) {
        reached.accept(Point.REFUSED_TO_BUILD);
        builders[builder] = Work.WAITS;
        buildElsewhere(bucket);
        step(new Event.Refused(now, builder, bucket));
    }

    /** Another process begins to build buckets now and then. */
    private void others() {
        if (!troubled() || !shared) {
            return;
        }
        int bucket = built.length == 0 ? 0 : random.nextInt(built.length);
        if (uptime && !stopped && !built[bucket] && !building[bucket]) {
            building[bucket] = true;
            buildElsewhere(bucket);
            step(new Event.Elsewhere(now, bucket, Event.Elsewhere.Doing.BUILDS));
        }
        at(random.nextLong(1000 * MILLI), this::others);
    }

    private void buildElsewhere(int bucket) {
        boolean dies = random.nextInt(4) == 0;
        atUnlessStopped(
                random.nextLong(1, 800 * MILLI),
                () -> {
                    building[bucket] = false;
                    if (dies) {
                        failures++;
                        reached.accept(Point.GIVEN_BACK_ELSEWHERE);
                        step(new Event.Elsewhere(now, bucket, Event.Elsewhere.Doing.NOTHING));
                    } else {
                        reached.accept(Point.BUILT_ELSEWHERE);
                        built[bucket] = true;
                        step(new Event.Elsewhere(now, bucket, Event.Elsewhere.Doing.BUILT));
                        afterBuild();
                    }
                });
    }

    /** The first bucket in key order is passed over seven times at most. */
    private void checkTurn(int bucket) {
        int lowest = 0;
        while (built[lowest] || building[lowest]) {
            lowest++;
        }
        passedOver = bucket == lowest ? 0 : passedOver + 1;
        assertTrue(passedOver < 8, () -> "passed over too often, for " + bucket);
        if (bucket != lowest) {
            reached.accept(Point.BUILT_OUT_OF_TURN);
        }
    }

    private void endBuild(int builder, int bucket, boolean fails) {
        building[bucket] = false;
        builders[builder] = Work.WAITS;
        if (fails && loading && random.nextInt(4) == 0) {
            stop();
        } else if (fails) {
            failures++;
            reached.accept(Point.BUILD_FAILED);
            step(new Event.BuildFailed(now, builder, bucket));
        } else {
            built[bucket] = true;
            step(new Event.Built(now, builder, bucket));
            afterBuild();
        }
    }

    /** All builders end, and the same load goes on later. */
    private void stop() {
        reached.accept(Point.STOPPED);
        generation++;
        stopped = true;
        Arrays.fill(building, false);
        Arrays.fill(builders, Work.ABSENT);
        step(new Event.Stopped(now));
        at(1 + random.nextLong(3000 * MILLI), this::goOn);
    }

    private void goOn() {
        stopped = false;
        takes = 0;
        passedOver = 0;
        failures = 0;
        List<Long> rows = new ArrayList<>();
        List<Boolean> flags = new ArrayList<>();
        for (boolean one : built) {
            rows.add(random.nextLong(1, 1000));
            flags.add(one);
        }
        uptime = false;
        step(new Event.Planned(now, rows, flags));
        beginUptime();
        for (int builder = 0; builder < builders.length; builder++) {
            int number = builder;
            atUnlessStopped(random.nextLong(1000 * MILLI), () -> wake(number));
        }
    }

    /** What waits for the last bucket: the end of a load or of an absorption, and the next one. */
    private void afterBuild() {
        if (!uptime || !allBuilt()) {
            return;
        }
        if (absorbing) {
            absorbing = false;
            step(new Event.AbsorbEnded(now, Outcome.DONE));
        } else if (loading) {
            loading = false;
            if (troubled() && loads < 3 && random.nextBoolean()) {
                at(random.nextLong(2000 * MILLI), this::beginLoad);
            }
        }
    }

    private void rest(Action.Rest rest) {
        boolean forGood = rest.nanos() == 0;
        builders[rest.builder()] = forGood ? Work.WAITS : Work.RESTS;
        if (!forGood) {
            reached.accept(Point.BUILDER_RESTED);
            atUnlessStopped(rest.nanos(), () -> wake(rest.builder()));
        }
    }

    private void wake(int builder) {
        builders[builder] = Work.WAITS;
        step(new Event.Idle(now, builder));
    }

    private void absorb() {
        assertFalse(absorbing, "absorbing twice at once");
        assertTrue(stopped || allBuilt(), "absorbing while a load builds");
        assertTrue(hotBytes - emptyBytes > HOT_BYTES_MAX, "absorbing what has no rows");
        absorbing = true;
        absorbedBytes = hotBytes;
        boolean fails = troubled() && random.nextInt(3) == 0;
        at(random.nextLong(1, 2000 * MILLI), () -> absorbed(fails));
    }

    private void absorbed(boolean fails) {
        // A load that has begun meanwhile has the store's lock.
        if (fails || loading) {
            absorbing = false;
            reached.accept(Point.ABSORBING_FAILED);
            step(new Event.AbsorbEnded(now, Outcome.FAILED));
            return;
        }
        if (random.nextInt(4) == 0) {
            absorbing = false;
            emptyBytes = Math.min(absorbedBytes, hotBytes);
            reached.accept(Point.NOTHING_TO_ABSORB);
            step(new Event.AbsorbEnded(now, Outcome.NOTHING_THERE));
            return;
        }
        reached.accept(Point.ABSORBED);
        plan(Math.max(1, built.length), 2);
        beginUptime();
    }

    private boolean allBuilt() {
        for (boolean one : built) {
            if (!one) {
                return false;
            }
        }
        return true;
    }

    private boolean isReady(Query query) {
        if (!uptime) {
            return false;
        }
        boolean ready = true;
        for (int bucket = query.first; query.untilBuilt && bucket <= query.last; bucket++) {
            ready &= built[bucket];
        }
        return ready;
    }

    private void checkNothingIsOverdue() {
        for (Query query : open.values()) {
            assertTrue(query.deadlineNanos > now, () -> "late at %d: %s".formatted(now, query));
        }
        if (uptime) {
            int staged = 0;
            for (int bucket = 0; bucket < built.length; bucket++) {
                staged += built[bucket] || building[bucket] ? 0 : 1;
            }
            for (Work work : builders) {
                assertFalse(work == Work.WAITS && staged > 0, "a builder has nothing to do");
            }
        }
    }

    private void atUnlessStopped(long nanosFromNow, Runnable what) {
        int before = generation;
        at(
                nanosFromNow,
                () -> {
                    if (generation == before) {
                        what.run();
                    }
                });
    }

    private void at(long nanosFromNow, Runnable what) {
        agenda.add(new Planned(now + nanosFromNow, scheduled++, what));
    }
}
