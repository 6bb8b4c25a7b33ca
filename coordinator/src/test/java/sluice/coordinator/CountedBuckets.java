package sluice.coordinator;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import sluice.model.BucketStore;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;

/** A cold store elsewhere that a test shares among what it takes for processes, and counts in. */
final class CountedBuckets implements BucketStore {
    private final BucketStore store;

    /** How often each bucket was committed. */
    final Map<Integer, Integer> commits = new ConcurrentHashMap<>();

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
    public BucketWriter build(int bucket) throws IOException {
        BucketWriter writer = store.build(bucket);
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
            public long commit() throws IOException {
                long bytes = writer.commit();
                commits.merge(bucket, 1, Integer::sum);
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
