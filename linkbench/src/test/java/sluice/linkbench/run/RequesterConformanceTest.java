package sluice.linkbench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sluice.generate.LinkBenchGraph;
import sluice.generate.LinkBenchOptions;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.run.WatchedStore.Call;
import sluice.linkbench.stores.LoadJob;
import sluice.linkbench.workload.Configuration;
import sluice.linkbench.workload.Workload;
import sluice.linkbench.workload.WorkloadReader;

/** The original's own tests of requests: of links, of throttling, of history, of the full mix. */
class RequesterConformanceTest {
    private static final int FIRST_ID = 532;
    private static final int REQUESTS = 100_000;

    private final WatchedStore store = new WatchedStore(FIRST_ID);
    private final FakeClock clock = new FakeClock();
    private final Map<String, String> settings = new HashMap<>();

    private void set(String... pairs) {
        for (int i = 0; i < pairs.length; i += 2) {
            settings.put(pairs[i], pairs[i + 1]);
        }
    }

    private void ids(int count, int linksEach) {
        set(
                "startid1", Integer.toString(FIRST_ID),
                "maxid1", Integer.toString(FIRST_ID + count),
                "nlinks_func", "CONST",
                "nlinks_config", "0",
                "nlinks_default", Integer.toString(linksEach),
                "link_type_count", "1",
                "requesters", "1",
                "warmup_time", "0",
                "maxtime", "1000000");
    }

    private Workload workload(Profile profile) throws IOException {
        return WorkloadReader.read(Configuration.shipped(settings), profile);
    }

    private void load(Workload workload, boolean withNodes) throws IOException {
        LinkBenchOptions options =
                new LinkBenchOptions(
                        workload.count(),
                        FIRST_ID,
                        workload.profile(),
                        1,
                        0,
                        8,
                        128,
                        1,
                        LinkBenchOptions.NOW_MILLIS,
                        null);
        LinkBenchGraph graph =
                LinkBenchGraph.of(
                        options,
                        new LinkBenchGraph.Shapes(
                                workload.initialLinks(),
                                workload.payloads().addedLinks(),
                                workload.payloads().addedNodes(),
                                128));
        new LoadJob(graph, withNodes, 2, () -> false).writeTo(store::connect);
        store.forgetCalls();
    }

    private RequestResult request(Workload workload) throws IOException {
        RunPlan plan = RunPlan.read(Configuration.shipped(settings), 0);
        return RequestPhase.run(store, workload, plan, clock, () -> false, _ -> {});
    }

    private void assertShare(double share, Call call) {
        assertEquals(share, store.count(call) / (double) REQUESTS, 0.01, call::toString);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void requestsOfLinksComeAtTheirShares(Profile profile) throws IOException {
        ids(5000, 5);
        set(
                "addlink", "20",
                "deletelink", "20",
                "updatelink", "10",
                "countlink", "10",
                "getlink", "20",
                "getlinklist", "20",
                "addnode", "0",
                "updatenode", "0",
                "deletenode", "0",
                "getnode", "0",
                "read_function", "RECIPROCAL",
                "read_config", "0",
                "read_uncorr_blend", "0.5",
                "read_uncorr_shape", "0.5",
                "write_function", "com.facebook.LinkBench.distributions.UniformDistribution",
                "write_uncorr_blend", "",
                "link_multiget_prob", "0.8",
                "link_multiget_min", "0",
                "link_multiget_max", "10",
                "requests", Integer.toString(REQUESTS));
        Workload workload = workload(profile);
        load(workload, false);
        RequestResult result = request(workload);
        assertEquals(REQUESTS, result.requests());
        assertEquals(0, result.errors());
        assertEquals(REQUESTS, store.calls.values().stream().mapToInt(calls -> calls).sum());
        assertShare(0.3, Call.ADD_LINK);
        assertShare(0.2, Call.DELETE_LINK);
        assertShare(0.1, Call.COUNT);
        assertShare(0.2, Call.LINKS);
        assertShare(0.2, Call.LINK_LIST);
        assertEquals(0, store.count(Call.UPDATE_LINK));
        assertEquals(0, store.handles, "a handle is left open");
    }

    @Test
    void aRateIsKept() throws IOException {
        ids(100, 5);
        set("requests", "2000", "requestrate", "500");
        Workload workload = workload(Profile.CORRECTED);
        load(workload, true);
        store.before(_ -> clock.advance(TimeUnit.MICROSECONDS.toNanos(100)));
        RequestResult result = request(workload);
        assertEquals(2000, result.requests());
        assertEquals(500, result.requestsPerSecond(), 50);
        assertEquals(0, result.unsent());
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void historyIsAskedForAtItsShare(Profile profile) throws IOException {
        ids(10, 200);
        set(
                "addlink", "0",
                "deletelink", "0",
                "updatelink", "0",
                "countlink", "0",
                "getlink", "0",
                "getlinklist", "100",
                "getlinklist_history", "25",
                "addnode", "0",
                "updatenode", "0",
                "deletenode", "0",
                "getnode", "0",
                "read_function", "UniformDistribution",
                "read_uncorr_blend", "",
                "requests", "10000");
        Workload workload = workload(profile).withRangeLimit(10);
        load(workload, false);
        RequestResult result = request(workload);
        assertEquals(10_000, result.requests());
        double share = result.historyLists() / 10_000.0;
        assertTrue(share >= 0.1875 && share <= 0.2625, () -> "history " + share);
        assertEquals(10_000, store.count(Call.LINK_LIST));
    }

    @Test
    void allRequestsComeAtTheirShares() throws IOException {
        ids(5000, 5);
        set(
                "addlink", "10",
                "deletelink", "5",
                "updatelink", "5",
                "countlink", "5",
                "getlink", "5",
                "getlinklist", "10",
                "addnode", "20",
                "updatenode", "5",
                "deletenode", "5",
                "getnode", "30",
                "requests", Integer.toString(REQUESTS));
        Workload workload = workload(Profile.CORRECTED);
        load(workload, true);
        RequestResult result = request(workload);
        assertEquals(REQUESTS, result.requests());
        assertShare(0.15, Call.ADD_LINK);
        assertShare(0.05, Call.DELETE_LINK);
        assertShare(0.05, Call.COUNT);
        assertShare(0.05, Call.LINKS);
        assertShare(0.1, Call.LINK_LIST);
        assertShare(0.2, Call.ADD_NODE);
        assertShare(0.05, Call.UPDATE_NODE);
        assertShare(0.05, Call.DELETE_NODE);
        assertShare(0.3, Call.NODE);
        assertEquals(0, store.count(Call.UPDATE_LINK));
        for (RequestResult.OfOperation of : result.operations()) {
            assertEquals(of.counts().requests(), of.response().getTotalCount());
        }
        assertEquals(0, CountVerifier.verify(store, new long[] {123456789}).wrong());
    }
}
