package sluice.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import sluice.model.BuildJobs;

/** Build jobs in memory, shared by what a test takes for processes: one of these for each. */
final class MemoryJobs implements BuildJobs {
    private static final class Entry {
        String builder = "";
        long untilMillis;
        boolean built;
        long bytes;
    }

    /** What all see, guarded by itself. */
    private static final class Shared {
        final List<Entry> entries = new ArrayList<>();
        String load = "";
    }

    private final LongSupplier clockMillis;
    private final Shared shared;
    private String begun = "";

    MemoryJobs(LongSupplier clockMillis) {
        this(clockMillis, new Shared());
    }

    private MemoryJobs(LongSupplier clockMillis, Shared shared) {
        this.clockMillis = clockMillis;
        this.shared = shared;
    }

    /** The same jobs, as another process has them. */
    MemoryJobs another() {
        return new MemoryJobs(clockMillis, shared);
    }

    @Override
    public void begin(String name, List<Bucket> buckets) {
        synchronized (shared) {
            List<Entry> entries = shared.entries;
            if (!shared.load.equals(name) && entries.stream().allMatch(entry -> entry.built)) {
                shared.load = name;
                entries.clear();
                for (Bucket bucket : buckets) {
                    Entry entry = new Entry();
                    entry.built = !bucket.staged();
                    entries.add(entry);
                }
            }
            if (!shared.load.equals(name) || entries.size() != buckets.size()) {
                throw new IllegalStateException("another load");
            }
            begun = name;
        }
    }

    @Override
    public String howToForget() {
        return "forget them";
    }

    /** As {@link #howToForget} says. */
    void forget() {
        synchronized (shared) {
            shared.entries.clear();
            shared.load = "";
        }
    }

    @Override
    public String load() {
        synchronized (shared) {
            return shared.load;
        }
    }

    @Override
    public List<Job> jobs() {
        synchronized (shared) {
            return isPresent() || begun.isEmpty()
                    ? shared.entries.stream().map(this::job).toList()
                    : List.of();
        }
    }

    /** Whether the load that was begun here is the last one. */
    private boolean isPresent() {
        return begun.equals(shared.load);
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
    public boolean lease(int bucket, String builder, long millis) {
        synchronized (shared) {
            if (!isPresent()) {
                return false;
            }
            Entry entry = shared.entries.get(bucket);
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
    }

    @Override
    public void giveBack(int bucket, String builder) {
        synchronized (shared) {
            if (isPresent() && shared.entries.get(bucket).builder.equals(builder)) {
                shared.entries.get(bucket).untilMillis = 0;
            }
        }
    }

    @Override
    public void built(int bucket, String builder, long bytes, String where) {
        synchronized (shared) {
            if (isPresent()) {
                Entry entry = shared.entries.get(bucket);
                entry.built = true;
                entry.builder = builder;
                entry.bytes = bytes;
            }
        }
    }

    /** Stays, as it is shared. */
    @Override
    public void close() {}
}
