package sluice.linkbench.stores;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import sluice.generate.LinkBenchGraph;
import sluice.generate.WorkerThreads;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.GraphWriter;
import sluice.model.Node;
import sluice.model.SluiceException;

/**
 * A graph to put into a store, and how far that is. A store that loads in its own way takes the
 * graph and counts what it has loaded; {@link #writeTo} is the way that every store has.
 */
public final class LoadJob {
    private final LinkBenchGraph graph;
    private final boolean withNodes;
    private final int loaders;
    private final BooleanSupplier stop;
    private final AtomicLong nodes = new AtomicLong();
    private final AtomicLong links = new AtomicLong();
    private final AtomicLong nextLinks = new AtomicLong();
    private final AtomicLong nextLoader = new AtomicLong();

    public LoadJob(LinkBenchGraph graph, boolean withNodes, int loaders, BooleanSupplier stop) {
        this.graph = graph;
        this.withNodes = withNodes;
        this.loaders = loaders;
        this.stop = stop;
    }

    public LinkBenchGraph graph() {
        return graph;
    }

    /** Whether nodes are wanted, or links alone. */
    public boolean withNodes() {
        return withNodes;
    }

    /** How many threads may load links at the same time. */
    public int loaders() {
        return loaders;
    }

    /** Counts loaded nodes. */
    public void addNodes(long count) {
        nodes.addAndGet(count);
    }

    /** Counts loaded links. */
    public void addLinks(long count) {
        links.addAndGet(count);
    }

    public long nodes() {
        return nodes.get();
    }

    public long links() {
        return links.get();
    }

    /** The id of the first node that is added after the load. */
    public long nextNodeId() {
        return graph.options().firstId() + (withNodes ? graph.options().ids() : 0);
    }

    /** Whether the user wishes the load to end. */
    public boolean isStopped() {
        return stop.getAsBoolean();
    }

    /** Ends the load where the user wishes it. */
    public void throwIfStopped() {
        if (isStopped()) {
            throw new SluiceException(ErrorCode.INTERRUPTED, "stopped while the graph was loaded");
        }
    }

    /**
     * Adds links and nodes one by one, the links on {@link #loaders} threads. Nodes are added by
     * one more thread in the order of their ids, as the store numbers them.
     */
    public void writeTo(Connecting store) throws IOException {
        WorkerThreads threads = WorkerThreads.platform("load");
        threads.run(
                loaders + (withNodes ? 1 : 0),
                () -> {
                    boolean first = nextLoader.getAndIncrement() == 0;
                    try (GraphStore handle = store.connect()) {
                        if (first && withNodes) {
                            writeNodes(handle, threads);
                        } else {
                            writeLinks(handle, threads);
                        }
                    }
                });
    }

    private void writeNodes(GraphWriter writer, WorkerThreads threads) throws IOException {
        for (long chunk = 0; chunk < graph.nodeChunkCount() && !threads.stopped(); chunk++) {
            throwIfStopped();
            ChunkWriter.nodes(graph, chunk, node -> writeNode(writer, node));
        }
    }

    private void writeNode(GraphWriter writer, Node node) throws IOException {
        long id = writer.addNode(node);
        if (id != node.id()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "node %s got the id %s; the store must be empty and number nodes from %s on"
                            .formatted(
                                    Long.toUnsignedString(node.id()),
                                    Long.toUnsignedString(id),
                                    Long.toUnsignedString(graph.options().firstId())));
        }
        addNodes(1);
    }

    private void writeLinks(GraphWriter writer, WorkerThreads threads) throws IOException {
        while (!threads.stopped()) {
            throwIfStopped();
            long chunk = nextLinks.getAndIncrement();
            if (chunk >= graph.linkChunkCount()) {
                return;
            }
            ChunkWriter.links(
                    graph,
                    chunk,
                    link -> {
                        writer.addLink(link);
                        addLinks(1);
                    });
        }
    }
}
