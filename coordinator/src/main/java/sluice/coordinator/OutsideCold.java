package sluice.coordinator;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import sluice.load.Outside;
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
record OutsideCold(StoreCold staged, Outside outside, boolean searchRuns) implements ColdStore {

    @Override
    public ColdView view() throws IOException {
        return new View(staged.view());
    }

    @Override
    public long epoch() {
        return staged.epoch();
    }

    @Override
    public void close() throws IOException {
        staged.close();
    }

    /** What is read now: a view of the directory, and of it what has been built since, too. */
    private final class View implements ColdView {
        private final ColdView runs;

        View(ColdView runs) {
            this.runs = runs;
        }

        @Override
        public long epoch() {
            return runs.epoch();
        }

        @Override
        public boolean canAnswer(long id1) {
            return searchRuns || outside.isBuilt(id1);
        }

        @Override
        public OptionalLong nextNodeId() throws IOException {
            return runs.nextNodeId();
        }

        private GraphReader of(long id1) {
            return outside.isBuilt(id1) ? outside.reader() : runs;
        }

        @Override
        public Answer<Optional<Node>> node(long id) throws IOException {
            return of(id).node(id);
        }

        @Override
        public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
            return of(id1).link(id1, linkType, id2);
        }

        @Override
        public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
            return of(id1).links(id1, linkType, id2s);
        }

        @Override
        public Answer<LinkList> linkList(LinkQuery query) throws IOException {
            return of(query.id1()).linkList(query);
        }

        @Override
        public Answer<Long> count(long id1, long linkType) throws IOException {
            return of(id1).count(id1, linkType);
        }

        @Override
        public Answer<List<TypeCount>> types(long id1) throws IOException {
            return of(id1).types(id1);
        }

        /** Where runs may not be searched, all that is built is all that is shown. */
        @Override
        public boolean scan(Visitor visitor) throws IOException {
            boolean built = outside.isAllBuilt();
            if (built || !searchRuns) {
                return outside.reader().scan(visitor) && built;
            }
            return runs.scan(visitor);
        }

        @Override
        public void close() throws IOException {
            runs.close();
        }
    }
}
