package sluice.model;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Has another reader answer all questions: for those who add something to it, or keep it open. */
public abstract class ForwardedReader implements GraphReader {

    /** Who answers. */
    protected abstract GraphReader reader();

    @Override
    public final Answer<Optional<Node>> node(long id) throws IOException {
        return reader().node(id);
    }

    @Override
    public final Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        return reader().link(id1, linkType, id2);
    }

    @Override
    public final Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        return reader().links(id1, linkType, id2s);
    }

    @Override
    public final Answer<LinkList> linkList(LinkQuery query) throws IOException {
        return reader().linkList(query);
    }

    @Override
    public final Answer<Long> count(long id1, long linkType) throws IOException {
        return reader().count(id1, linkType);
    }

    @Override
    public final Answer<List<TypeCount>> types(long id1) throws IOException {
        return reader().types(id1);
    }

    @Override
    public final boolean scan(Visitor visitor) throws IOException {
        return reader().scan(visitor);
    }

    @Override
    public final Answer<IndexedIds> indexed(IndexQuery query) throws IOException {
        return reader().indexed(query);
    }
}
