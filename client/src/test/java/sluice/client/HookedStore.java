package sluice.client;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sluice.model.Answer;
import sluice.model.Asker;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.Patience.WhenPartial;
import sluice.model.SluiceException;
import sluice.model.TypeCount;

/** The reference store, with something that happens before each call, and answers not complete. */
class HookedStore implements GraphStore {
    final MemoryGraph graph;
    private final Patience patience;
    private final Asker asker;

    HookedStore() {
        this(new MemoryGraph(1), Patience.NONE, new Asker());
    }

    private HookedStore(MemoryGraph graph, Patience patience, Asker asker) {
        this.graph = graph;
        this.patience = patience;
        this.asker = asker;
    }

    /** Called before each call, with its name. */
    void before(String call) throws IOException {}

    /** Whether answers are complete now. */
    boolean isComplete() {
        return true;
    }

    /** Waits for {@code whom} until answers are complete, at most so long; whether they are. */
    boolean awaitComplete(long nanosMax, Asker whom) {
        return isComplete();
    }

    @Override
    public GraphReader with(Patience wanted) {
        return with(wanted, new Asker());
    }

    @Override
    public GraphReader with(Patience wanted, Asker whom) {
        HookedStore outer = this;
        return new HookedStore(graph, wanted, whom) {
            @Override
            void before(String call) throws IOException {
                outer.before(call);
            }

            @Override
            boolean isComplete() {
                return outer.isComplete();
            }

            @Override
            boolean awaitComplete(long nanosMax, Asker waits) {
                return outer.awaitComplete(nanosMax, waits);
            }
        };
    }

    private <T> Answer<T> marked(Answer<T> answer) {
        boolean complete =
                isComplete()
                        || (patience.whenPartial() == WhenPartial.WAIT
                                && awaitComplete(patience.waitNanosMax(), asker));
        if (!complete && patience.whenPartial() != WhenPartial.ANSWER) {
            throw new SluiceException(ErrorCode.INCOMPLETE, "chunks 3 to 7 are not staged yet");
        }
        return new Answer<>(answer.value(), complete);
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        before("node");
        return marked(graph.node(id));
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        before("link");
        return marked(graph.link(id1, linkType, id2));
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        before("links");
        return marked(graph.links(id1, linkType, id2s));
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        before("linkList");
        return marked(graph.linkList(query));
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        before("count");
        return marked(graph.count(id1, linkType));
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        before("types");
        return marked(graph.types(id1));
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        before("scan");
        return graph.scan(visitor) && isComplete();
    }

    @Override
    public Answer<Boolean> addLink(Link link) throws IOException {
        before("addLink");
        return new Answer<>(graph.addLink(link).value(), isComplete());
    }

    @Override
    public Answer<Boolean> updateLink(Link link) throws IOException {
        before("updateLink");
        return new Answer<>(graph.updateLink(link).value(), isComplete());
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        before("deleteLink");
        return new Answer<>(graph.deleteLink(id1, linkType, id2, deletion).value(), isComplete());
    }

    @Override
    public long addNode(Node node) throws IOException {
        before("addNode");
        return graph.addNode(node);
    }

    @Override
    public Answer<Boolean> updateNode(Node node) throws IOException {
        before("updateNode");
        return new Answer<>(graph.updateNode(node).value(), isComplete());
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) throws IOException {
        before("deleteNode");
        return new Answer<>(graph.deleteNode(id, type).value(), isComplete());
    }

    @Override
    public void close() {}
}
