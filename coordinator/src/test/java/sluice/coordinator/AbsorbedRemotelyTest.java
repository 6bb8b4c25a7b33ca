package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import sluice.coordinator.decision.DecisionOptions;
import sluice.load.job.LoadEvents;
import sluice.load.remote.RemoteStore;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.HotScan;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.store.Manifest;

/**
 * What is written online goes into a cold store elsewhere, before, between and after loads,
 * compared with a graph in memory at every step.
 */
class AbsorbedRemotelyTest extends LaterLoadsFixture {
    private static final long HOT_BYTES_MAX = 1 << 20;

    /** Above those of the random graphs. */
    private static final long FIRST_ID = 1 << 30;

    @Test
    void whatWasWrittenOnlineGoesThereBetweenLoads() throws Exception {
        for (int seed = 1; seed <= place().seeds(); seed++) {
            begin(seed);
            try (HotStore hot = openHot("hot-" + seed);
                    RemoteStore remote = remote("a");
                    LiveStore store = open(hot, remote, seed % 2 == 0)) {
                load(store, rows(100));
                for (int round = 1; round <= 3; round++) {
                    write(store, 30 * round);
                    check(store);
                    store.absorb();
                    check(store);
                    checkElsewhere(remote);
                    assertTrue(isEmpty(hot), "rows are left in the hot store");
                }
                noteAll();
                load(store, rows(50));
                check(store);
                checkElsewhere(remote);
            }
        }
    }

    @Test
    void absorbingThatIsStoppedAnywhereGoesOn() throws Exception {
        boolean wasStopped = true;
        for (int step = 1; wasStopped; step += place().stride() + step / 4) {
            begin(5);
            boolean searchRuns = step % 2 == 0;
            try (HotStore hot = openHot("hot-" + step)) {
                try (RemoteStore remote = remote("a");
                        LiveStore store = open(hot, remote, searchRuns)) {
                    load(store, rows(100));
                    write(store, 60);
                    wasStopped = isStopped(step, events -> store.absorb(events));
                    // Where a bucket must not be asked it may be that one that was not built yet.
                    if (searchRuns) {
                        check(store);
                    }
                }
                try (RemoteStore remote = remote("b");
                        LiveStore store = open(hot, remote, searchRuns)) {
                    if (searchRuns) {
                        check(store);
                    }
                    write(store, 20);
                    store.absorb();
                    check(store);
                    checkElsewhere(remote);
                    assertTrue(isEmpty(hot), "rows are left in the hot store");
                }
            }
        }
    }

    @Test
    void whatWasAbsorbedAndNotBuiltIsBuiltByTheNextOne() throws Exception {
        try (HotStore hot = openHot("hot")) {
            try (RemoteStore remote = remote("a");
                    LiveStore store = open(hot, remote, true)) {
                load(store, rows(100));
                write(store, 60);
                stopOnceAbsorbed(store);
            }
            try (RemoteStore remote = remote("b");
                    LiveStore store = open(hot, remote, true)) {
                assertFalse(remote.isAllBuilt());
                store.absorb();
                assertTrue(isEmpty(hot), "rows are left in the hot store");
                assertTrue(remote.isAllBuilt());
                check(store);
                checkElsewhere(remote);
            }
        }
    }

    @Test
    void whoAbsorbsWaitsForWhoBuildsInTheSameProcess() throws Exception {
        try (HotStore hot = openHot("hot");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try (RemoteStore remote = remote("a");
                    LiveStore store = open(hot, remote, true)) {
                load(store, rows(100));
                write(store, 60);
                stopOnceAbsorbed(store);
            }
            buckets.commits.clear();
            try (RemoteStore remote = remote("b");
                    LiveStore store = open(hot, remote, true)) {
                Future<?> build = threads.submit(() -> build(store));
                store.absorb();
                build.get();
                buckets.commits.forEach(
                        (bucket, times) -> assertEquals(1, times, "bucket " + bucket));
                check(store);
                checkElsewhere(remote);
            }
        }
    }

    @Test
    void onlineWritesMeanwhileAreNotLost() throws Exception {
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a");
                LiveStore store = open(hot, remote, false);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            load(store, rows(200));
            write(store, 100);
            AtomicBoolean absorbing = new AtomicBoolean(true);
            Future<?> absorb =
                    threads.submit(
                            () -> {
                                try {
                                    return store.absorb();
                                } finally {
                                    absorbing.set(false);
                                }
                            });
            do {
                write(store, 1);
            } while (absorbing.get());
            absorb.get();
            check(store);
            store.absorb();
            check(store);
            checkElsewhere(remote);
        }
    }

    @Test
    void whatGrowsPastANamedSizeGoesThereUnasked() throws Exception {
        DecisionOptions decisions = new DecisionOptions(0, HOT_BYTES_MAX);
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a");
                LiveStore store = open(hot, remote, true, decisions)) {
            load(store, rows(100));
            byte[] data = new byte[1000];
            long number = 0;
            while (remote.reader().count(FIRST_ID, 1).value() == 0) {
                long id = FIRST_ID + number;
                Link link = new Link(id, 1, 1, Visibility.VISIBLE, 0, number, data);
                store.graph().addLink(link);
                model.addLink(link);
                number++;
                assertTrue(number < 1_000_000, "nothing was absorbed");
            }
            check(store);
        }
    }

    /** Has what was written absorbed, and stops before it is built. */
    private static void stopOnceAbsorbed(LiveStore store) {
        LoadEvents stop =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        Manifest now = store.manifest();
                        return now != null && now.phase() == Manifest.Phase.ABSORBING;
                    }
                };
        SluiceException stopped = assertThrows(SluiceException.class, () -> store.absorb(stop));
        assertEquals(ErrorCode.INTERRUPTED, stopped.code());
    }

    private void write(LiveStore store, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            RandomGraph.Write write = graph.write();
            if (write.to(store.graph()) instanceof Long id) {
                // The store chooses ids of its own.
                model.loadNode(store.graph().node(id).value().orElseThrow());
            } else {
                write.to(model);
            }
        }
    }

    /** What the model has is what the next load comes upon. */
    private void noteAll() throws IOException {
        nodes.clear();
        links.clear();
        model.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        nodes.put(node.id(), node);
                    }

                    @Override
                    public void link(Link link) {
                        links.put(List.of(link.id1(), link.linkType(), link.id2()), link);
                    }
                });
    }

    private static boolean isEmpty(HotStore hot) throws IOException {
        try (HotScan scan = hot.scan()) {
            return scan.nextLink() == null && scan.nextNode() == null;
        }
    }
}
