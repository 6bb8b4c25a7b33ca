package sluice.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import sluice.model.Answer;
import sluice.model.ColdView;
import sluice.model.GraphReader;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.TypeCount;

/**
 * What is staged with the rows of recent files before it. No answer is complete: a row that is yet
 * to be staged may win over a recent one.
 */
final class RecentView implements ColdView {
    /** Marks an epoch: the same manifest is another content with recent rows and without. */
    private static final long WITH_RECENT = 1L << 62;

    private final RecentRows recent;
    private final ColdView below;
    private final GraphReader reader;

    /** {@code recent} must be held; {@link #close} gives it back and closes {@code below}. */
    RecentView(RecentRows recent, ColdView below) {
        this.recent = recent;
        this.below = below;
        this.reader = recent.over(below);
    }

    /** The epoch of recent rows over a view of {@code epochBelow}. */
    static long epoch(long epochBelow) {
        return epochBelow | WITH_RECENT;
    }

    @Override
    public long epoch() {
        return epoch(below.epoch());
    }

    @Override
    public boolean canAnswer(long id1) {
        return true;
    }

    @Override
    public OptionalLong nextNodeId() throws IOException {
        return below.nextNodeId();
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        return partial(reader.node(id));
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        return partial(reader.link(id1, linkType, id2));
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        return partial(reader.links(id1, linkType, id2s));
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        return partial(reader.linkList(query));
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        return partial(reader.count(id1, linkType));
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        return partial(reader.types(id1));
    }

    @Override
    public Answer<IndexedIds> indexed(IndexQuery query) throws IOException {
        return partial(reader.indexed(query));
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        reader.scan(visitor);
        return false;
    }

    private static <T> Answer<T> partial(Answer<T> answer) {
        return new Answer<>(answer.value(), false);
    }

    @Override
    public void close() throws IOException {
        try {
            below.close();
        } finally {
            recent.giveBack();
        }
    }
}
