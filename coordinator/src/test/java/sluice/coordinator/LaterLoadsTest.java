package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import sluice.load.Load;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadProgress;
import sluice.load.remote.RemoteStore;
import sluice.model.BuildJobs;
import sluice.model.ColdView;
import sluice.model.ErrorCode;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.store.Manifest;

/**
 * A second and a third load into a store whose buckets are built in a cold store elsewhere,
 * compared with a graph in memory at every step.
 */
class LaterLoadsTest extends LaterLoadsFixture {

    @Test
    void eachLoadChangesWhatItMustAndAnswersMeanwhile() throws Exception {
        int grown = 0;
        for (int seed = 1; seed <= place().seeds(); seed++) {
            begin(seed);
            boolean searchRuns = seed % 2 == 0;
            try (HotStore hot = openHot("hot-" + seed);
                    RemoteStore remote = remote("a");
                    LiveStore store = open(hot, remote, searchRuns)) {
                int before = 0;
                for (int load = 1; load <= 3; load++) {
                    LoadedStore more = rows(40 << load);
                    List<Boolean> checked = new ArrayList<>();
                    store.load(
                            more.source(),
                            options(),
                            new LoadProgress(),
                            new LoadEvents() {
                                @Override
                                public void uptime() {
                                    if (searchRuns) {
                                        check(store);
                                    }
                                    checked.add(true);
                                }
                            });
                    assertEquals(List.of(true), checked);
                    assertTrue(remote.isAllBuilt());
                    check(store);
                    checkElsewhere(remote);
                    int count = remote.states().size();
                    grown += load > 1 && count > before ? 1 : 0;
                    before = count;
                }
            }
        }
        assertTrue(grown > 0, "no load has cut buckets anew");
    }

