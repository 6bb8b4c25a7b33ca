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
 * A cold store's content where there is none: all there is, or nothing yet. It also stands for what
 * a cold store cannot be asked for.
 */
record EmptyView(long epoch, boolean complete) implements ColdView {
    /** Stands for a bucket that cannot be searched. */
    static final EmptyView UNKNOWN = new EmptyView(0, false);

    /** What can be asked about {@code id1}: nothing if {@code view} cannot answer. */
    static GraphReader below(ColdView view, long id1) throws IOException {
        return view.canAnswer(id1) ? view : UNKNOWN;
    }

    @Override
    public boolean canAnswer(long id1) {
        return true;
    }

    @Override
    public OptionalLong nextNodeId() {
        return complete ? OptionalLong.of(1) : OptionalLong.empty();
    }

    @Override
    public Answer<Optional<Node>> node(long id) {
        return answer(Optional.empty());
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) {
        return answer(Optional.empty());
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) {
        return answer(List.of());
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) {
        return answer(LinkList.of(query.id1(), query.linkType(), List.of()));
    }

    @Override
    public Answer<Long> count(long id1, long linkType) {
        return answer(0L);
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) {
        return answer(List.of());
    }

    @Override
    public Answer<IndexedIds> indexed(IndexQuery query) {
        return answer(new IndexedIds(new long[0], false));
    }

    @Override
    public boolean scan(Visitor visitor) {
        return complete;
    }

    @Override
    public void close() {}

    private <T> Answer<T> answer(T value) {
        return new Answer<>(value, complete);
    }
}
