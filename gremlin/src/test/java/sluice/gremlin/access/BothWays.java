package sluice.gremlin.access;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ForwardedReader;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Patience;

/** A graph whose links of some types are written in both directions, as a server does it. */
final class BothWays extends ForwardedReader implements GraphStore {
    private final GraphStore graph;
    private final LongFunction<OptionalLong> otherWay;

    /** {@code otherWay} gives the type backwards of a type that is kept in both directions. */
    BothWays(GraphStore graph, LongFunction<OptionalLong> otherWay) {
        this.graph = graph;
        this.otherWay = otherWay;
    }

    private static Link turned(Link link, long type) {
        return new Link(
                link.id2(),
                type,
                link.id1(),
                link.visibility(),
                link.version(),
                link.time(),
                link.data());
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
        OptionalLong back = otherWay.apply(link.linkType());
        if (back.isPresent()) {
            graph.addLink(turned(link, back.getAsLong()));
        }
        return graph.addLink(link);
    }

    @Override
    public Answer<Boolean> updateLink(Link link) throws IOException {
        OptionalLong back = otherWay.apply(link.linkType());
        if (back.isPresent()) {
            graph.updateLink(turned(link, back.getAsLong()));
        }
        return graph.updateLink(link);
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        OptionalLong back = otherWay.apply(linkType);
        if (back.isPresent()) {
            graph.deleteLink(id2, back.getAsLong(), id1, deletion);
        }
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
    public void close() throws IOException {
        graph.close();
    }
}
