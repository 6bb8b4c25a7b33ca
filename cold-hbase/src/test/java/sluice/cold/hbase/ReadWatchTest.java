package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The rate of each region server follows how long reads take there. */
class ReadWatchTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long AIM = 50 * MILLI;
    private static final double MOST = 1000;

    /** Time stands still unless it is moved; it begins late, as a real clock may. */
    private long now = 1L << 40;

    private final RowPace pace = new RowPace(_ -> MOST, () -> now);

    @Test
    void theRateIsHalvedWhileReadsAreSlowAndGrowsByATwentiethWhileTheyAreNot() {
        ServerRate rate = new ServerRate(AIM, MOST);
        rate.adjust(MOST);
        assertEquals(MOST, rate.rowsPerSecond(), "nothing was read");
        reads(rate, 100, 10 * MILLI);
        rate.read(2 * AIM);
        rate.adjust(MOST);
        assertEquals(MOST, rate.rowsPerSecond(), "one of a hundred may be slow");
        rate.read(2 * AIM);
        rate.adjust(MOST);
        assertEquals(500, rate.rowsPerSecond());
        rate.adjust(500);
        assertEquals(500, rate.rowsPerSecond(), "slow reads count once");
        reads(rate, 20, 10 * MILLI);
        rate.adjust(500);
        assertEquals(525, rate.rowsPerSecond());
        for (int times = 0; times < 50; times++) {
            rate.adjust(500);
        }
        assertEquals(MOST, rate.rowsPerSecond(), "never above what was asked for");
    }

    @Test
    void aRateWithoutLimitIsHalfOfWhatTheServerTookAndNeverNothing() {
        ServerRate rate = new ServerRate(AIM, Double.POSITIVE_INFINITY);
        reads(rate, 100, AIM + 1);
        rate.adjust(30_000);
        assertEquals(15_000, rate.rowsPerSecond());
        for (int times = 0; times < 20; times++) {
            reads(rate, 100, AIM + 1);
            rate.adjust(100);
        }
        assertEquals(ServerRate.LEAST, rate.rowsPerSecond());
    }

    /** Reads of a busy server take as long as in a queue of that load; the other one is idle. */
    @Test
    void aServerWhoseReadsAreSlowIsGivenFewerRowsAndOthersAreNot() throws IOException {
        Servers servers = new Servers(Map.of((byte) 'a', 400.0, (byte) 'b', 100_000.0));
        ReadWatch watch = new ReadWatch(pace, servers, AIM, _ -> MOST, () -> now, new Random(1));
        for (String host : List.of("a", "b")) {
            int unused = pace.new Writer(_ -> region(host)).await(Bytes.toBytes(host), 2000);
        }
        for (int tick = 0; tick < 4000; tick++) {
            servers.passTo(now + 50 * MILLI);
            watch.look();
        }
        double slowed = servers.perSecond((byte) 'a');
        assertTrue(slowed > 150 && slowed < 400, "to a: " + slowed);
        assertEquals(MOST, servers.perSecond((byte) 'b'), 50);
        assertTrue(servers.slow < servers.ended / 10, servers.slow + " slow of " + servers.ended);
    }

    @Test
    void aServerThatDoesNotAnswerIsSlowAndIsNotAskedMoreAndMore() throws IOException {
        int[] asked = {0};
        ReadWatch.Asking silent =
                new ReadWatch.Asking() {
                    @Override
                    public Map<String, List<byte[]>> regions() {
                        return Map.of("a:1", List.of(new byte[0]));
                    }

                    @Override
                    public CompletableFuture<?> read(byte[] first) {
                        asked[0]++;
                        return new CompletableFuture<>();
                    }
                };
        ReadWatch watch = new ReadWatch(pace, silent, AIM, _ -> MOST, () -> now, new Random(1));
        int batch = pace.new Writer(_ -> region("a")).await(new byte[] {'a'}, 2000);
        assertEquals(100, batch);
        for (int tick = 0; tick < 2000; tick++) {
            now += 50 * MILLI;
            watch.look();
        }
        assertEquals(ServerRate.READS, asked[0]);
        assertEquals(2, pace.new Writer(_ -> region("a")).await(new byte[] {'a'}, 2000));
    }

    private static void reads(ServerRate rate, int count, long nanos) {
        for (int read = 0; read < count; read++) {
            rate.read(nanos);
        }
    }

    private static HRegionLocation region(String host) {
        return new HRegionLocation(
                RegionInfoBuilder.newBuilder(TableName.valueOf("t"))
                        .setStartKey(Bytes.toBytes(host))
                        .setEndKey(Bytes.toBytes(host + "~"))
                        .build(),
                ServerName.valueOf(host, 1, 1));
    }

    /** Servers that can take a number of rows a second; reads wait behind rows. */
    private final class Servers implements ReadWatch.Asking {
        private static final long SECOND = 1_000 * MILLI;

        private final Map<Byte, Double> capacities;
        private final TreeMap<Long, CompletableFuture<Void>> reads = new TreeMap<>();
        private final Map<Byte, ArrayDeque<Long>> rows = new HashMap<>();
        private final Map<Byte, Long> next = new HashMap<>();
        private int slow;
        private int ended;

        Servers(Map<Byte, Double> capacities) {
            this.capacities = capacities;
        }

        /** Lets time pass: rows come as the gates let them through, and reads end. */
        void passTo(long end) {
            while (!reads.isEmpty() && reads.firstKey() <= end) {
                now = reads.firstKey();
                reads.pollFirstEntry().getValue().complete(null);
            }
            now = end;
            for (byte server : capacities.keySet()) {
                RowPace.Gate gate = pace.gates().get((char) server + ":1");
                ArrayDeque<Long> lately = rows.computeIfAbsent(server, _ -> new ArrayDeque<>());
                while (gate != null && next.getOrDefault(server, 0L) <= now) {
                    lately.add(now);
                    next.put(server, gate.take(now));
                }
                while (!lately.isEmpty() && lately.getFirst() < now - SECOND) {
                    lately.removeFirst();
                }
            }
        }

        double perSecond(byte server) {
            return rows.getOrDefault(server, new ArrayDeque<>()).size();
        }

        @Override
        public Map<String, List<byte[]>> regions() {
            return Map.of("a:1", List.of(new byte[] {'a'}), "b:1", List.of(new byte[] {'b'}));
        }

        @Override
        public CompletableFuture<?> read(byte[] first) {
            double load = perSecond(first[0]) / capacities.getOrDefault(first[0], 1.0);
            long took = (long) (10 * MILLI / (1 - Math.min(0.99, load)));
            if (first[0] == 'a') {
                ended++;
                slow += took > AIM ? 1 : 0;
            }
            CompletableFuture<Void> read = new CompletableFuture<>();
            long end = now + took;
            while (reads.putIfAbsent(end, read) != null) {
                end++;
            }
            return read;
        }
    }
}
