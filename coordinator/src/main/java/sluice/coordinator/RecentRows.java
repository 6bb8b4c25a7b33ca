package sluice.coordinator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import sluice.model.ColdView;
import sluice.model.GraphReader;
import sluice.model.HotIngest;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.PinnedReader;

/**
 * The rows of a load's recent files in a hot store of their own, shown before what else is staged
 * until uptime. They are copies: the load stages and builds the same rows, so that nothing is lost
 * when this is given up at any moment, and nothing is there twice once it ends.
 *
 * <p>Nobody writes to it. Online writes have a hot store of their own, which stands before this one
 * as it does before all that is loaded. Safe for any number of threads; {@code this} guards the
 * count of views.
 */
final class RecentRows {
    /**
     * Ids with more links are not copied, so that the links of one id fit into memory: runs answer.
     */
    static final int LINKS_OF_ID_MAX = 100_000;

    private static final Comparator<Link> BY_KEY =
            Comparator.comparing(Link::linkType, Long::compareUnsigned)
                    .thenComparing(Link::id2, Long::compareUnsigned);

    private final RecentFiles.Place place;
    private final HotStore rows;
    private final long ingestedAtVersion;
    private int views;
    private boolean ended;

    private RecentRows(RecentFiles.Place place, HotStore rows, long ingestedAtVersion) {
        this.place = place;
        this.rows = rows;
        this.ingestedAtVersion = ingestedAtVersion;
    }

    /** Copies the graph of {@code manifest} to {@code place}, until {@link #end}. */
    static RecentRows copy(Storage storage, Manifest manifest, RecentFiles.Place place)
            throws IOException {
        HotStore rows = place.open();
        try (PinnedReader reader = PinnedReader.open(storage, manifest);
                HotIngest ingest = rows.ingest()) {
            ByKey sorted = new ByKey(ingest);
            reader.scan(sorted);
            sorted.endId();
            ingest.commit();
        } catch (Throwable failure) {
            rows.close();
            throw failure;
        }
        return new RecentRows(place, rows, manifest.version());
    }

    /** Whether a view of {@code manifest} shows these rows: until uptime, once they were copied. */
    boolean isShownWith(Manifest manifest) {
        return !manifest.complete() && manifest.version() > ingestedAtVersion;
    }

    /** Keeps the rows open until {@link #giveBack}; false where they are gone. */
    synchronized boolean hold() {
        if (!ended) {
            views++;
        }
        return !ended;
    }

    synchronized void giveBack() throws IOException {
        views--;
        closeUnused();
    }

    /** No view holds these rows from now on; the last one that does removes them. */
    synchronized void end() throws IOException {
        if (!ended) {
            ended = true;
            closeUnused();
        }
    }

    private void closeUnused() throws IOException {
        if (ended && views == 0) {
            rows.close();
            place.remove();
        }
    }

    /** These rows over {@code below}, which must stay open; to be called while they are held. */
    GraphReader over(ColdView below) {
        // Counts are kept of complete answers only, and there are none here.
        ShadowMemo memo = (id1, linkType, id2s, counted, view) -> {};
        return new MergedReader(rows, new FixedCold(below), memo, HeldIndex.NONE);
    }

    /** Hands a scan's links over in the order of their keys, id by id. */
    private static final class ByKey implements GraphReader.Visitor {
        private final HotIngest ingest;
        private final List<Link> links = new ArrayList<>();
        private long id1;
        private boolean tooMany;

        ByKey(HotIngest ingest) {
            this.ingest = ingest;
        }

        @Override
        public void node(Node node) throws IOException {
            ingest.add(node);
        }

        @Override
        public void link(Link link) throws IOException {
            if (link.id1() != id1) {
                endId();
                id1 = link.id1();
            }
            tooMany |= links.size() == LINKS_OF_ID_MAX;
            if (tooMany) {
                links.clear();
            } else {
                links.add(link);
            }
        }

        void endId() throws IOException {
            links.sort(BY_KEY);
            for (Link link : links) {
                ingest.add(link);
            }
            links.clear();
            tooMany = false;
        }
    }
}
