package sluice.load.remote;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import sluice.load.files.RunFiles;
import sluice.load.ranges.PlannedInsertion;
import sluice.model.BucketStore;
import sluice.model.BuildJobs;
import sluice.model.GraphReader;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Ranged;
import sluice.segment.Borders;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * A cold store in another system, which a load builds its buckets into, and what is known of them:
 * which are built, by whoever builds them. It holds the leases of this process and looks at those
 * of others in a thread of its own.
 *
 * <p>Safe for any number of threads. {@code this} guards the buckets.
 */
public final class RemoteStore implements AutoCloseable {
    private static final Logger LOG = System.getLogger(RemoteStore.class.getName());

    /** How often a lease is renewed before it runs out, and the jobs of others are looked at. */
    private static final int LOOKS_PER_LEASE = 4;

    private final BucketStore store;
    private final BuildJobs jobs;
    private final ColdPlace place;
    private final String builder;
    private final long leaseMillis;
    private final int batch;
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("build-jobs").daemon().factory());

    /** How the rows of the next load are inserted; written before it, read by it. */
    private volatile PlannedInsertion insertion = PlannedInsertion.off("", () -> 0);

    private Borders borders = Borders.whole();
    private final BitSet built = new BitSet();
    private final BitSet held = new BitSet();
    private Listener listener = (_, _) -> {};

    /**
     * As {@code borders} and {@code built}, for readers, who take no lock: replaced, not changed.
     */
    private volatile ReadableBuckets readable = ReadableBuckets.NOTHING;

    private boolean begun;

    /** Whether a load is just being written down; what the jobs say meanwhile is of none. */
    private boolean beginning;

    /** How many loads were attached: what was read before another one was is not of it. */
    private long attachments;

    /** The name of the load whose buckets these are; empty before the first. */
    private String attached = "";

    private int loadNumber;

    /** What was built by this process, apart from whether it was noted down. */
    private final LongAdder nodes = new LongAdder();

    private final LongAdder links = new LongAdder();
    private final LongAdder properties = new LongAdder();
    private long[] rows = new long[0];
    private long bytes;

    /**
     * How much is there.
     *
     * @param nodes that this process has built, {@code links} and {@code properties}
     * @param bytes of all buckets that are built
     * @param largestBucketRows in runs
     */
    public record Counts(
            long nodes, long links, long properties, long bytes, long largestBucketRows) {}

    /** Is told what other processes make of buckets. */
    public interface Listener {
        /** The bucket is in this state now, perhaps as it was; no builder here has it. */
        void elsewhere(int bucket, Bucket.State state);
    }

    /**
     * Takes over the store and the jobs, which {@link #close} closes.
     *
     * @param builder the name of this process among those that share a load
     * @param leaseMillis how long a bucket stays a builder's that is not heard of
     * @param batch how many buckets this process builds at the same time
     */
    public RemoteStore(
            BucketStore store, BuildJobs jobs, String builder, long leaseMillis, int batch) {
        this.store = store;
        this.jobs = jobs;
        this.place = new ColdPlace(store, jobs);
        this.builder = builder;
        this.leaseMillis = leaseMillis;
        this.batch = batch;
    }

    /** Where the cold store is, without a secret. */
    public String location() {
        return store.location();
    }

    /**
     * Has the store in {@code storage} named, under its lock: of two processes that drew a name at
     * once each would take the store for another one than the other does.
     */
    public void name(Storage storage) throws IOException {
        var unused = ColdPlace.name(storage);
    }

    /** Has the rows of loads inserted by plan, or not, from the next load on. */
    public void insertBy(PlannedInsertion planned) {
        insertion = planned;
    }

    PlannedInsertion insertion() {
        return insertion;
    }

    /** The ranges that the cold store is cut into, if it is cut into any. */
    public Optional<RangeStore> ranges() {
        return store instanceof Ranged ranged ? Optional.of(ranged.ranges()) : Optional.empty();
    }

    /** How many buckets this process builds at the same time. */
    int batch() {
        return batch;
    }

    /** Reads what is built, and nothing else. */
    public GraphReader reader() {
        return store.reader();
    }

    /** Whether every bucket of {@code id1} is built, as the load that was attached has it. */
    public boolean isBuilt(long id1) {
        return readable.isBuilt(id1);
    }

    /**
     * As {@link #isBuilt(long)}, and what is built is what it was after load {@code load}. Holds
     * until a later load is attached: whoever has read there asks again whether it still does.
     */
    public boolean isBuilt(int load, long id1) {
        ReadableBuckets now = readable;
        return now.loadNumber() == load && now.isBuilt(id1);
    }

    /** Whether what is known of the buckets is how far they are in load {@code load}. */
    public boolean isOf(int load) {
        return readable.loadNumber() == load;
    }

    /** Whether every bucket is built. */
    public boolean isAllBuilt() {
        return readable.isAllBuilt();
    }

    /** As {@link #isBuilt(int, long)}, of all. */
    public boolean isAllBuilt(int load) {
        ReadableBuckets now = readable;
        return now.loadNumber() == load && now.isAllBuilt();
    }

    /** Shows readers what is built; to be called under the lock. */
    private void show() {
        readable = new ReadableBuckets(loadNumber, borders, (BitSet) built.clone());
    }

    /** How much was built; what other processes built lately may be missing. */
    public synchronized Counts counts() {
        return new Counts(
                nodes.sum(),
                links.sum(),
                properties.sum(),
                bytes,
                Arrays.stream(rows).max().orElse(0));
    }

    /** Counts rows that this process has built. */
    void count(long builtNodes, long builtLinks, long builtProperties) {
        nodes.add(builtNodes);
        links.add(builtLinks);
        properties.add(builtProperties);
    }

    /** How far each bucket is, as far as this process knows; empty before a load has begun. */
    public synchronized List<Bucket.State> states() {
        List<Bucket.State> states = new ArrayList<>();
        for (int bucket = 0; begun && bucket < borders.count(); bucket++) {
            states.add(
                    built.get(bucket)
                            ? Bucket.State.BUILT
                            : held.get(bucket) ? Bucket.State.BUILDING : Bucket.State.STAGED);
        }
        return states;
    }

    /**
     * Makes place for the buckets of the load whose rows {@code manifest} has staged in {@code
     * storage}, and writes them down, where that has not been done; learns what is built of them.
     * Returns how many rows the runs have of each. Fails where the place is another directory's, or
     * not the one that they, or those of earlier loads, were built into.
     */
    public long[] attach(Storage storage, Manifest manifest) throws IOException {
        return begin(storage, manifest, place.enter(storage, manifest));
    }

    /**
     * As {@link #attach}, once another process has written down the buckets of the load; does
     * nothing, and returns nothing, before.
     */
    public Optional<long[]> follow(Storage storage, Manifest manifest) throws IOException {
        JobsName begunLast = JobsName.parse(jobs.load());
        if (!begunLast.isOf(manifest)) {
            return Optional.empty();
        }
        place.refuseAnother(begunLast, manifest);
        return Optional.of(begin(storage, manifest, begunLast));
    }

    private long[] begin(Storage storage, Manifest manifest, JobsName name) throws IOException {
        String load = name.text();
        Borders newBorders = manifest.borders();
        long[] newRows = rows(storage, manifest);
        List<BuildJobs.Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < newRows.length; i++) {
            // Once all of a load is built elsewhere its runs may become segments here.
            boolean staged = manifest.buckets().get(i).state() != Bucket.State.BUILT;
            buckets.add(
                    new BuildJobs.Bucket(newBorders.id1(i), newBorders.id2(i), newRows[i], staged));
        }
        synchronized (this) {
            if (!load.equals(attached)) {
                // From now on buckets may change there.
                built.clear();
                readable = ReadableBuckets.NOTHING;
            }
            beginning = true;
        }
        try {
            jobs.begin(load, buckets);
        } catch (Throwable failure) {
            synchronized (this) {
                beginning = false;
            }
            throw failure;
        }
        synchronized (this) {
            beginning = false;
            attachments++;
            borders = newBorders;
            rows = newRows;
            attached = load;
            loadNumber = manifest.loadNumber();
            show();
            if (!begun) {
                long period = Math.max(1, leaseMillis / LOOKS_PER_LEASE);
                var unused =
                        looks.scheduleWithFixedDelay(
                                this::tryToLook, period, period, TimeUnit.MILLISECONDS);
            }
            begun = true;
        }
        look();
        return newRows.clone();
    }

    private static long[] rows(Storage storage, Manifest manifest) throws IOException {
        long[] rows = new long[manifest.buckets().size()];
        try (RunFiles runs = RunFiles.open(storage, manifest.runs())) {
            for (int bucket = 0; bucket < rows.length; bucket++) {
                rows[bucket] = runs.rows(bucket);
            }
        }
        return rows;
    }

    /**
     * Has {@code newListener} told from now on, of all buckets as soon as they can be looked at.
     */
    public void listen(Listener newListener) {
        synchronized (this) {
            listener = newListener;
        }
        tryToLook();
    }

    /** Begins to build a bucket where no other process does or has. */
    boolean take(int bucket) throws IOException {
        boolean taken = jobs.lease(bucket, builder, leaseMillis);
        if (taken) {
            synchronized (this) {
                held.set(bucket);
            }
        }
        return taken;
    }

    /** Whether a bucket that was taken is still this process's to build. */
    boolean holds(int bucket) throws IOException {
        return jobs.lease(bucket, builder, leaseMillis);
    }

    /** A place for what a load changes in a bucket that was taken. The caller closes it. */
    BucketStore.BucketWriter write(int load, int bucket) throws IOException {
        return store.build(load, bucket, builder);
    }

    /** Writes down that a bucket that was taken is built. */
    void built(int bucket, long bytes) throws IOException {
        jobs.built(bucket, builder, bytes, store.location());
        synchronized (this) {
            held.clear(bucket);
            built.set(bucket);
            show();
        }
    }

    /** Gives back a bucket that was taken and is not built. */
    void giveBack(int bucket) {
        synchronized (this) {
            held.clear(bucket);
        }
        try {
            jobs.giveBack(bucket, builder);
        } catch (IOException e) {
            // Nobody renews its lease any more.
            LOG.log(
                    Level.WARNING,
                    "bucket %d stays leased for a while: %s".formatted(bucket, e.getMessage()));
        }
    }

    private void tryToLook() {
        try {
            renew();
            look();
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "the build jobs cannot be read: " + e.getMessage());
        }
    }

    private void renew() throws IOException {
        BitSet renewed;
        synchronized (this) {
            renewed = (BitSet) held.clone();
        }
        for (int bucket : renewed.stream().toArray()) {
            // One that was lost is built twice, which is built.
            var unused = jobs.lease(bucket, builder, leaseMillis);
        }
    }

    /** Looks at what other processes have made of the buckets. */
    private void look() throws IOException {
        long before;
        synchronized (this) {
            before = attachments;
        }
        List<BuildJobs.Job> now = jobs.jobs();
        synchronized (this) {
            if (isPast(before)) {
                return;
            }
            if (begun && now.isEmpty()) {
                // Another process has begun the next load, and changes what is there.
                readable = ReadableBuckets.NOTHING;
                return;
            }
            bytes = now.stream().mapToLong(BuildJobs.Job::bytes).sum();
            noteBuilt(now);
        }
        for (int bucket = 0; bucket < now.size(); bucket++) {
            Bucket.State state =
                    switch (now.get(bucket).state()) {
                        case STAGED -> Bucket.State.STAGED;
                        case BUILDING -> Bucket.State.BUILDING;
                        case BUILT -> Bucket.State.BUILT;
                    };
            Listener told;
            synchronized (this) {
                if (isPast(before)) {
                    return;
                }
                if (held.get(bucket) || bucket >= borders.count() || !begun) {
                    continue;
                }
                if (built.get(bucket)) {
                    state = Bucket.State.BUILT;
                }
                told = listener;
            }
            told.elsewhere(bucket, state);
        }
    }

    /** Whether what was read of the jobs may be of another load; to be called under the lock. */
    private boolean isPast(long attachmentsBefore) {
        return beginning || attachments != attachmentsBefore;
    }

    /** Readers see what is built before the listener is told of it. */
    private void noteBuilt(List<BuildJobs.Job> now) {
        int before = built.cardinality();
        for (int bucket = 0; begun && bucket < Math.min(now.size(), borders.count()); bucket++) {
            if (now.get(bucket).state() == BuildJobs.State.BUILT && !held.get(bucket)) {
                built.set(bucket);
            }
        }
        if (built.cardinality() > before) {
            show();
        }
    }

    /** Gives up what is not built; its leases run out. */
    @Override
    public void close() throws IOException {
        looks.shutdown();
        try (store) {
            jobs.close();
        }
    }
}
