package sluice.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
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
import sluice.model.Visibility;

/** Answers at once and always the same: what remains is the way there and back. */
final class NothingStore implements GraphStore {
    private static final byte[] DATA = new byte[50];

    private final AtomicLong nextId = new AtomicLong(1);
    private final LinkList list;
    private final Link link = new Link(1, 2, 3, Visibility.VISIBLE, 0, 1_790_000_000_000L, DATA);
    private final Node node = new Node(1, 2, 3, 4, new byte[128]);

    NothingStore(int listSize) {
        List<Link> links = new ArrayList<>();
        for (int index = 0; index < listSize; index++) {
            links.add(
                    new Link(
                            1,
                            2,
                            1_000_000 + index,
                            Visibility.VISIBLE,
                            0,
                            1_790_000_000_000L - index,
                            DATA));
        }
        list = LinkList.of(1, 2, links);
    }

    @Override
    public Answer<Optional<Node>> node(long id) {
        return new Answer<>(Optional.of(node), true);
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) {
        return new Answer<>(Optional.of(link), true);
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) {
        return new Answer<>(List.of(link), true);
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) {
        return new Answer<>(list, true);
    }

    @Override
    public Answer<Long> count(long id1, long linkType) {
        return new Answer<>(7L, true);
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) {
        return new Answer<>(List.of(), true);
    }

    @Override
    public boolean scan(Visitor visitor) {
        return true;
    }

    @Override
    public Answer<Boolean> addLink(Link added) {
        return new Answer<>(true, true);
    }

    @Override
    public Answer<Boolean> updateLink(Link updated) {
        return new Answer<>(true, true);
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion) {
        return new Answer<>(true, true);
    }

    @Override
    public long addNode(Node added) {
        return nextId.getAndIncrement();
    }

    @Override
    public Answer<Boolean> updateNode(Node updated) {
        return new Answer<>(true, true);
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) {
        return new Answer<>(true, true);
    }

    @Override
    public GraphReader with(Patience patience) {
        return this;
    }

    @Override
    public void close() {}
}
