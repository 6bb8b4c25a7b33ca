package sluice.coordinator.decision;

import java.util.Arrays;

/**
 * The buckets that are still to be built, and in which order: pinned ones first, then by how long
 * queries have waited for them, then by how often they were asked for lately, then by key.
 *
 * <p>Every eighth bucket is the first in key order whatever was asked for, so that the k-th in key
 * order is built as the 8 k-th at the latest. What was asked for counts half after half a minute.
 *
 * <p>Cost of choosing: one look at each bucket.
 */
final class BucketQueue {
    enum State {
        STAGED,
        BUILDING,
        BUILT
    }

    private static final int FAIR_TURN = 8;
    private static final long HALF_LIFE_NANOS = 30_000_000_000L;

    private final State[] states;
    private final long[] rows;
    private final boolean[] pinned;
    private final double[] demand;
    private final long[] demandNanos;

    /** Of the queries that wait for a bucket: how many, and the sum of the times they came. */
    private final long[] waiting;

    private final long[] waitingSinceMicros;
    private int turns;
    private int unbuilt;

    BucketQueue(long[] rows, boolean[] built) {
        int count = rows.length;
        this.rows = rows.clone();
        states = new State[count];
        pinned = new boolean[count];
        demand = new double[count];
        demandNanos = new long[count];
        waiting = new long[count];
        waitingSinceMicros = new long[count];
        for (int bucket = 0; bucket < count; bucket++) {
            states[bucket] = built[bucket] ? State.BUILT : State.STAGED;
            unbuilt += built[bucket] ? 0 : 1;
        }
    }

    int count() {
        return states.length;
    }

    boolean isBuilt(int first, int last) {
        for (int bucket = first; bucket <= last; bucket++) {
            if (states[bucket] != State.BUILT) {
                return false;
            }
        }
        return true;
    }

    boolean allBuilt() {
        return unbuilt == 0;
    }

    State state(int bucket) {
        return states[bucket];
    }

    void pin(int first, int last, boolean on) {
        Arrays.fill(pinned, first, last + 1, on);
    }

    void demanded(int bucket, long queries, long now) {
        demand[bucket] = demandAt(bucket, now) + queries;
        demandNanos[bucket] = now;
    }

    /** A query that came at {@code since} waits for these buckets. */
    void beginWait(int first, int last, long since) {
        for (int bucket = first; bucket <= last; bucket++) {
            waiting[bucket]++;
            waitingSinceMicros[bucket] += since / 1000;
        }
    }

    /** Such a query waits no longer. */
    void endWait(int first, int last, long since) {
        for (int bucket = first; bucket <= last; bucket++) {
            waiting[bucket]--;
            waitingSinceMicros[bucket] -= since / 1000;
        }
    }

    /** Whether a query waits for a bucket that no builder has. */
    boolean anyWaits() {
        for (int bucket = 0; bucket < states.length; bucket++) {
            if (states[bucket] == State.STAGED && waiting[bucket] > 0) {
                return true;
            }
        }
        return false;
    }

    /** Takes the bucket to build next; -1 where none is left. */
    int take(long now) {
        int best = turns % FAIR_TURN == FAIR_TURN - 1 ? firstStaged() : best(now);
        if (best >= 0) {
            states[best] = State.BUILDING;
            turns++;
        }
        return best;
    }

    void built(int bucket) {
        if (states[bucket] != State.BUILDING) {
            throw new IllegalStateException("bucket %d is %s".formatted(bucket, states[bucket]));
        }
        states[bucket] = State.BUILT;
        unbuilt--;
    }

    /** Another process builds the bucket, which nobody here does. */
    void takenElsewhere(int bucket) {
        if (states[bucket] == State.STAGED) {
            states[bucket] = State.BUILDING;
        }
    }

    /** Another process has built the bucket, which nobody here builds. */
    void builtElsewhere(int bucket) {
        if (states[bucket] != State.BUILT) {
            states[bucket] = State.BUILT;
            unbuilt--;
        }
    }

    void giveBack(int bucket) {
        if (states[bucket] != State.BUILDING) {
            throw new IllegalStateException("bucket %d is %s".formatted(bucket, states[bucket]));
        }
        states[bucket] = State.STAGED;
    }

    long rows(int bucket) {
        return rows[bucket];
    }

    /** How many buckets, with how many rows, come before {@code bucket} as things stand. */
    Ahead ahead(int bucket, long now) {
        int buckets = 0;
        long sum = 0;
        for (int other = 0; other < states.length; other++) {
            boolean before =
                    states[other] == State.BUILDING && other != bucket
                            || states[other] == State.STAGED
                                    && states[bucket] == State.STAGED
                                    && other != bucket
                                    && !comesBefore(bucket, other, now);
            if (before) {
                buckets++;
                sum += rows[other];
            }
        }
        return new Ahead(buckets, sum);
    }

    record Ahead(int buckets, long rows) {}

    private int firstStaged() {
        for (int bucket = 0; bucket < states.length; bucket++) {
            if (states[bucket] == State.STAGED) {
                return bucket;
            }
        }
        return -1;
    }

    private int best(long now) {
        int best = -1;
        for (int bucket = 0; bucket < states.length; bucket++) {
            if (states[bucket] == State.STAGED && (best < 0 || comesBefore(bucket, best, now))) {
                best = bucket;
            }
        }
        return best;
    }

    /** Whether {@code bucket} is more urgent than {@code other}; of equal ones the lower is. */
    private boolean comesBefore(int bucket, int other, long now) {
        if (pinned[bucket] != pinned[other]) {
            return pinned[bucket];
        }
        long waited = waitedMicros(bucket, now);
        long otherWaited = waitedMicros(other, now);
        if (waited != otherWaited) {
            return waited > otherWaited;
        }
        double asked = demandAt(bucket, now);
        double otherAsked = demandAt(other, now);
        return asked != otherAsked ? asked > otherAsked : bucket < other;
    }

    /** How long all queries together have waited, and one microsecond for each. */
    private long waitedMicros(int bucket, long now) {
        return waiting[bucket] * (now / 1000) - waitingSinceMicros[bucket] + waiting[bucket];
    }

    private double demandAt(int bucket, long now) {
        double halfLives = (double) (now - demandNanos[bucket]) / HALF_LIFE_NANOS;
        return demand[bucket] == 0 ? 0 : demand[bucket] * Math.pow(0.5, halfLives);
    }
}
