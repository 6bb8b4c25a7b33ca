package sluice.coordinator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.load.Absorption;
import sluice.load.Job;
import sluice.load.OnlineRows;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.Pools;
import sluice.load.remote.RemoteStore;
import sluice.model.ColdView;
import sluice.model.ErrorCode;
import sluice.model.HotLink;
import sluice.model.HotNode;
import sluice.model.HotScan;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.RowSink;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.storage.Storage;
import sluice.store.Manifest;

/**
 * Moves the rows of a hot store into a store directory, while both are read and written.
 *
 * <p>First all rows of one moment become part of the directory, at once; then those leave the hot
 * store that the directory has just as they are, whatever was written meanwhile; then buckets are
 * built. Where they are built elsewhere rows leave last, as such a bucket may not be asked before
 * it is built. A crash between any two steps leaves rows in both places, where the hot one stands
 * before the other and is the same. Cost: two passes over the hot rows (three), a read of the
 * directory for each.
 */
final class Absorber {
    private static final byte[] NO_DATA = {};

    /** So many rows are read between two looks whether to stop; a power of 2. */
    private static final int ROWS_A_LOOK = 1 << 10;

    private final Storage storage;
    private final HotStore hot;
    private final StoreCold cold;
    private final MergedGraph graph;
    private final Optional<RemoteStore> remote;
    private final Pools pools;

    /** With {@code remote} buckets are built there. */
    Absorber(
            Storage storage,
            HotStore hot,
            StoreCold cold,
            MergedGraph graph,
            Optional<RemoteStore> remote,
            Pools pools) {
        this.storage = storage;
        this.hot = hot;
        this.cold = cold;
        this.graph = graph;
        this.remote = remote;
        this.pools = pools;
    }

    /** Until then a better row of a key may come, and would be shadowed no more. */
    void refuseUnlessComplete() {
        Manifest manifest = cold.manifest();
        if (manifest == null || !manifest.complete()) {
            throw new SluiceException(
                    ErrorCode.INCOMPLETE,
                    "%s has not staged all of its source: repeat its load first"
                            .formatted(storage.location()));
        }
    }

    /**
     * Absorbs what was written before this call, at least; returns how many rows were moved, those
     * included that an interrupted call had staged and this one has built. Takes no lock where
     * there is nothing to move or to build. Can be stopped where it could crash: at any row.
     */
    long absorb(LoadOptions options, LoadEvents events, Demand demand, BuildOrder order)
            throws IOException {
        if (remote.isPresent() && isAbsorbing()) {
            finish(options, events, demand, order);
        }
        // What the store has as it is needs no rebuilding.
        long moved = remote.isPresent() ? dropWhatIsThere(events) : 0;
        if (!hasAllBuilt() || !isHotEmpty()) {
            moved += stageAndBuild(options, events, demand, order);
        }
        // Else removed rows would count until they are many.
        hot.compact();
        return moved;
    }

    private long stageAndBuild(
            LoadOptions options, LoadEvents events, Demand demand, BuildOrder order)
            throws IOException {
        try (Absorption absorption = Absorption.begin(job(options, events, demand, order))) {
            cold.refresh();
            long moved;
            try (ColdView view = cold.view()) {
                moved = absorption.stage(new HotRows(view, events));
            }
            cold.refresh();
            if (remote.isEmpty()) {
                moved += absorption.rowsResumed();
                // Also what a crash left in both.
                dropWhatIsThere(events);
            }
            absorption.build();
            cold.refresh();
            if (remote.isPresent()) {
                // Until now who may not search runs was answered from the hot store.
                dropWhatIsThere(events);
            }
            return moved;
        }
    }

    /** Whether no earlier absorption has left something to build here. */
    private boolean hasAllBuilt() {
        Manifest manifest = cold.manifest();
        return remote.isPresent()
                || (manifest != null && manifest.phase() == Manifest.Phase.COMPLETE);
    }

    private boolean isAbsorbing() {
        Manifest manifest = cold.manifest();
        return manifest != null && manifest.phase() == Manifest.Phase.ABSORBING;
    }

    /** Builds what was absorbed before an interruption, also where the hot store has none of it. */
    private void finish(LoadOptions options, LoadEvents events, Demand demand, BuildOrder order)
            throws IOException {
        Absorption.begin(job(options, events, demand, order)).close();
        cold.refresh();
    }

    private Job job(LoadOptions options, LoadEvents events, Demand demand, BuildOrder order) {
        return Job.of(storage, options, new LoadProgress(), events, demand)
                .with(order, remote, pools);
    }

