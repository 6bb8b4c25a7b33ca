package sluice.linkbench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.stores.BenchStore;
import sluice.linkbench.workload.Configuration;
import sluice.linkbench.workload.Workload;
import sluice.linkbench.workload.WorkloadReader;

class RequestPhaseTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final WatchedStore store = new WatchedStore(1);
    private final FakeClock clock = new FakeClock();
    private final List<Interval> seconds = new ArrayList<>();

    private static Workload workload() throws IOException {
        return WorkloadReader.read(
                Configuration.shipped(Map.of("maxid1", "1001")), Profile.CORRECTED);
    }

    private RequestResult run(RunPlan plan) throws IOException {
        return RequestPhase.run(store, workload(), plan, clock, () -> false, seconds::add);
    }

    /** For so many seconds, without a limit of requests. */
    private static RunPlan plan(int warmupSeconds, int seconds, double rate, int failuresMax) {
        return new RunPlan(
                1,
                false,
                Long.MAX_VALUE,
                warmupSeconds * SECOND,
                seconds * SECOND,
                rate,
                failuresMax,
                12345);
    }

    private static Histogram all(RequestResult result, boolean service) {
        Histogram all = new Histogram(3);
        for (RequestResult.OfOperation of : result.operations()) {
            all.add(service ? of.service() : of.response());
        }
        return all;
    }

    @Test
    void aClosedLoopSendsTheNextRequestAfterTheAnswer() throws IOException {
        store.before(_ -> clock.advance(4 * MILLI));
        RequestResult result = run(plan(0, 10, 0, 0));
        assertEquals(2500, result.requests());
        assertEquals(10 * SECOND, result.nanos());
        assertEquals(250, result.requestsPerSecond());
        assertEquals(4 * MILLI, all(result, false).getMinValue(), 4000);
        assertEquals(4 * MILLI, all(result, false).getMaxValue(), 4000);
        assertEquals(10, seconds.size());
        assertEquals(seconds, result.intervals());
        for (Interval second : seconds) {
            assertEquals(250, second.requests(), 1);
            assertEquals(4 * MILLI, second.p99Nanos(), 4000);
        }
    }

    @Test
    void anOpenLoopCountsFromWhenARequestShouldHaveBeenSent() throws IOException {
        // The store stands still once, for a second: all requests that were due meanwhile are late.
        AtomicInteger calls = new AtomicInteger();
        store.before(_ -> clock.advance(calls.incrementAndGet() == 1000 ? SECOND : MILLI / 10));
        RequestResult result = run(plan(0, 10, 1000, 0));
        assertEquals(10_000, result.requests(), 300);
        Histogram response = all(result, false);
        Histogram service = all(result, true);
        assertEquals(SECOND, service.getMaxValue(), SECOND / 500.0);
        assertTrue(service.getValueAtPercentile(99.9) <= MILLI / 5, "one slow call only");
        assertTrue(response.getValueAtPercentile(95) > 500 * MILLI, "a tenth was late");
        assertTrue(response.getValueAtPercentile(50) < MILLI, "the most were not");
        assertEquals(0, result.unsent());
    }

    @Test
    void whatAnOpenLoopCannotSendInTimeIsTold() throws IOException {
        store.before(_ -> clock.advance(2 * MILLI));
        RequestResult result = run(plan(0, 10, 1000, 0));
        assertEquals(5000, result.requests(), 1);
        assertEquals(5000, result.unsent(), 300);
    }

    /** Some requests are due only minutes later. */
    @Test
    void anOpenLoopEndsEarlyAlsoWhileItWaits() throws IOException {
        long begun = clock.nanoTime();
        RequestResult result =
                RequestPhase.run(
                        store,
                        workload(),
                        plan(0, 10_000, 0.001, 0),
                        clock,
                        () -> clock.nanoTime() - begun >= 2 * SECOND,
                        seconds::add);
        assertEquals(0, result.requests());
        assertTrue(clock.nanoTime() - begun < 3 * SECOND, "it waited on");
        assertEquals(0, result.unsent());
    }

    @Test
    void warmUpIsNotMeasured() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        store.before(_ -> clock.advance(calls.incrementAndGet() <= 100 ? 50 * MILLI : MILLI));
        RequestResult result = run(plan(5, 2, 0, 0));
        assertEquals(2000, result.requests());
        assertEquals(2100, calls.get());
        assertEquals(MILLI, all(result, false).getMaxValue(), 1000);
    }

    @Test
    void requestsEndTheRunToo() throws IOException {
        store.before(_ -> clock.advance(MILLI));
        RequestResult result = run(new RunPlan(1, false, 700, 0, 10 * SECOND, 0, 0, 1));
        assertEquals(700, result.requests());
        assertEquals(700 * MILLI, result.nanos());
    }

    @Test
    void failedRequestsAreInNoRateAndNoLatency() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        store.before(
                _ -> {
                    clock.advance(MILLI);
                    if (calls.incrementAndGet() % 10 == 0) {
                        clock.advance(SECOND);
                        throw new IOException("lost");
                    }
                });
        RequestResult result = run(plan(0, 101, 0, 100));
        assertEquals(100, result.errors());
        assertEquals(909, result.requests(), 9);
        assertEquals(MILLI, all(result, false).getMaxValue(), 1000);
        assertEquals(0, result.abortedRequesters());
        assertEquals(List.of("java.io.IOException: lost"), result.failures());
        assertEquals(100, seconds.stream().mapToLong(Interval::errors).sum());
    }

    @Test
    void tooManyFailuresEndARequester() throws IOException {
        store.before(
                _ -> {
                    clock.advance(MILLI);
                    throw new IllegalStateException("broken");
                });
        RequestResult result = run(plan(0, 10, 0, 3));
        assertEquals(4, result.errors());
        assertEquals(0, result.requests());
        assertEquals(1, result.abortedRequesters());
    }

    @Test
    void failuresOfTheWarmUpCountTowardsTheLimit() throws IOException {
        store.before(
                _ -> {
                    clock.advance(MILLI);
                    throw new IllegalStateException("broken");
                });
        RequestResult result = run(plan(5, 10, 0, 3));
        assertEquals(0, result.errors(), "of the measured phase");
        assertEquals(1, result.abortedRequesters());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allRequestersTakePartAndTheirSamplesAreOne(boolean virtual) throws IOException {
        RunPlan plan = new RunPlan(4, virtual, 5000, 0, 100 * SECOND, 0, 0, 1);
        RequestResult result =
                RequestPhase.run(
                        store, workload(), plan, BenchClock.system(), () -> false, seconds::add);
        assertEquals(20_000, result.requests());
        assertEquals(20_000, all(result, false).getTotalCount());
        assertEquals(20_000, seconds.stream().mapToLong(Interval::requests).sum());
        assertEquals(0, store.handles);
    }

    @Test
    void aStoreThatGivesNoHandleFailsTheRun() throws IOException {
        AtomicInteger handles = new AtomicInteger();
        BenchStore refusing =
                new BenchStore() {
                    @Override
                    public String name() {
                        return "refusing";
                    }

                    @Override
                    public WatchedStore connect() throws IOException {
                        if (handles.incrementAndGet() == 3) {
                            throw new IOException("no more handles");
                        }
                        return store;
                    }

                    @Override
                    public void close() {}
                };
        RunPlan plan = new RunPlan(4, false, Long.MAX_VALUE, 0, 100 * SECOND, 0, 0, 1);
        Workload workload = workload();
        IOException failure =
                assertThrows(
                        IOException.class,
                        () ->
                                RequestPhase.run(
                                        refusing,
                                        workload,
                                        plan,
                                        BenchClock.system(),
                                        () -> false,
                                        _ -> {}));
        assertEquals("no more handles", failure.getMessage());
    }

    @Test
    void aStopEndsTheRunWithWhatWasMeasured() throws IOException {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger calls = new AtomicInteger();
        store.before(
                _ -> {
                    clock.advance(MILLI);
                    stop.set(calls.incrementAndGet() == 50);
                });
        RequestResult result =
                RequestPhase.run(store, workload(), plan(0, 10, 0, 0), clock, stop::get, _ -> {});
        assertEquals(50, result.requests());
    }

    @Test
    void requestersHaveTheSeedsOfTheOriginal() {
        long[] seeds = new RunPlan(3, false, 1, 0, 1, 0, 0, 12345).requesterSeeds();
        assertEquals(
                List.of(-7018833430379821243L, -3857986826158688662L, -5604793396632552389L),
                Arrays.stream(seeds).boxed().toList());
    }
}
