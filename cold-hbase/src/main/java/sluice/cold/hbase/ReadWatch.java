package sluice.cold.hbase;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * Keeps reads fast while rows are put: asks each region server that gets rows for a row 20 times a
 * second, and sets its gate of a {@link RowPace} by how long that takes. It has a thread of its
 * own, from its first gate until it is closed.
 */
final class ReadWatch implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ReadWatch.class.getName());
    private static final long PERIOD_MILLIS = 50;
    private static final long ADJUST_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** After this time it is looked up again which server has which region. */
    private static final long LOCATIONS_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final RowPace pace;
    private final Asking asking;
    private final long aimNanos;
    private final ToDoubleFunction<String> most;
    private final LongSupplier nanoClock;
    private final RandomGenerator random;
    private final Map<String, Server> servers = new HashMap<>();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("read-watch").daemon().factory());
    private Map<String, List<byte[]>> regions = Map.of();
    private long locatedNanos;
    private long adjustedNanos;

    /** Asks region servers. */
    interface Asking {
        /** The first keys of the regions of each server. */
        Map<String, List<byte[]>> regions() throws IOException;

        /** Reads a row of the region that begins at {@code first}, if it has one. */
        CompletableFuture<?> read(byte[] first);
    }

    /** A server that gets rows. */
    private final class Server {
        private final ServerRate rate;
        private final Map<CompletableFuture<Long>, Long> asked = new HashMap<>();
        private long takenBefore;

        Server(String name) {
            rate = new ServerRate(aimNanos, most.applyAsDouble(name));
        }
    }

    /**
     * A watch that {@link #start} starts.
     *
     * @param aimNanos what the slowest of a hundred reads may take
     * @param most rows a second that the server of a name is given where reads are fast; may be
     *     infinite
     * @param random chooses regions
     */
    ReadWatch(
            RowPace pace,
            Asking asking,
            long aimNanos,
            ToDoubleFunction<String> most,
            LongSupplier nanoClock,
            RandomGenerator random) {
        this.pace = pace;
        this.asking = asking;
        this.aimNanos = aimNanos;
        this.most = most;
        this.nanoClock = nanoClock;
        this.random = random;
        this.adjustedNanos = nanoClock.getAsLong();
        this.locatedNanos = adjustedNanos - LOCATIONS_NANOS;
    }

    void start() {
        var unused =
                thread.scheduleWithFixedDelay(
                        this::tryToLook, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void tryToLook() {
        try {
            look();
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "reads are not watched just now", e);
        }
    }

    /** Takes the answers in, asks again, and sets the gates when it is time. */
    void look() throws IOException {
        if (pace.gates().isEmpty()) {
            return;
        }
        long now = nanoClock.getAsLong();
        for (String name : pace.gates().keySet()) {
            collect(servers.computeIfAbsent(name, Server::new), now, false);
        }
        if (now - adjustedNanos >= ADJUST_NANOS) {
            double seconds = (now - adjustedNanos) / NANOS_PER_SECOND;
            servers.forEach((name, server) -> adjust(name, server, now, seconds));
            adjustedNanos = now;
        }
        if (now - locatedNanos >= LOCATIONS_NANOS) {
            locatedNanos = now;
            regions = asking.regions();
        }
        servers.forEach(
                (name, server) -> {
                    List<byte[]> own = regions.getOrDefault(name, List.of());
                    // A server that does not answer is waited for, not asked more and more.
                    if (!own.isEmpty() && server.asked.size() < ServerRate.READS) {
                        byte[] first = own.get(random.nextInt(own.size()));
                        server.asked.put(timed(asking.read(first)), now);
                    }
                });
    }

    /** The read, which ends with the time when it ended. */
    private CompletableFuture<Long> timed(CompletableFuture<?> read) {
        return read.handle((_, _) -> nanoClock.getAsLong());
    }

    /**
     * Counts reads that have ended; with {@code isWithWaiting} also how long others wait by now.
     */
    private static void collect(Server server, long now, boolean isWithWaiting) {
        List<Long> waiting = new ArrayList<>();
        for (Iterator<Map.Entry<CompletableFuture<Long>, Long>> reads =
                        server.asked.entrySet().iterator();
                reads.hasNext(); ) {
            Map.Entry<CompletableFuture<Long>, Long> read = reads.next();
            if (read.getKey().isDone()) {
                server.rate.read(read.getKey().join() - read.getValue());
                reads.remove();
            } else {
                waiting.add(now - read.getValue());
            }
        }
        if (isWithWaiting) {
            waiting.stream()
                    .filter(nanos -> nanos > server.rate.aimNanos())
                    .forEach(server.rate::read);
        }
    }

    private void adjust(String name, Server server, long now, double seconds) {
        RowPace.Gate gate = pace.gates().get(name);
        if (gate == null) {
            return;
        }
        collect(server, now, true);
        long taken = gate.taken();
        double before = server.rate.rowsPerSecond();
        server.rate.adjust((taken - server.takenBefore) / seconds);
        server.takenBefore = taken;
        gate.setRate(server.rate.rowsPerSecond());
        if (server.rate.rowsPerSecond() < before) {
            LOG.log(
                    Level.DEBUG,
                    () ->
                            "reads of %s are slow: %.0f rows a second"
                                    .formatted(name, server.rate.rowsPerSecond()));
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
