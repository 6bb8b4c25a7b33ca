package sluice.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import sluice.load.remote.RemoteStore;
import sluice.model.Answer;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.TypeCount;

/**
 * A cold store in another system, whose buckets are built from the runs of a store directory: a
 * bucket that is built answers from there, one that is not from the runs, where this process may
 * search them; else it cannot be asked yet.
 *
 * <p>Building changes where rows are read, not which there are: the epoch is the directory's.
 *
 * @param staged the directory, which {@link #close} closes
 * @param searchRuns whether a bucket that is not built is answered from its runs
 */
record RemoteCold(StoreCold staged, RemoteStore remote, boolean searchRuns) implements ColdStore {
    private static final int NO_LOAD = 0;

    @Override
    public ColdView view() throws IOException {
        ColdView view = staged.view();
        return new View(view, view instanceof StoreView store ? store.loadNumber() : NO_LOAD);
    }

    @Override
    public long epoch() {
        return staged.epoch();
    }

    @Override
    public OptionalLong otherWay(long linkType) {
        return staged.otherWay(linkType);
    }

    @Override
    public void close() throws IOException {
        staged.close();
    }

    /** What is asked of the cold store, or of the runs. */
    private interface Question<T> {
        Answer<T> askOf(GraphReader reader) throws IOException;
    }

    /**
     * What is read now: a view of the directory, and of it what has been built since, too. What a
     * later load has built is not of it.
     */
    private final class View implements ColdView {
        private final ColdView runs;

        /** The load after which the view shows all; 0 where that is still staging. */
        private final int load;

        View(ColdView runs, int load) {
            this.runs = runs;
            this.load = load;
        }

        @Override
        public long epoch() {
            return runs.epoch();
        }

        @Override
        public boolean canAnswer(long id1) {
            return searchRuns || isBuilt(id1);
        }

        @Override
        public OptionalLong nextNodeId() throws IOException {
            return runs.nextNodeId();
        }

        private boolean isBuilt(long id1) {
            return load != NO_LOAD && remote.isBuilt(load, id1);
        }

        /** An answer from there counts only if the next load has not begun to build meanwhile. */
        private <T> Answer<T> ask(long id1, Question<T> question) throws IOException {
            if (isBuilt(id1)) {
                Answer<T> answer = question.askOf(remote.reader());
                if (isBuilt(id1)) {
                    return answer;
                }
            }
            return question.askOf(searchRuns ? runs : EmptyView.UNKNOWN);
        }

        @Override
        public Answer<Optional<Node>> node(long id) throws IOException {
            return ask(id, reader -> reader.node(id));
        }

        @Override
        public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
            return ask(id1, reader -> reader.link(id1, linkType, id2));
        }

        @Override
        public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
            return ask(id1, reader -> reader.links(id1, linkType, id2s));
        }

        @Override
        public Answer<LinkList> linkList(LinkQuery query) throws IOException {
            return ask(query.id1(), reader -> reader.linkList(query));
        }

        @Override
        public Answer<Long> count(long id1, long linkType) throws IOException {
            return ask(id1, reader -> reader.count(id1, linkType));
        }

        @Override
        public Answer<List<TypeCount>> types(long id1) throws IOException {
            return ask(id1, reader -> reader.types(id1));
        }

        /**
         * Rows are shown as they come, so none can be taken back: where runs may be searched they
         * are what is read while a later load could begin. Where they may not, what is built is all
         * that is shown, and it is all there is only if it still is in the end.
         */
        @Override
        public boolean scan(Visitor visitor) throws IOException {
            if (searchRuns) {
                return runs.scan(visitor);
            }
            boolean built = load != NO_LOAD && remote.isAllBuilt(load);
            return remote.reader().scan(visitor) && built && remote.isAllBuilt(load);
        }

        @Override
        public void close() throws IOException {
            runs.close();
        }
    }
}
