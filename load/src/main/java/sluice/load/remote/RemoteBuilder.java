package sluice.load.remote;

import java.io.IOException;
import sluice.load.build.BuildTurns;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadState;
import sluice.load.ranges.InsertedRows;
import sluice.load.ranges.PlannedInsertion;
import sluice.model.BucketStore.BucketWriter;
import sluice.model.BucketStore.Changes;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.segment.RowsByKind;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.BucketChanges;
import sluice.store.Manifest;

/**
 * Builds the staged buckets of a load into a cold store in another system, together with other
 * processes that share the load. The store's directory keeps its runs: they are what the buckets
 * are built from, here or elsewhere, and what answers until then. Of a bucket that an earlier load
 * has built there goes only what the runs change in it.
 */
public final class RemoteBuilder {
    private final Storage storage;
    private final LoadState state;
    private final RemoteStore remote;
    private final Demand demand;
    private final BuildOrder order;
    private final Manifest manifest;

    public RemoteBuilder(
            LoadState state,
            Storage storage,
            Manifest manifest,
            RemoteStore remote,
            Demand demand,
            BuildOrder order) {
        this.state = state;
        this.storage = storage;
        this.manifest = manifest;
        this.remote = remote;
        this.demand = demand;
        this.order = order;
    }

    /** Builds every bucket that no other process builds; when this returns all are built. */
    public void run() throws IOException {
        long[] rows = remote.attach(storage, manifest);
        Bucket.State[] states = remote.states().toArray(Bucket.State[]::new);
        for (int bucket = 0; bucket < rows.length; bucket++) {
            rows[bucket] = states[bucket] == Bucket.State.BUILT ? 0 : rows[bucket];
        }
        try (PlannedInsertion.Running insertion =
                remote.insertion()
                        .begin(
                                storage,
                                manifest.withStates(states),
                                remote.ranges(),
                                JobsName.load(manifest),
                                remote.isAllBuilt(),
                                state::throwIfStopped)) {
            build(states, rows, insertion);
            insertion.inserted();
        }
    }

    private void build(Bucket.State[] states, long[] rows, PlannedInsertion.Running insertion)
            throws IOException {
        BuildOrder planned = insertion.order(order);
        BuildTurns turns = new BuildTurns(state, demand, planned, states, true);
        try (BucketChanges changes = BucketChanges.open(storage, manifest)) {
            turns.begin(manifest.borders(), rows);
            remote.listen((bucket, now) -> elsewhere(turns, bucket, now));
            turns.run(remote.batch(), () -> new Bulk(changes, rows, insertion));
        } finally {
            remote.listen(order::elsewhere);
        }
    }

    private void elsewhere(BuildTurns turns, int bucket, Bucket.State now) {
        if (turns.elsewhere(bucket, now) && now == Bucket.State.BUILT) {
            state.progress().bucketsBuilt.increment();
        }
    }

    /** What one thread builds with. */
    private final class Bulk implements BuildTurns.BucketBuild {
        private final BucketChanges changes;
        private final long[] rows;
        private final PlannedInsertion.Running insertion;

        Bulk(BucketChanges changes, long[] rows, PlannedInsertion.Running insertion) {
            this.insertion = insertion;
            this.changes = changes;
            this.rows = rows;
        }

        @Override
        public boolean build(int bucket) throws IOException {
            if (!remote.take(bucket)) {
                return false;
            }
            boolean done = false;
            try (BucketWriter writer = remote.write(manifest.loadNumber(), bucket)) {
                Counted counted = new Counted(writer, insertion.meter());
                changes.show(bucket, counted);
                if (!remote.holds(bucket)) {
                    // Others took it over for dead, and what was written late could come back to
                    // life in a store that has tidied up meanwhile.
                    return false;
                }
                long bytes = writer.commit();
                counted.meter.commit();
                remote.built(bucket, bytes);
                remote.count(counted.nodes, counted.links, counted.properties);
                state.progress().segmentBytes.add(bytes);
                state.progress()
                        .built(new RowsByKind(counted.nodes, counted.links, counted.properties, 0));
                state.progress().rowsMerged.add(rows[bucket]);
                state.progress().bucketsBuilt.increment();
                done = true;
            } finally {
                if (!done) {
                    remote.giveBack(bucket);
                }
            }
            return true;
        }

        @Override
        public void close() {}
    }

    /**
     * Counts rows on their way, which ends where the load shall stop: a bucket may take minutes.
     */
    private final class Counted implements Changes {
        private static final int ROWS_PER_LOOK = 4096;

        private final Changes next;
        private final InsertedRows.Meter meter;
        private long nodes;
        private long links;
        private long properties;
        private long gone;

        Counted(Changes next, InsertedRows.Meter meter) {
            this.next = next;
            this.meter = meter;
        }

        @Override
        public void node(Node node) throws IOException {
            nodes++;
            meter.count(node.id());
            look();
            next.node(node);
        }

        @Override
        public void link(Link link) throws IOException {
            if (PropertyTypes.isProperty(link.linkType())) {
                properties++;
            } else {
                links++;
            }
            meter.count(link.id1());
            look();
            next.link(link);
        }

        @Override
        public void gone(Node node) throws IOException {
            gone++;
            meter.count(node.id());
            look();
            next.gone(node);
        }

        @Override
        public void gone(Link link) throws IOException {
            gone++;
            meter.count(link.id1());
            look();
            next.gone(link);
        }

        @Override
        public void count(long id1, long linkType, long part, long visible) throws IOException {
            next.count(id1, linkType, part, visible);
        }

        private void look() {
            if ((nodes + links + properties + gone) % ROWS_PER_LOOK == 0) {
                state.throwIfStopped();
            }
        }
    }
}
