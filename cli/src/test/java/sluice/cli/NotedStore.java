package sluice.cli;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.cli.WriteBook.Fate;
import sluice.cli.WriteBook.LinkKey;
import sluice.model.Answer;
import sluice.model.Deletion;
import sluice.model.ForwardedReader;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.SluiceException;

/**
 * A store whose writes go into a book. The store behind it may be another one from time to time, as
 * when a server is started anew; no call may run meanwhile.
 */
final class NotedStore extends ForwardedReader implements GraphStore {
    private final WriteBook book;
    private volatile @Nullable GraphStore store;

    NotedStore(WriteBook book) {
        this.book = book;
    }

    /** From now on calls go there. */
    void goTo(GraphStore other) {
        store = other;
    }

    private GraphStore store() {
        GraphStore present = store;
        if (present == null) {
            throw new IllegalStateException("there is no store yet");
        }
        return present;
    }

    @Override
    protected GraphReader reader() {
        return store();
    }

    @Override
    public GraphReader with(Patience patience) {
        return store().with(patience);
    }

    /** Who notes what came of a write. */
    private interface Note {
        void of(long begin, Fate fate);
    }

    private interface Write {
        Answer<Boolean> run() throws IOException;
    }

    /**
     * @param isAlwaysDone whether it takes effect whatever was there
     */
    private static Answer<Boolean> noted(
            WriteBook book, Write write, boolean isAlwaysDone, Note note) throws IOException {
        long begin = book.moment();
        Fate fate = Fate.UNKNOWN;
        try {
            Answer<Boolean> answer = write.run();
            if (isAlwaysDone || answer.value()) {
                fate = Fate.DONE;
            } else if (answer.complete()) {
                fate = Fate.WITHOUT_EFFECT;
            }
            return answer;
        } catch (SluiceException e) {
            if (e.getMessage().contains("nothing was done")) {
                fate = Fate.WITHOUT_EFFECT;
            }
            throw e;
        } finally {
            note.of(begin, fate);
        }
    }

    @Override
    public Answer<Boolean> addLink(Link link) throws IOException {
        return noted(
                book,
                () -> store().addLink(link),
                true,
                (begin, fate) -> book.wroteLink(LinkKey.of(link), link, begin, fate));
    }

    @Override
    public Answer<Boolean> updateLink(Link link) throws IOException {
        return noted(
                book,
                () -> store().updateLink(link),
                true,
                (begin, fate) -> book.wroteLink(LinkKey.of(link), link, begin, fate));
    }

    @Override
    public Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion)
            throws IOException {
        if (deletion != Deletion.HIDE) {
            throw new IllegalArgumentException("the book knows hidden links only");
        }
        return noted(
                book,
                () -> store().deleteLink(id1, linkType, id2, deletion),
                false,
                (begin, fate) ->
                        book.wroteLink(new LinkKey(id1, linkType, id2), null, begin, fate));
    }

    @Override
    public long addNode(Node node) throws IOException {
        try {
            long id = store().addNode(node);
            book.addedNode(WriteBook.withId(node, id), true);
            return id;
        } catch (IOException | RuntimeException e) {
            book.addedNode(node, false);
            throw e;
        }
    }

    @Override
    public Answer<Boolean> updateNode(Node node) throws IOException {
        return noted(
                book,
                () -> store().updateNode(node),
                false,
                (begin, fate) -> book.wroteNode(node.id(), node, begin, fate));
    }

    @Override
    public Answer<Boolean> deleteNode(long id, long type) throws IOException {
        return noted(
                book,
                () -> store().deleteNode(id, type),
                false,
                (begin, fate) -> book.wroteNode(id, null, begin, fate));
    }

    @Override
    public void close() {}
}
