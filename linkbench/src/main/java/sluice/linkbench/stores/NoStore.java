package sluice.linkbench.stores;

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

/** Answers at once and keeps nothing: what is measured with it is what the driver itself costs. */
final class NoStore implements GraphStore {
    private static final Answer<Optional<Node>> NO_NODE = new Answer<>(Optional.empty(), true);
    private static final Answer<Optional<Link>> NO_LINK = new Answer<>(Optional.empty(), true);
    private static final Answer<List<Link>> NO_LINKS = new Answer<>(List.of(), true);
    private static final Answer<LinkList> NO_LIST =
            new Answer<>(LinkList.of(0, 0, List.of()), true);
    private static final Answer<Long> ZERO = new Answer<>(0L, true);
    private static final Answer<Boolean> TRUE = new Answer<>(true, true);
    private static final Answer<Boolean> FALSE = new Answer<>(false, true);

    @Override
    public Answer<Optional<Node>> node(long id) {
        return NO_NODE;
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) {
        return NO_LINK;
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) {
        return NO_LINKS;
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) {
        return NO_LIST;
    }

    @Override
    public Answer<Long> count(long id1, long linkType) {
        return ZERO;
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
    public Answer<Boolean> addLink(Link link) {
        return TRUE;
    }

    @Override
    public Answer<Boolean> updateLink(Link link) {
        return FALSE;
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion) {
        return FALSE;
    }

    @Override
    public long addNode(Node node) {
        return 0;
    }

    @Override
    public Answer<Boolean> updateNode(Node node) {
        return FALSE;
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) {
        return FALSE;
    }

    @Override
    public GraphReader with(Patience patience) {
        return this;
    }

    @Override
    public void close() {}
}
