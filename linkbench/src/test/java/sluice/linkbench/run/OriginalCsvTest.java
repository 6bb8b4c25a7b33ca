package sluice.linkbench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.workload.Configuration;
import sluice.linkbench.workload.RequestKind;
import sluice.linkbench.workload.WorkloadReader;

/** The files that the original's {@code -csvstats} and {@code -csvstream} write. */
class OriginalCsvTest {
    private static final long MICRO = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final WatchedStore store = new WatchedStore(1);
    private final FakeClock clock = new FakeClock();
    private final StringWriter stream = new StringWriter();

    /** One requester that counts links only, so many times. */
    private RequestResult run(int requests, Map<String, String> more) throws IOException {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("maxid1", "1001");
        for (RequestKind operation : RequestKind.values()) {
            settings.put(operation.key(), operation == RequestKind.COUNT_LINK ? "100" : "0");
        }
        Configuration configuration = Configuration.shipped(settings);
        RunPlan plan = new RunPlan(1, false, requests, 0, 3600 * SECOND, 0, -1, 12345);
        return RequestPhase.run(
                store,
                WorkloadReader.read(configuration, Profile.CORRECTED),
                plan,
                clock,
                () -> false,
                new RequestPhase.Listener(_ -> {}, SampleLog.begin(configuration, stream)));
    }

    /** The i-th request, from 1 on, takes so long. */
    private void take(long... micros) {
        AtomicInteger calls = new AtomicInteger();
        store.before(_ -> clock.advance(micros[calls.getAndIncrement() % micros.length] * MICRO));
    }

    private List<String> streamed(String operation) {
        return stream.toString()
                .lines()
                .filter(line -> line.contains("," + operation + ","))
                .toList();
    }

    @Test
    void finalStatisticsTellInWhichBucketsThePercentilesLie() throws IOException {
        // Of 100: 25 in 0.1 to 0.2 ms, 25 in 0.9 to 1, 25 in 99 to 100, 20 in 200 to 300, 4 in
        // 9 to 10 s, one above.
        long[] micros = new long[100];
        Arrays.fill(micros, 0, 25, 150);
        Arrays.fill(micros, 25, 50, 950);
        Arrays.fill(micros, 50, 75, 99_500);
        Arrays.fill(micros, 75, 95, 250_000);
        Arrays.fill(micros, 95, 99, 9_500_000);
        micros[99] = 20_000_000;
        take(micros);
        List<String> lines = StatisticsCsv.of(run(100, Map.of())).lines().toList();
        assertEquals(2, lines.size(), lines::toString);
        assertEquals(
                "op,count,p25_low,p25_high,p50_low,p50_high,p75_low,p75_high,p95_low,p95_high,"
                        + "p99_low,p99_high,max,mean",
                lines.getFirst());
        String found = lines.getLast();
        assertTrue(
                found.startsWith("COUNT_LINK,100,0.1,0.2,0.9,1,99,100,200,300,9000,10000,20"),
                found);
    }

    @Test
    void whatIsAboveTenSecondsIsOneBucket() throws IOException {
        take(12_000_000);
        String found = StatisticsCsv.of(run(4, Map.of())).lines().toList().getLast();
        assertTrue(found.contains(",10000,100000,10000,100000,"), found);
    }

    @Test
    void streamingStatisticsTellOfEachWindow() throws IOException {
        // Eleven in the first second, and two after it.
        take(
                50_000, 50_000, 100_000, 100_000, 100_000, 100_000, 100_000, 100_000, 100_000,
                100_000, 101_000, 7, 9);
        run(13, Map.of("displayfreq", "1"));
        assertEquals(
                "threadID,timestamp,op,totalops,totalerrors,ops,sampleDuration_us,sampleOps,mean_us,"
                        + "min_us,p25_us,p50_us,p75_us,p90_us,p95_us,p99_us,max_us",
                stream.toString().lines().findFirst().orElseThrow());
        assertEquals(
                List.of(
                        "0,1800001001,COUNT_LINK,11,0,11,1001,11,91000,50000,100000,100000,100000,"
                                + "100000,101000,101000,101000",
                        "0,1800001001,COUNT_LINK,13,0,2,0,2,8,7,7,9,9,9,9,9,9"),
                streamed("COUNT_LINK"));
        assertEquals(
                List.of(
                        "0,1800001001,GET_NODE,0,0,0,1001,0,,,,,,,,,",
                        "0,1800001001,GET_NODE,0,0,0,0,0,,,,,,,,,"),
                streamed("GET_NODE"));
        assertEquals(2, streamed("DELETE_LINK").size());
        assertEquals(2, streamed(RequesterSamples.RANGE_SIZE).size());
        assertEquals(1 + 2 * (RequestKind.COUNT + 1), stream.toString().lines().count());
    }

    @Test
    void aSampleIsNotLargerThanTheSettingsSay() throws IOException {
        take(5);
        run(1000, Map.of("maxsamples", "10"));
        assertEquals(
                List.of("0,1800001000,COUNT_LINK,1000,0,1000,5,10,5,5,5,5,5,5,5,5,5"),
                streamed("COUNT_LINK"));
    }

    @Test
    void failedRequestsAreInTheStreamAndNotInTheEnd() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        store.before(
                _ -> {
                    clock.advance(5 * MICRO);
                    if (calls.incrementAndGet() % 4 == 0) {
                        throw new IOException("planned");
                    }
                });
        String found = StatisticsCsv.of(run(100, Map.of())).lines().toList().getLast();
        assertTrue(found.startsWith("COUNT_LINK,75,0,0.1,"), found);
        assertTrue(
                streamed("COUNT_LINK").getFirst().contains("COUNT_LINK,100,25,100,0,100,5,"),
                stream::toString);
    }
}
