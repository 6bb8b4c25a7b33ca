package sluice.coordinator;

import java.io.IOException;
import java.util.Optional;
import sluice.model.BucketStore;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;

/** A cold store elsewhere, which its owner closes, with something of a test at each commit. */
abstract class WatchedBuckets implements BucketStore {
    private final BucketStore store;

    WatchedBuckets(BucketStore store) {
        this.store = store;
    }

    /** Commits what {@code writer} has of {@code bucket}. */
    abstract long commit(int bucket, BucketWriter writer) throws IOException;

    @Override
    public final void prepare(long[] firstIds) throws IOException {
        store.prepare(firstIds);
    }

    @Override
    public final Optional<String> identity() throws IOException {
        return store.identity();
    }

    @Override
    public final Optional<Owner> owner() throws IOException {
        return store.owner();
    }

    @Override
    public Owner claim(Owner owner) throws IOException {
        return store.claim(owner);
    }

    @Override
    public final boolean isEmpty() throws IOException {
        return store.isEmpty();
    }

    @Override
    public BucketWriter build(long load, int bucket, String builder) throws IOException {
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
                return WatchedBuckets.this.commit(bucket, writer);
            }

            @Override
            public void close() throws IOException {
                writer.close();
            }
        };
    }

    @Override
    public GraphReader reader() {
        return store.reader();
    }

    @Override
    public final String location() {
        return store.location();
    }

    @Override
    public final void close() {}
}
