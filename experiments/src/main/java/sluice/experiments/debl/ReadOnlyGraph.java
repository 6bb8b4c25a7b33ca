package sluice.experiments.debl;

import java.io.IOException;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ForwardedReader;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Patience;

/** A graph that is only read here. */
final class ReadOnlyGraph extends ForwardedReader implements GraphStore {
    private final GraphReader reader;
    private final boolean isOwn;

    private ReadOnlyGraph(GraphReader reader, boolean isOwn) {
        this.reader = reader;
        this.isOwn = isOwn;
    }

    /** Closing it closes {@code reader}. */
    static ReadOnlyGraph owning(GraphReader reader) {
        return new ReadOnlyGraph(reader, true);
    }

    /** Closing it leaves {@code reader} open. */
    static ReadOnlyGraph sharing(GraphReader reader) {
        return new ReadOnlyGraph(reader, false);
    }

    @Override
    protected GraphReader reader() {
        return reader;
    }

    @Override
    public GraphReader with(Patience patience) {
        return this;
    }

    private static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException("the experiment only reads");
    }

    @Override
    public Answer<Boolean> addLink(Link link) {
        throw readOnly();
    }

    @Override
    public Answer<Boolean> updateLink(Link link) {
        throw readOnly();
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion) {
        throw readOnly();
    }

    @Override
    public long addNode(Node node) {
        throw readOnly();
    }

    @Override
    public Answer<Boolean> updateNode(Node node) {
        throw readOnly();
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) {
        throw readOnly();
    }

    @Override
    public void close() throws IOException {
        if (isOwn) {
            reader.close();
        }
    }
}
