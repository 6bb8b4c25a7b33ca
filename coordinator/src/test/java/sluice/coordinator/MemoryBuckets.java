package sluice.coordinator;

import java.util.ArrayList;
import java.util.List;
import sluice.model.BucketStore;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Node;

/** A cold store elsewhere, in memory; what is not committed is not seen. */
final class MemoryBuckets implements BucketStore {
    private final MemoryGraph graph = new MemoryGraph(1);

    @Override
    public void prepare(long[] firstIds) {}

    @Override
    public BucketWriter build(int bucket) {
        List<Node> nodes = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        return new BucketWriter() {
            @Override
            public void node(Node node) {
                nodes.add(node);
            }

            @Override
            public void link(Link link) {
                links.add(link);
            }

            @Override
            public long commit() {
                nodes.forEach(graph::loadNode);
                links.forEach(graph::addLink);
                return 10L * (nodes.size() + links.size());
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public GraphReader reader() {
        return graph;
    }

    @Override
    public String location() {
        return "memory://buckets";
    }

    /** Stays, as it is shared. */
    @Override
    public void close() {}
}