    @Test
    void bucketsThatALoadDoesNotTouchAreNotBuiltAgain() throws Exception {
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a");
                LiveStore store = open(hot, remote, true)) {
            load(store, rows(300));
            int all = remote.states().size();
            buckets.commits.clear();
            Node node = new Node(graph.ids[1], 3, 9, 9, new byte[0]);
            load(store, rows(List.of(node), List.of()));
            assertEquals(1, buckets.commits.size(), "of " + all);
            assertTrue(all > 3, "buckets: " + all);
            check(store);
            checkElsewhere(remote);
        }
    }

    @Test
    void aLoadThatIsStoppedAnywhereGoesOn() throws Exception {
        boolean wasStopped = true;
        for (int step = 1; wasStopped; step += place().stride() + step / 6) {
            begin(3);
            try (HotStore hot = openHot("hot-" + step)) {
                LoadedStore first = rows(100);
                MemoryGraph before = model;
                LoadedStore second = rows(200);
                try (RemoteStore remote = remote("a");
                        LiveStore store = open(hot, remote, true)) {
                    load(store, first);
                    same(store.graph(), before);
                    wasStopped =
                            isStopped(
                                    step,
                                    events ->
                                            store.load(
                                                    second.source(),
                                                    options(),
                                                    new LoadProgress(),
                                                    events));
                }
                try (RemoteStore remote = remote("b");
                        LiveStore store = open(hot, remote, true)) {
                    load(store, second);
                    check(store);
                    checkElsewhere(remote);
                    load(store, rows(50));
                    check(store);
                    checkElsewhere(remote);
                }
            }
        }
    }

    @Test
    void whatWasTakenOverAndNotNotedDownIsBuiltAgain() throws Exception {
        for (int commit = 1; commit <= 3; commit++) {
            begin(4);
            try (HotStore hot = openHot("hot-" + commit)) {
                LoadedStore second;
                try (RemoteStore remote = remote("a");
                        LiveStore store = open(hot, remote, false)) {
                    load(store, rows(100));
                    second = rows(200);
                    buckets.commitsToFailure.set(commit);
                    assertThrows(IOException.class, () -> load(store, second));
                }
                buckets.commitsToFailure.set(0);
                try (RemoteStore remote = remote("b");
                        LiveStore store = open(hot, remote, true)) {
                    check(store);
                    store.build(options(), new LoadProgress(), LoadEvents.NONE);
                    check(store);
                    checkElsewhere(remote);
                }
            }
        }
    }

    @Test
    void whoLostItsLeaseDoesNotCommit() throws Exception {
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a", new TakenOver(openJobs()), 1);
                LiveStore store = open(hot, remote, true)) {
            load(store, rows(100));
            assertTrue(remote.isAllBuilt());
            assertFalse(buckets.commits.containsKey(0), "the other's bucket was committed");
            assertTrue(buckets.commits.containsKey(1));
        }
    }

    /** Another builder takes the first bucket over, and is done with it before its first one. */
    private static final class TakenOver extends ForwardedJobs {
        private final AtomicInteger asked = new AtomicInteger();

        TakenOver(BuildJobs jobs) {
            super(jobs);
        }

        @Override
        public boolean lease(int bucket, String builder, long millis) throws IOException {
            if (bucket == 0 && asked.incrementAndGet() == 2) {
                built(0, "the other", 1, "there");
            }
            return super.lease(bucket, builder, millis);
        }
    }

    @Test
    void whatIsReadOfTheJobsWhileALaterLoadBeginsIsNotTakenForIts() throws Exception {
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a", new LookedAt(openJobs()), 1);
                LiveStore store = open(hot, remote, true)) {
            load(store, rows(200));
            load(store, rows(200));
            check(store);
            checkElsewhere(remote);
        }
    }

    /** A load begins after two looks at the jobs of the one before, of which one has ended. */
    private static final class LookedAt extends ForwardedJobs {
        private int looks;

        LookedAt(BuildJobs jobs) {
            super(jobs);
        }

        @Override
        public void begin(String load, List<Bucket> buckets) throws IOException {
            if (!load().isEmpty() && !load.equals(load())) {
                awaitLooks(2);
            }
            super.begin(load, buckets);
        }

        private synchronized void awaitLooks(int more) {
            int enough = looks + more;
            while (looks < enough) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }

        @Override
        public List<Job> jobs() throws IOException {
            List<Job> jobs = super.jobs();
            synchronized (this) {
                looks++;
                notifyAll();
            }
            return jobs;
        }
    }

    @Test
    void aLinkThatIsWrittenOverABucketThatIsNotBuiltIsCountedOnce() throws Exception {
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a");
                LiveStore store = open(hot, remote, false)) {
            load(store, rows(100));
            LoadedStore second = rows(200);
            stop(store, second, Manifest.Phase.BUILDING);
            for (Link link : links.values()) {
                store.graph().updateLink(link);
                model.updateLink(link);
            }
            load(store, second);
            check(store);
        }
    }

    @Test
    void aServerFollowsTheLoadsOfAnotherProcess() throws Exception {
        for (boolean searchRuns : List.of(true, false)) {
            begin(5);
            try (HotStore hot = openHot("hot-" + searchRuns);
                    HotStore hot2 = openHot("hot2-" + searchRuns);
                    RemoteStore remote = remote("server");
                    LiveStore server = open(hot, remote, searchRuns)) {
                for (int load = 1; load <= 3; load++) {
                    LoadedStore more = rows(40 << load);
                    try (RemoteStore other = remote("loader");
                            LiveStore loader = open(hot2, other, true)) {
                        load(loader, more);
                    }
                    awaitAllBuilt(server, remote, load);
                    check(server);
                }
            }
        }
    }

    private static void await(BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - begin < TimeUnit.MINUTES.toNanos(1), "not followed");
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** As the coordinator says, too, after what is built is known. */
    private void awaitAllBuilt(LiveStore server, RemoteStore remote, int load)
            throws InterruptedException {
        await(() -> remote.isAllBuilt(load));
        for (long id : graph.ids) {
            assertTrue(server.coordinator().awaitComplete(id, TimeUnit.MINUTES.toNanos(1)));
        }
    }

    @Test
    void aServerFollowsALoadThatWaitsToBeBuilt() throws Exception {
        try (HotStore hot = openHot("hot");
                HotStore hot2 = openHot("hot2");
                RemoteStore remote = remote("server");
                LiveStore server = open(hot, remote, true)) {
            LoadedStore second;
            try (RemoteStore other = remote("loader");
                    LiveStore loader = open(hot2, other, true)) {
                load(loader, rows(200));
                second = rows(300);
                stop(loader, second, Manifest.Phase.BUILDING);
            }
            await(() -> remote.isOf(2));
            check(server);
            try (RemoteStore other = remote("loader again");
                    LiveStore loader = open(hot2, other, true)) {
                load(loader, second);
            }
            awaitAllBuilt(server, remote, 2);
            check(server);
        }
    }

    @Test
    void twoProcessesShareALaterLoad() throws Exception {
        try (HotStore hot = openHot("hot");
                HotStore hot2 = openHot("hot2");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            LoadedStore second;
            try (RemoteStore remote = remote("a");
                    LiveStore store = open(hot, remote, true)) {
                load(store, rows(200));
                second = rows(300);
                stop(store, second, Manifest.Phase.BUILDING);
                buckets.commits.clear();
            }
            try (RemoteStore a = remote("b");
                    RemoteStore b = remote("c");
                    LiveStore first = open(hot, a, true);
                    LiveStore other = open(hot2, b, false)) {
                Future<?> one = threads.submit(() -> build(first));
                build(other);
                one.get();
                check(first);
                check(other);
                checkElsewhere(b);
                buckets.commits.forEach(
                        (bucket, times) -> assertEquals(1, times, "bucket " + bucket));
            }
        }
    }

    @Test
    void aThirdLoadIsRefusedUntilTheSecondIsBuilt() throws Exception {
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a");
                LiveStore store = open(hot, remote, true)) {
            load(store, rows(100));
            LoadedStore second = rows(200);
            stop(store, second, Manifest.Phase.BUILDING);
            SluiceException refused =
                    assertThrows(SluiceException.class, () -> load(store, unnoted(List.of(), 9)));
            assertEquals(ErrorCode.STORE, refused.code());
            check(store);
            load(store, second);
            load(store, rows(50));
            check(store);
        }
    }

    @Test
    void aLoadThatIsGivenUpLeavesWhatWasBuilt() throws Exception {
        try (HotStore hot = openHot("hot")) {
            try (RemoteStore remote = remote("a");
                    LiveStore store = open(hot, remote, false)) {
                load(store, rows(100));
                stop(store, unnoted(List.of(), 300), Manifest.Phase.STAGING);
            }
            assertTrue(Load.abandon(storage).loadGivenUp());
            buckets.commits.clear();
            try (RemoteStore remote = remote("b");
                    LiveStore store = open(hot, remote, false)) {
                check(store);
                assertEquals(0, buckets.commits.size());
                load(store, rows(200));
                check(store);
                checkElsewhere(remote);
            }
        }
    }

    @Test
    void aViewStaysWhatItWasWhileALaterLoadIsBuilt() throws Exception {
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a");
                LiveStore store = open(hot, remote, true)) {
            load(store, rows(200));
            MemoryGraph before = model;
            try (StoreCold staged = StoreCold.open(storage, _ -> {});
                    ColdView view = new RemoteCold(staged, remote, true).view();
                    ColdView waiting = new RemoteCold(staged, remote, false).view()) {
                same(view, before);
                load(store, rows(300));
                same(view, before);
                for (long id : graph.ids) {
                    assertFalse(waiting.canAnswer(id));
                    assertFalse(waiting.types(id).complete());
                }
            }
            check(store);
        }
    }
}