    private boolean isHotEmpty() throws IOException {
        try (HotScan scan = hot.scan()) {
            return scan.nextLink() == null && scan.nextNode() == null;
        }
    }

    private long dropWhatIsThere(LoadEvents events) throws IOException {
        Look look = new Look(events);
        long dropped = 0;
        try (ColdView view = cold.view();
                HotScan scan = hot.scan()) {
            List<HotLink> list = new ArrayList<>();
            for (HotLink row = scan.nextLink(); row != null; row = scan.nextLink()) {
                look.atRow();
                if (!list.isEmpty() && !isOfList(row.link(), list.getFirst().link())) {
                    dropped += drop(list);
                }
                if (isThere(row, view)) {
                    list.add(row);
                }
            }
            if (!list.isEmpty()) {
                dropped += drop(list);
            }
            for (HotNode row = scan.nextNode(); row != null; row = scan.nextNode()) {
                look.atRow();
                Optional<Node> loaded = view.node(row.id()).value();
                if (row.over(loaded).equals(loaded)) {
                    graph.dropNode(row);
                    dropped++;
                }
            }
        }
        return dropped;
    }

    private int drop(List<HotLink> rows) throws IOException {
        Link first = rows.getFirst().link();
        int count = rows.size();
        graph.dropLinks(first.id1(), first.linkType(), List.copyOf(rows));
        rows.clear();
        return count;
    }

    private static boolean isOfList(Link link, Link other) {
        return link.id1() == other.id1() && link.linkType() == other.linkType();
    }

    /** Whether the graph is the same without this row. */
    private static boolean isThere(HotLink row, ColdView view) throws IOException {
        Optional<Link> loaded = loaded(row, view);
        return row.over(loaded).equals(loaded);
    }

    private static Optional<Link> loaded(HotLink row, ColdView view) throws IOException {
        Link link = row.link();
        return view.link(link.id1(), link.linkType(), link.id2()).value();
    }

    /** Ends a walk over rows soon after a stop was asked for. */
    private static final class Look {
        private final LoadEvents events;
        private int rows;

        Look(LoadEvents events) {
            this.events = events;
        }

        void atRow() {
            if ((rows++ & (ROWS_A_LOOK - 1)) == 0) {
                events.throwIfStopped();
            }
        }
    }

    /** The hot store's rows of one moment, as what they make of what was loaded. */
    private final class HotRows implements OnlineRows {
        private final ColdView view;
        private final Look look;

        HotRows(ColdView view, LoadEvents events) {
            this.view = view;
            this.look = new Look(events);
        }

        @Override
        public void links(RowSink sink) throws IOException {
            try (HotScan scan = hot.scan()) {
                for (HotLink row = scan.nextLink(); row != null; row = scan.nextLink()) {
                    look.atRow();
                    Optional<Link> loaded = loaded(row, view);
                    Optional<Link> now = row.over(loaded);
                    if (!now.equals(loaded)) {
                        append(row.link(), now.orElse(null), sink);
                    }
                }
            }
        }

        private void append(Link key, @Nullable Link link, RowSink sink) {
            boolean hidden = link != null && link.visibility() == Visibility.HIDDEN;
            byte[] data = link == null ? NO_DATA : link.data();
            sink.append(
                    key.id1(),
                    key.linkType(),
                    key.id2(),
                    link == null ? 0 : link.time(),
                    link == null ? 0 : link.version(),
                    link == null ? RowSink.TOMBSTONE : hidden ? RowSink.HIDDEN : 0,
                    data,
                    0,
                    data.length);
        }

        @Override
        public void nodes(RowSink sink) throws IOException {
            try (HotScan scan = hot.scan()) {
                while (scan.nextLink() != null) {
                    // Links come first.
                    look.atRow();
                }
                for (HotNode row = scan.nextNode(); row != null; row = scan.nextNode()) {
                    look.atRow();
                    Optional<Node> loaded = view.node(row.id()).value();
                    Optional<Node> now = row.over(loaded);
                    if (!now.equals(loaded)) {
                        append(row.id(), now.orElse(null), sink);
                    }
                }
            }
        }

        private void append(long id, @Nullable Node node, RowSink sink) {
            byte[] data = node == null ? NO_DATA : node.data();
            sink.append(
                    id,
                    node == null ? 0 : node.type(),
                    0,
                    node == null ? 0 : node.time(),
                    node == null ? 0 : node.version(),
                    node == null ? RowSink.TOMBSTONE : 0,
                    data,
                    0,
                    data.length);
        }
    }
}
