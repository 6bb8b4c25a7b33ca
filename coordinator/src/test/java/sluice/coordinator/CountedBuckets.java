package sluice.coordinator;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import sluice.model.BucketStore;
import sluice.model.GraphReader;
import sluice.model.UnreachableException;

/** A cold store elsewhere that a test shares among what it takes for processes, and counts in. */
final class CountedBuckets extends WatchedBuckets {
    /** Those that somebody began to build. */
    final Set<Integer> begun = ConcurrentHashMap.newKeySet();

    /** How often each bucket was committed. */
    final Map<Integer, Integer> commits = new ConcurrentHashMap<>();

    /** At which commit from now on the process seems to die, after it; 0: at none. */
    final AtomicInteger commitsToFailure = new AtomicInteger();

    /** Of how many commits from now on the answer is lost on its way, as the server goes away. */
    final AtomicInteger answersToLose = new AtomicInteger();

    private final CountingCold reads = new CountingCold();

    /** Counts in {@code store}, which is its owner's to close. */
    CountedBuckets(BucketStore store) {
        super(store);
    }

    @Override
    public BucketWriter build(long load, int bucket, String builder) throws IOException {
        begun.add(bucket);
        return super.build(load, bucket, builder);
    }

    @Override
    long commit(int bucket, BucketWriter writer) throws IOException {
        long bytes = writer.commit();
        commits.merge(bucket, 1, Integer::sum);
        if (commitsToFailure.decrementAndGet() == 0) {
            throw new IOException("killed when all was taken over");
        }
        if (answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new UnreachableException("it is away", new IOException("no answer"));
        }
        return bytes;
    }

    @Override
    public GraphReader reader() {
        return reads.around(super.reader());
    }

    /** How often its readers were asked so far. */
    long requests() {
        return reads.requests();
    }
}
