package sluice.coordinator;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import sluice.model.BucketStore;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.UnreachableException;

/** A cold store elsewhere that a test shares among what it takes for processes, and counts in. */
final class CountedBuckets implements BucketStore {
    private final BucketStore store;

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
        this.store = store;
    }

    @Override
    public void prepare(long[] firstIds) throws IOException {
        store.prepare(firstIds);
    }

    @Override
    public Optional<String> identity() throws IOException {
        return store.identity();
    }

    @Override
    public boolean isEmpty() throws IOException {
        return store.isEmpty();
    }

    @Override
    public BucketWriter build(long load, int bucket, String builder) throws IOException {
        begun.add(bucket);
        BucketWriter writer = store.build(load, bucket, builder);
        return new BucketWriter() {
            @Override
            public void node(Node node) throws IOException {
                writer.node(node);
            }

            @Override
            public void link(Link link) throws IOException {
                writer.link(link);
            }

            @Override
            public void gone(Node node) throws IOException {
                writer.gone(node);
            }

            @Override
            public void gone(Link link) throws IOException {
                writer.gone(link);
            }

            @Override
            public void count(long id1, long linkType, long part, long visible) throws IOException {
                writer.count(id1, linkType, part, visible);
            }

            @Override
            public long commit() throws IOException {
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
            public void close() throws IOException {
                writer.close();
            }
        };
    }

    @Override
    public GraphReader reader() {
        return reads.around(store.reader());
    }

    /** How often its readers were asked so far. */
    long requests() {
        return reads.requests();
    }

    @Override
    public String location() {
        return store.location();
    }

    @Override
    public void close() {}
}
