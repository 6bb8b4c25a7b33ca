package sluice.linkbench.run;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sluice.linkbench.stores.BenchStore;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.TypeCount;

/** A graph in memory that counts its calls, and lets a test do something before each. */
class WatchedStore implements BenchStore, GraphStore {
    /** What is called. */
    enum Call {
        NODE,
        LINK,
        LINKS,
        LINK_LIST,
        COUNT,
        ADD_LINK,
        UPDATE_LINK,
        DELETE_LINK,
        ADD_NODE,
        UPDATE_NODE,
        DELETE_NODE
    }

    /** What a test does before a call; it may fail. */
    @FunctionalInterface
    interface Hook {
        void before(Call call) throws IOException;
    }

    final MemoryGraph graph;
    final Map<Call, Integer> calls = new EnumMap<>(Call.class);
    int handles;
    private Hook hook = _ -> {};

    WatchedStore(long firstNodeId) {
        graph = new MemoryGraph(firstNodeId);
    }

    void before(Hook newHook) {
        hook = newHook;
    }

    int count(Call call) {
        return calls.getOrDefault(call, 0);
    }

    void forgetCalls() {
        calls.clear();
    }

    private synchronized void called(Call call) throws IOException {
        calls.merge(call, 1, Integer::sum);
        hook.before(call);
    }

    @Override
    public String name() {
        return "watched";
    }

    @Override
    public synchronized GraphStore connect() {
        handles++;
        return this;
    }

    @Override
    public synchronized void close() {
        handles--;
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        called(Call.NODE);
        return graph.node(id);
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        called(Call.LINK);
        return graph.link(id1, linkType, id2);
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        called(Call.LINKS);
        return graph.links(id1, linkType, id2s);
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        called(Call.LINK_LIST);
        return graph.linkList(query);
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        called(Call.COUNT);
        return graph.count(id1, linkType);
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) {
        return graph.types(id1);
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        return graph.scan(visitor);
    }

    @Override
    public Answer<Boolean> addLink(Link link) throws IOException {
        called(Call.ADD_LINK);
        return graph.addLink(link);
    }

    @Override
    public Answer<Boolean> updateLink(Link link) throws IOException {
        called(Call.UPDATE_LINK);
        return graph.updateLink(link);
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        called(Call.DELETE_LINK);
        return graph.deleteLink(id1, linkType, id2, deletion);
    }

    @Override
    public long addNode(Node node) throws IOException {
        called(Call.ADD_NODE);
        return graph.addNode(node);
    }

    @Override
    public Answer<Boolean> updateNode(Node node) throws IOException {
        called(Call.UPDATE_NODE);
        return graph.updateNode(node);
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) throws IOException {
        called(Call.DELETE_NODE);
        return graph.deleteNode(id, type);
    }

    @Override
    public GraphReader with(Patience patience) {
        return this;
    }
}
