package sluice.load.job;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.ingest.ChunkQueue;
import sluice.segment.RowsByKind;

/** How far a load is: counters that only grow, to be read by any thread at any time. */
public final class LoadProgress {
    /** What a load is doing. */
    public enum Phase {
        PLAN,
        NAMES,
        STAGE,
        BUILD,
        DONE
    }

    private volatile Phase phase = Phase.PLAN;
    public final AtomicLong bytesTotal = new AtomicLong();
    private volatile @Nullable ChunkQueue queue;
    private volatile @Nullable Forecast forecast;
    private volatile long bytesResumed;
    private volatile double secondsToUptime = Double.NaN;
    private volatile long rowsResumed;
    public final LongAdder chunksStaged = new LongAdder();
    public final LongAdder chunksResumed = new LongAdder();
    public final LongAdder rowsRead = new LongAdder();
    public final LongAdder rowsStaged = new LongAdder();
    public final LongAdder rowsRejected = new LongAdder();
    public final LongAdder runBytes = new LongAdder();
    public final AtomicLong rowsToBuild = new AtomicLong();
    public final LongAdder rowsMerged = new LongAdder();
    public final AtomicLong bucketsTotal = new AtomicLong();
    public final LongAdder bucketsBuilt = new LongAdder();
    public final LongAdder segmentBytes = new LongAdder();

    /** Properties that lost to one with another value or other facets, in the built segments. */
    public final LongAdder valuesReplaced = new LongAdder();

    /** What an interrupted try left in runs and segments: no part of what this one writes. */
    public final LongAdder runBytesFound = new LongAdder();

    public final LongAdder segmentBytesFound = new LongAdder();

    /** Rows that the pass for names has read. */
    public final LongAdder rowsNamed = new LongAdder();

    /** Names that chunks have; a name counts in each of its runs. */
    public final LongAdder namesOfChunks = new LongAdder();

    /** Names that the store did not have before. */
    public final AtomicLong namesNew = new AtomicLong();

    private final KindCounters staged = new KindCounters();
    private final KindCounters built = new KindCounters();

    /** Bytes that tasks have read, where the work of a load is cut into tasks. */
    public final LongAdder bytesOfTasks = new LongAdder();

    private final LongSupplier nanoClock;

    /** Guarded by {@code this}, as is when the present phase was entered. */
    private final long[] phaseNanos = new long[Phase.values().length];

    private long enteredNanos;

    public LoadProgress() {
        this(System::nanoTime);
    }

    /** Takes the time of the phases by {@code nanoClock}. */
    public LoadProgress(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.enteredNanos = nanoClock.getAsLong();
    }

    /** Begins to count the time: a server may have been started since this was made. */
    public synchronized void begin() {
        Arrays.fill(phaseNanos, 0);
        enteredNanos = nanoClock.getAsLong();
    }

    /** Counts the rows of a run. */
    public void staged(RowsByKind rows) {
        staged.add(rows);
    }

    /** Counts the rows of a segment. */
    public void built(RowsByKind rows) {
        built.add(rows);
    }

    /** The rows in the runs that this try has written. */
    public RowsByKind staged() {
        return staged.sum();
    }

    /** The rows in the segments that this try has written. */
    public RowsByKind built() {
        return built.sum();
    }

    /** Every query can be answered completely from now on. */
    public void uptime() {
        secondsToUptime = secondsToUptime();
    }

    /** How long the load took to uptime; where that is still to come, how long it has run. */
    public double secondsToUptime() {
        double seconds = secondsToUptime;
        return Double.isNaN(seconds)
                ? seconds(Phase.PLAN) + seconds(Phase.NAMES) + seconds(Phase.STAGE)
                : seconds;
    }

    public synchronized void enter(Phase newPhase) {
        long now = nanoClock.getAsLong();
        phaseNanos[phase.ordinal()] += now - enteredNanos;
        enteredNanos = now;
        if (newPhase != Phase.BUILD && newPhase != Phase.DONE) {
            // The pass before is over; its bytes are none of the one that begins.
            queue = null;
            bytesOfTasks.reset();
            bytesResumed = 0;
        }
        phase = newPhase;
    }

    /** How long the load has been in a phase, in seconds; names and staging may come in turns. */
    public synchronized double seconds(Phase asked) {
        long running = asked == phase ? nanoClock.getAsLong() - enteredNanos : 0;
        return (phaseNanos[asked.ordinal()] + running) / 1e9;
    }

    public LongSupplier nanoClock() {
        return nanoClock;
    }

    /**
     * The pass over the source that begins now, or its next part; what has been counted before its
     * first part is of an earlier try.
     */
    public synchronized void reading(ChunkQueue newQueue) {
        rowsResumed = queue == null ? rowsRead() : rowsResumed;
        bytesResumed = bytesResumed + newQueue.bytesDone();
        queue = newQueue;
    }

    public void forecast(Forecast newForecast) {
        forecast = newForecast;
    }

    /** What the load was going to take when it began to stage; null before. */
    public @Nullable Forecast forecast() {
        return forecast;
    }

    public Phase phase() {
        return phase;
    }

    /** Bytes of input, as they lie on disk; -1 where that is unknown. */
    public long bytesTotal() {
        return bytesTotal.get();
    }

    /** Bytes of input read in this pass, those of chunks that were done before included. */
    public long bytesRead() {
        ChunkQueue reading = queue;
        return reading == null ? bytesOfTasks.sum() : reading.bytesRead();
    }

    /** Bytes of this pass that an interrupted try had read already: no part of the rate. */
    public long bytesResumed() {
        return bytesResumed;
    }

    public long chunksStaged() {
        return chunksStaged.sum();
    }

    /** Chunks that an interrupted try had staged already; 0 until their bytes are known too. */
    public long chunksResumed() {
        boolean known = queue != null || phase == Phase.BUILD || phase == Phase.DONE;
        return known ? chunksResumed.sum() : 0;
    }

    /** Rows of the source that were taken. */
    public long rowsRead() {
        return rowsRead.sum();
    }

    /** Rows that an interrupted try had taken already. */
    public long rowsResumed() {
        return rowsResumed;
    }

    /** Rows in runs; more than were read where inverse links are made. */
    public long rowsStaged() {
        return rowsStaged.sum();
    }

    public long rowsRejected() {
        return rowsRejected.sum();
    }

    public long runBytes() {
        return runBytes.sum();
    }

    /** Rows that the buckets to be built hold before merging. */
    public long rowsToBuild() {
        return rowsToBuild.get();
    }

    public long rowsMerged() {
        return rowsMerged.sum();
    }

    public long bucketsTotal() {
        return bucketsTotal.get();
    }

    public long bucketsBuilt() {
        return bucketsBuilt.sum();
    }

    public long segmentBytes() {
        return segmentBytes.sum();
    }
}
