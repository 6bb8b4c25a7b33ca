package sluice.load.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import sluice.model.BuildJobs;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/**
 * The build jobs of a store that one process builds: which buckets are built is in a file of the
 * store's directory, which are being built is known to the process alone.
 */
public final class StoredJobs implements BuildJobs {
    static final String FILE_NAME = "build-jobs";

    private static final String FORMAT = "sluice build jobs 1";

    /** As the first one, with the bytes of earlier loads behind the number of buckets. */
    private static final String FORMAT_2 = "sluice build jobs 2";

    private final Storage storage;

    /** The bytes of the buckets that are built; guarded by this, as all that follows. */
    private final TreeMap<Integer, Long> built = new TreeMap<>();

    private final TreeMap<Integer, String> taken = new TreeMap<>();
    private String load = "";
    private int count;

    /** The load that was begun here; empty before. */
    private String begun = "";

    /** What the loads before this one have written, of all buckets. */
    private long earlierBytes;

    private StoredJobs(Storage storage) {
        this.storage = storage;
    }

    /** The jobs of the store in {@code storage}, which no other process may build meanwhile. */
    public static StoredJobs open(Storage storage) throws IOException {
        StoredJobs jobs = new StoredJobs(storage);
        jobs.readAgain();
        return jobs;
    }

    /** Unless this process builds, another may have. */
    private void readAgain() throws IOException {
        Optional<List<String>> lines =
                taken.isEmpty() ? CheckedLines.read(storage, FILE_NAME) : Optional.empty();
        if (lines.isPresent()) {
            read(lines.get());
        }
    }

    private void read(List<String> lines) {
        if (!lines.getFirst().equals(FORMAT) && !lines.getFirst().equals(FORMAT_2)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s of %s begins with \"%s\", not \"%s\": install a newer sluice"
                            .formatted(FILE_NAME, storage.location(), lines.getFirst(), FORMAT_2));
        }
        load = lines.get(1);
        String[] counts = lines.get(2).split(" ");
        count = Integer.parseInt(counts[0]);
        earlierBytes = counts.length > 1 ? Long.parseLong(counts[1]) : 0;
        built.clear();
        for (String line : lines.subList(3, lines.size())) {
            String[] words = line.split(" ");
            built.put(Integer.valueOf(words[0]), Long.valueOf(words[1]));
        }
    }

    private void publish() throws IOException {
        boolean isFirst = earlierBytes == 0;
        List<String> lines = new ArrayList<>();
        lines.add(isFirst ? FORMAT : FORMAT_2);
        lines.add(load);
        lines.add(isFirst ? String.valueOf(count) : count + " " + earlierBytes);
        built.forEach((bucket, bytes) -> lines.add(bucket + " " + bytes));
        CheckedLines.publish(storage, FILE_NAME, lines);
    }

    @Override
    public synchronized void begin(String name, List<Bucket> buckets) throws IOException {
        readAgain();
        if (load.equals(name) && count == buckets.size()) {
            begun = name;
            return;
        }
        if (built.size() < count) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s still has buckets of the load %s to build; repeat its command"
                            .formatted(storage.location(), load));
        }
        earlierBytes += built.values().stream().mapToLong(Long::longValue).sum();
        load = name;
        count = buckets.size();
        built.clear();
        for (int bucket = 0; bucket < count; bucket++) {
            if (!buckets.get(bucket).staged()) {
                built.put(bucket, 0L);
            }
        }
        publish();
        begun = name;
    }

    @Override
    public String howToForget() {
        return "remove the file %s of %s".formatted(FILE_NAME, storage.location());
    }

    @Override
    public synchronized String load() throws IOException {
        readAgain();
        return load;
    }

    @Override
    public synchronized List<Job> jobs() throws IOException {
        readAgain();
        if (!begun.isEmpty() && !begun.equals(load)) {
            return List.of();
        }
        List<Job> jobs = new ArrayList<>();
        for (int bucket = 0; bucket < count; bucket++) {
            Long bytes = built.get(bucket);
            // Buckets are cut anew from load to load: all that came before is with the first.
            long before = bucket == 0 ? earlierBytes : 0;
            Optional<String> builder = Optional.ofNullable(taken.get(bucket));
            jobs.add(
                    bytes != null
                            ? new Job(State.BUILT, Optional.empty(), bytes + before)
                            : new Job(
                                    builder.isPresent() ? State.BUILDING : State.STAGED,
                                    builder,
                                    before));
        }
        return jobs;
    }

    /** For as long as the process runs. */
    @Override
    public synchronized boolean lease(int bucket, String builder, long millis) {
        if (built.containsKey(bucket)) {
            return false;
        }
        String before = taken.putIfAbsent(bucket, builder);
        return before == null || before.equals(builder);
    }

    @Override
    public synchronized void giveBack(int bucket, String builder) {
        taken.remove(bucket, builder);
    }

    @Override
    public synchronized void built(int bucket, String builder, long bytes, String where)
            throws IOException {
        built.put(bucket, bytes);
        publish();
        taken.remove(bucket);
    }

    @Override
    public void close() {}
}
