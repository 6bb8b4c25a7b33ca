package sluice.linkbench.stores;

import java.io.IOException;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ForwardedReader;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Patience;

/** A graph that others use too: it stays open when this handle is closed. */
public final class SharedGraph extends ForwardedReader implements GraphStore {
    private final GraphStore graph;

    public SharedGraph(GraphStore graph) {
        this.graph = graph;
    }

    @Override
    protected GraphReader reader() {
        return graph;
    }

    @Override
    public GraphReader with(Patience patience) {
        return graph.with(patience);
    }

    @Override
    public Answer<Boolean> addLink(Link link) throws IOException {
        return graph.addLink(link);
    }

    @Override
    public Answer<Boolean> updateLink(Link link) throws IOException {
        return graph.updateLink(link);
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        return graph.deleteLink(id1, linkType, id2, deletion);
    }

    @Override
    public long addNode(Node node) throws IOException {
        return graph.addNode(node);
    }

    @Override
    public Answer<Boolean> updateNode(Node node) throws IOException {
        return graph.updateNode(node);
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) throws IOException {
        return graph.deleteNode(id, type);
    }

    @Override
    public void close() {}
}
