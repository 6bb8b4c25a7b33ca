package sluice.bench.linkbench;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.TypeCount;

/** A graph that others use too: it stays open when this handle is closed. */
record SharedGraph(GraphStore graph) implements GraphStore {

    @Override
    public GraphReader with(Patience patience) {
        return graph.with(patience);
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        return graph.node(id);
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        return graph.link(id1, linkType, id2);
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        return graph.links(id1, linkType, id2s);
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        return graph.linkList(query);
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        return graph.count(id1, linkType);
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        return graph.types(id1);
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        return graph.scan(visitor);
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
