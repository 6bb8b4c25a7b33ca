package sluice.model;

import java.io.IOException;

/** Has another store do everything: for those who add something to it, or keep it open. */
public abstract class ForwardedStore extends ForwardedReader implements GraphStore {
    private final GraphStore store;

    /** Hands on to {@code store}. */
    protected ForwardedStore(GraphStore store) {
        this.store = store;
    }

    @Override
    protected final GraphReader reader() {
        return store;
    }

    @Override
    public GraphReader with(Patience patience) {
        return store.with(patience);
    }

    @Override
    public GraphReader with(Patience patience, Asker asker) {
        return store.with(patience, asker);
    }

    @Override
    public Answer<Boolean> addLink(Link link) throws IOException {
        return store.addLink(link);
    }

    @Override
    public Answer<Boolean> updateLink(Link link) throws IOException {
        return store.updateLink(link);
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        return store.deleteLink(id1, linkType, id2, deletion);
    }

    @Override
    public long addNode(Node node) throws IOException {
        return store.addNode(node);
    }

    @Override
    public Answer<Boolean> updateNode(Node node) throws IOException {
        return store.updateNode(node);
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) throws IOException {
        return store.deleteNode(id, type);
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
