package sluice.coordinator;

import java.io.IOException;
import java.util.Optional;
import sluice.model.BucketStore;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Ranged;

/** A cold store elsewhere whose table has ranges, and whose commits are steps. */
final class RangedBuckets implements BucketStore, Ranged {
    private final BucketStore store;
    private final MemoryRanges ranges;
    private final MemoryRanges.Steps steps;

    RangedBuckets(BucketStore store, MemoryRanges ranges, MemoryRanges.Steps steps) {
        this.store = store;
        this.ranges = ranges;
        this.steps = steps;
    }

    @Override
    public RangeStore ranges() {
        return ranges;
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
                IOException[] failure = new IOException[1];
                long[] bytes = new long[1];
                steps.step(
                        "commit",
                        () -> {
                            try {
                                bytes[0] = writer.commit();
                            } catch (IOException e) {
                                failure[0] = e;
                            }
                        });
                if (failure[0] != null) {
                    throw failure[0];
                }
                return bytes[0];
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
    public String location() {
        return store.location();
    }

    @Override
    public void close() {}
}
