package sluice.gremlin.access;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ForwardedStore;
import sluice.model.GraphStore;
import sluice.model.Link;

/** A graph whose links of some types are written in both directions, as a server does it. */
final class BothWays extends ForwardedStore {
    private final LongFunction<OptionalLong> otherWay;

    /** {@code otherWay} gives the type backwards of a type that is kept in both directions. */
    BothWays(GraphStore graph, LongFunction<OptionalLong> otherWay) {
        super(graph);
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
    public Answer<Boolean> addLink(Link link) throws IOException {
        OptionalLong back = otherWay.apply(link.linkType());
        if (back.isPresent()) {
            super.addLink(turned(link, back.getAsLong()));
        }
        return super.addLink(link);
    }

    @Override
    public Answer<Boolean> updateLink(Link link) throws IOException {
        OptionalLong back = otherWay.apply(link.linkType());
        if (back.isPresent()) {
            super.updateLink(turned(link, back.getAsLong()));
        }
        return super.updateLink(link);
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        OptionalLong back = otherWay.apply(linkType);
        if (back.isPresent()) {
            super.deleteLink(id2, back.getAsLong(), id1, deletion);
        }
        return super.deleteLink(id1, linkType, id2, deletion);
    }
}
