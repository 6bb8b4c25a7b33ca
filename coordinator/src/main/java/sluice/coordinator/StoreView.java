package sluice.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import sluice.model.Answer;
import sluice.model.ColdView;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.store.PinnedReader;

/** One manifest of a store directory, which can be searched before its buckets are built. */
record StoreView(PinnedReader reader, long epoch) implements ColdView {

    @Override
    public boolean canAnswer(long id1) {
        return true;
    }

    @Override
    public OptionalLong nextNodeId() throws IOException {
        if (!reader.manifest().complete()) {
            return OptionalLong.empty();
        }
        OptionalLong largest = reader.largestId();
        return OptionalLong.of(largest.isEmpty() ? 1 : largest.getAsLong() + 1);
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        return reader.node(id);
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        return reader.link(id1, linkType, id2);
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        return reader.links(id1, linkType, id2s);
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        return reader.linkList(query);
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        return reader.count(id1, linkType);
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        return reader.types(id1);
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        return reader.scan(visitor);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
