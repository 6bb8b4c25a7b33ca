package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.ClientOptions;
import sluice.client.Relay;
import sluice.client.SluiceClient;
import sluice.model.LinkQuery;
import sluice.testkit.Experiment;

/**
 * E15: one server process loads, builds, serves, absorbs and loads again, over and over, under a
 * network that misbehaves and loads that are stopped and resumed. What it holds (open files,
 * mappings, threads, memory) does not grow, and no answer is wrong.
 *
 * <p>{@code -DsoakSeconds=} says how long, {@code -DsoakCpuPercent=} how much of one core client
 * and server may take together. In an hour or more nothing may grow by 0.1 % an hour, in the second
 * half of the time, by the least of each five minutes. In less, nothing may grow with each cycle.
 * The first quarter of the time goes as fast as it can, so that what fills has filled, and what is
 * compiled after so and so many calls is compiled, before it is watched.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class SoakTest {
    private static final int SECONDS = Experiment.size("soakSeconds", 12, 7200);
    private static final int CPU_PERCENT = Experiment.size("soakCpuPercent", 50, 18);
    private static final long SEED = Long.getLong("seed", 1);
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final boolean IS_LONG = SECONDS >= TimeUnit.HOURS.toSeconds(1);
    private static final long MILLIONTHS_AN_HOUR_MAX = 1000;

    /** Some times as long as the hot store's memtable takes to fill. */
    private static final double WINDOW_HOURS = 1.0 / 12;

    /** The part of a long run that comes before it is watched. */
    private static final double WARM_UP = IS_LONG ? 0.5 : 0.25;

    /** The part of it in which all goes as fast as it can. */
    private static final double FAST = IS_LONG ? 0.25 : 0;

    private static final long FAST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Of a quantity that leaks with every cycle at least one is lost in each. */
    private static final double GROWTH_A_CYCLE_MAX = 0.5;

    /** Enough to tell a leak in each cycle from what the first cycles open once. */
    private static final int CYCLES_MIN = 12;

    /** Held to the memory that was allowed: the cache in it fills for hours, and has a bound. */
    private static final String WITH_CACHE = "anonymous bytes";

    private static final int NEAR_USERS = 2;
    private static final int FAR_USERS = 2;
    private static final Duration FAR_DEADLINE = Duration.ofSeconds(2);
    private static final long FIRST_TIME = 1_700_000_000_000L;

    @TempDir Path directory;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final SoakUser.Books books = new SoakUser.Books();
    private final List<Double> hours = new ArrayList<>();
    private final Map<String, List<Double>> samples = new TreeMap<>();
    private final ConcurrentHistogram warmUp = new ConcurrentHistogram(3);
    private final ConcurrentHistogram first = new ConcurrentHistogram(3);
    private final ConcurrentHistogram last = new ConcurrentHistogram(3);
    private final long startNanos = System.nanoTime();
    private long rowsLoaded;
    private long rowsAbsorbed;
    private long stops;

    @Test
    void whatTheServerHoldsDoesNotGrow() throws Exception {
        try (Experiment experiment = new Experiment("E15 soak", SEED)) {
            try (SoakProcess server = new SoakProcess(store(), log());
                    Relay relay = new Relay(server.port(), SEED);
                    SluiceClient near = SluiceClient.open(near(server.port()));
                    SluiceClient far = SluiceClient.open(far(relay))) {
                AtomicBoolean isOver = new AtomicBoolean();
                List<Thread> users = startUsers(near, far, isOver);
                int cycle = 0;
                while (part() < 1 || cycle < CYCLES_MIN) {
                    long begin = System.nanoTime();
                    long cpuNanos = cpuNanos(server);
                    runCycle(++cycle, server, relay);
                    sample(server);
                    assertEquals("", String.join("\n", books.problems));
                    experiment.ran(1);
                    if (part() >= FAST) {
                        rest(begin, cpuNanos(server) - cpuNanos);
                    }
                }
                isOver.set(true);
                for (Thread user : users) {
                    user.join();
                }
                long seconds = TimeUnit.NANOSECONDS.toSeconds(server.cpuNanos());
                experiment.fact("seconds of the processor", seconds);
            }
            String said = Files.readString(log());
            assertFalse(said.contains("Exception"), said);
            assertEquals(0, CommandRun.of("verify", store().toString()).status());
            report(experiment);
            checkGrowth();
            checkMemory();
            assertEquals("", String.join("\n", books.problems));
            experiment.passed();
        }
    }

    private Path log() {
        return directory.resolve("log");
    }

    private Path store() {
        return directory.resolve("store");
    }

    private static ClientOptions near(int port) {
        return ClientOptions.of("127.0.0.1", port).within(Duration.ofMinutes(1));
    }

    private static ClientOptions far(Relay relay) {
        return ClientOptions.of("127.0.0.1", relay.port()).within(FAR_DEADLINE);
    }

    private List<Thread> startUsers(SluiceClient near, SluiceClient far, AtomicBoolean isOver) {
        List<Thread> users = new ArrayList<>();
        for (int number = 0; number < NEAR_USERS + FAR_USERS; number++) {
            boolean isNear = number < NEAR_USERS;
            SoakUser user =
                    new SoakUser(
                            isNear ? near : far,
                            number,
                            isNear,
                            books,
                            this::present,
                            () -> part() < FAST ? FAST_PAUSE_NANOS : PAUSE_NANOS,
                            isOver::get);
            users.add(Thread.ofPlatform().daemon().start(user));
        }
        return users;
    }

    /** From 0, the beginning, to 1. */
    private double part() {
        return (System.nanoTime() - startNanos) / 1e9 / SECONDS;
    }

    /** Where times go now: the two halves of what is watched are compared. */
    private ConcurrentHistogram present() {
        double part = part();
        return part < WARM_UP ? warmUp : part < (WARM_UP + 1) / 2 ? first : last;
    }

    private void runCycle(int cycle, SoakProcess server, Relay relay) throws IOException {
        Path source = writeSource(cycle);
        Relay.Fault[] faults = Relay.Fault.values();
        relay.now(faults[cycle % faults.length]);
        if (cycle % 3 == 0) {
            // Where it has ended by then, the same load has nothing left to do.
            String ended = server.ask("load " + source + " " + random.nextInt(1, 20));
            stops += ended.startsWith("stopped ") ? 1 : 0;
        }
        rowsLoaded += server.askNumber("load " + source + " 0");
        relay.now(Relay.Fault.NONE);
        rowsAbsorbed += server.askNumber("absorb");
        try (SluiceClient passing = SluiceClient.open(near(relay.port()))) {
            long id1 = random.nextLong(SoakUser.QUIET_IDS);
            passing.linkList(LinkQuery.newest(id1, SoakUser.TYPE, SoakUser.LINKS));
        }
    }

    /** The same links each time, with another version. */
    private Path writeSource(int cycle) throws IOException {
        Path source = directory.resolve("links.tsv");
        try (BufferedWriter text = Files.newBufferedWriter(source)) {
            text.write("id1\tlink_type\tid2\tversion\ttime\tdata\n");
            for (long id1 = 0; id1 < 2 * SoakUser.QUIET_IDS; id1++) {
                for (long id2 = id1; id2 < id1 + SoakUser.LINKS; id2++) {
                    text.write(
                            "%d\t%d\t%d\t%d\t%d\tloaded\n"
                                    .formatted(id1, SoakUser.TYPE, id2, cycle, FIRST_TIME + cycle));
                }
            }
        }
        return source;
    }

    private void sample(SoakProcess server) throws IOException {
        long heapBytes = server.askNumber("heap");
        long cacheBytes = server.askNumber("cache");
        ProcessSample now = server.sample();
        hours.add((double) (System.nanoTime() - startNanos) / HOUR_NANOS);
        now.values().forEach(this::add);
        add("live heap bytes", heapBytes);
        add(WITH_CACHE + " without the cache", now.anonymousBytes() - cacheBytes);
        System.out.printf(
                "E15 at %.1f %%: %s, heap %d, cache %d%n",
                100 * part(), now, heapBytes, cacheBytes);
    }

    private void add(String quantity, long value) {
        samples.computeIfAbsent(quantity, _ -> new ArrayList<>()).add((double) value);
    }

    /** Of server and users. */
    private static long cpuNanos(SoakProcess server) {
        ProcessHandle.Info own = ProcessHandle.current().info();
        return server.cpuNanos() + own.totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    /** Until what was used since {@code begin} is no more than it may be. */
    private static void rest(long begin, long usedNanos) {
        long end = begin + usedNanos * 100 / CPU_PERCENT;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private void report(Experiment experiment) {
        assertTrue(stops > 0, "no load was stopped");
        experiment
                .fact("rows loaded", rowsLoaded)
                .fact("rows absorbed", rowsAbsorbed)
                .fact("loads stopped and resumed", stops)
                .fact("reads", books.reads.get())
                .fact("writes", books.writes.get())
                .fact("calls that a bad network ended", books.late.get())
                .fact("calls that ended late though the network was well", books.lateNear.get());
        samples.forEach(
                (quantity, values) -> {
                    Trend trend = trend(hours, values);
                    experiment.fact(quantity, Math.round(trend.median()));
                    experiment.fact(quantity + ", millionths more an hour", trend.millionths());
                });
        experiment
                .fact("read p99 micros, first", first.getValueAtPercentile(99) / 1000)
                .fact("read p99 micros, last", last.getValueAtPercentile(99) / 1000);
    }

    private void checkGrowth() {
        List<Double> cycles = new ArrayList<>();
        for (int cycle = 0; cycle < hours.size(); cycle++) {
            cycles.add((double) cycle);
        }
        samples.forEach(
                (quantity, values) -> {
                    if (IS_LONG && !quantity.equals(WITH_CACHE)) {
                        long millionths = trend(hours, values).millionths();
                        assertTrue(
                                millionths < MILLIONTHS_AN_HOUR_MAX,
                                () ->
                                        "%s: %d millionths more an hour"
                                                .formatted(quantity, millionths));
                    } else if (!quantity.contains("bytes")) {
                        double growth = trend(cycles, values).slope();
                        assertTrue(
                                growth < GROWTH_A_CYCLE_MAX,
                                () ->
                                        "%s: %.2f more a cycle: %s"
                                                .formatted(quantity, growth, values));
                    }
                });
    }

    private void checkMemory() {
        double most = Collections.max(samples.get(WITH_CACHE));
        assertTrue(most <= SoakProcess.MEMORY_BYTES, () -> "took " + most);
    }

    /** After the warm-up, which has more of a long run's samples than of its time. */
    private Trend trend(List<Double> places, List<Double> values) {
        int from = IS_LONG ? places.size() / 4 : places.size() / 2;
        while (IS_LONG && hours.get(from) * 3600 < SECONDS * WARM_UP) {
            from++;
        }
        double[] late = places.subList(from, places.size()).stream().mapToDouble(d -> d).toArray();
        double[] held = values.subList(from, values.size()).stream().mapToDouble(d -> d).toArray();
        return IS_LONG ? Trend.ofLeasts(late, held, WINDOW_HOURS) : Trend.of(late, held);
    }
}
