package sluice.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import sluice.model.BuildJobs;

/** Build jobs in memory, shared by what a test takes for processes. */
final class MemoryJobs implements BuildJobs {
    private static final class Entry {
        String builder = "";
        long untilMillis;
        boolean built;
        long bytes;
    }

    private final LongSupplier clockMillis;
    private final List<Entry> entries = new ArrayList<>();
    private String load = "";

    MemoryJobs(LongSupplier clockMillis) {
        this.clockMillis = clockMillis;
    }

    @Override
    public synchronized void begin(String name, List<Bucket> buckets) {
        if (!load.equals(name) && entries.stream().allMatch(entry -> entry.built)) {
            load = name;
            entries.clear();
            for (Bucket bucket : buckets) {
                Entry entry = new Entry();
                entry.built = !bucket.staged();
                entries.add(entry);
            }
        }
        if (!load.equals(name) || entries.size() != buckets.size()) {
            throw new IllegalStateException("another load");
        }
    }

    @Override
    public synchronized String load() {
        return load;
    }

    @Override
    public synchronized List<Job> jobs() {
        return entries.stream().map(this::job).toList();
    }

    private Job job(Entry entry) {
        State state =
                entry.built
                        ? State.BUILT
                        : entry.untilMillis > clockMillis.getAsLong()
                                ? State.BUILDING
                                : State.STAGED;
        return new Job(
                state,
                state == State.STAGED ? Optional.empty() : Optional.of(entry.builder),
                entry.bytes);
    }

    @Override
    public synchronized boolean lease(int bucket, String builder, long millis) {
        Entry entry = entries.get(bucket);
        boolean free =
                entry.untilMillis <= clockMillis.getAsLong()
                        || Objects.equals(entry.builder, builder);
        if (entry.built || !free) {
            return false;
        }
        entry.builder = builder;
        entry.untilMillis = clockMillis.getAsLong() + millis;
        return true;
    }

    @Override
    public synchronized void giveBack(int bucket, String builder) {
        Entry entry = entries.get(bucket);
        if (entry.builder.equals(builder)) {
            entry.untilMillis = 0;
        }
    }

    @Override
    public synchronized void built(int bucket, String builder, long bytes, String where) {
        Entry entry = entries.get(bucket);
        entry.built = true;
        entry.builder = builder;
        entry.bytes = bytes;
    }

    /** Stays, as it is shared. */
    @Override
    public void close() {}
}
