package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.client.ClientOptions;
import sluice.client.HostileClients;
import sluice.client.HostileProcess;
import sluice.client.SluiceClient;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;
import sluice.servers.WaitsForServers;
import sluice.testkit.Experiment;
import sluice.testkit.JavaLaunch;

/**
 * E17: a server process of 256 MiB and 1,024 files, and clients of one address that never read,
 * drip, send huge messages, open many connections, or leave them half open, while others ask and
 * hold each answer against what was loaded. Those are answered right all the time and soon after
 * it, the memory of the process stays within what it was told, its log has no stack trace, and
 * SIGTERM ends it. The hostile clients are a process of their own, and each kind is compared with a
 * quiet time right before it.
 *
 * <p>{@code -DhostileSeconds=} says how long each kind acts, {@code -DhostileKinds=} is a pattern
 * of those that do, {@code -DhostilePauseMillis=} how long each who asks pauses, {@code -Dseed=}
 * sets all chance.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class HostileClientsTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int SECONDS = Experiment.size("hostileSeconds", 1, 500);
    private static final String KINDS = System.getProperty("hostileKinds", ".*");
    private static final int QUIET_SECONDS = 1 + SECONDS / 5;
    private static final int WARM_UP_SECONDS = 1 + Math.min(SECONDS, 20);
    private static final long MEMORY_BYTES = 256L << 20;

    private static final int HEAP_MEBIBYTES = 112;
    private static final int GOOD = 4;

    /** Between two questions of each of them: a short test leaves the processor to others. */
    private static final int PAUSE_MILLIS = Experiment.size("hostilePauseMillis", 8, 1);

    private static final int HUB_LINKS = 2_000;
    private static final int IDS = 10_000;
    private static final long HUB = 77_777;
    private static final long TYPE = 7;

    /** What the experiment asks for; a machine that does other things as well has some more. */
    private static final long RECOVERED_MILLIS_MAX = 30_000;

    private static final int LONGEST_SECONDS = 90;

    @TempDir Path directory;

    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicLong answers = new AtomicLong();
    private final AtomicLong refusals = new AtomicLong();
    private volatile boolean isOver;
    private volatile ConcurrentLinkedQueue<Long> micros = new ConcurrentLinkedQueue<>();
    private long peakBytes;

    @Test
    void hostileClientsHurtNobodyElse() throws Exception {
        Path log = directory.resolve("server.log");
        Process server = start(log);
        try (Experiment experiment = new Experiment("E17 hostile clients", SEED)) {
            BufferedReader said =
                    new BufferedReader(
                            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
            int port = port(said.readLine());
            int httpPort = port(said.readLine());
            List<Thread> good = new ArrayList<>();
            for (int index = 0; index < GOOD; index++) {
                int number = index;
                good.add(Thread.ofPlatform().daemon().start(() -> ask(port, number)));
            }
            long slowestRecovery = 0;
            try (HostileProcess hostile = HostileProcess.start(port, httpPort, HUB, TYPE, SEED)) {
                watch(server, WARM_UP_SECONDS);
                for (HostileClients.Kind kind : kinds()) {
                    long recovery = act(experiment, server, hostile, kind, httpPort);
                    slowestRecovery = Math.max(slowestRecovery, recovery);
                    assertTrue(server.isAlive(), () -> kind + " ended the server\n" + text(log));
                    experiment.ran(1);
                }
            }
            isOver = true;
            for (Thread thread : good) {
                thread.join();
            }
            experiment
                    .fact("answers", answers.get())
                    .fact("refusals", refusals.get())
                    .fact("recovery millis", slowestRecovery)
                    .fact("peak MiB", peakBytes >> 20);
            assertEquals(List.of(), List.copyOf(wrong));
            assertTrue(peakBytes <= MEMORY_BYTES, () -> peakBytes + " bytes were taken");
            assertTrue(slowestRecovery < RECOVERED_MILLIS_MAX, slowestRecovery + " ms");
            long begin = System.nanoTime();
            server.destroy();
            assertTrue(server.waitFor(60, TimeUnit.SECONDS), "SIGTERM ends it");
            experiment.fact(
                    "stop millis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
            String logged = text(log);
            assertTrue(!logged.contains("\tat "), logged);
            experiment.passed();
        } finally {
            isOver = true;
            server.destroyForcibly().waitFor();
        }
    }

    private static List<HostileClients.Kind> kinds() {
        return Arrays.stream(HostileClients.Kind.values())
                .filter(kind -> kind.name().matches(KINDS))
                .toList();
    }

    /** Measures a quiet time, then one with {@code kind}; returns the millis of recovery. */
    private long act(
            Experiment experiment,
            Process server,
            HostileProcess hostile,
            HostileClients.Kind kind,
            int httpPort)
            throws IOException {
        long quiet = p99(server, QUIET_SECONDS);
        hostile.begin(kind);
        long p99 = p99(server, SECONDS);
        long acts = hostile.end();
        String name = kind.name().replace('_', ' ').toLowerCase(Locale.ROOT);
        experiment
                .fact("p99 micros, quiet before " + name, quiet)
                .fact("p99 micros, " + name, p99)
                .fact("p99, hundredths of quiet, " + name, 100 * p99 / quiet)
                .fact("acts, " + name, acts)
                .fact("peak MiB up to " + name, peakBytes >> 20);
        assertTrue(acts > 0, () -> kind + " did nothing");
        return recoveryMillis(server, httpPort);
    }

    private Process start(Path log) throws IOException {
        StringBuilder text = new StringBuilder("id1\tlink_type\tid2\ttime\tdata\n");
        for (int id = 1; id <= IDS; id++) {
            text.append("%d\t%d\t%d\t%d\tloaded\n".formatted(id, TYPE, id + 1, id));
        }
        for (int id2 = 1; id2 <= HUB_LINKS; id2++) {
            text.append(
                    "%d\t%d\t%d\t%d\t%s\n".formatted(HUB, TYPE, id2, id2, "some data ".repeat(5)));
        }
        Path source = Files.writeString(directory.resolve("links.tsv"), text);
        Path store = directory.resolve("store");
        CommandRun load =
                CommandRun.of("load", store.toString(), source.toString(), "--progress", "none");
        assertEquals(0, load.status(), load.errors());
        List<String> command = new ArrayList<>();
        command.addAll(List.of("sh", "-c", "ulimit -n 1024 && exec \"$@\"", "sh"));
        command.addAll(JavaLaunch.withHeap(HEAP_MEBIBYTES));
        command.addAll(List.of("-Xmn22m", "-XX:PretenureSizeThreshold=4m"));
        command.addAll(List.of("-XX:TrimNativeHeapInterval=10000", "-XX:-UsePerfData"));
        command.addAll(List.of("-XX:ReservedCodeCacheSize=64m", "-XX:MaxMetaspaceSize=128m"));
        command.addAll(List.of(System.getProperty("hostileServerOptions", "-ea").split(" ")));
        command.add("-Dsluice.memory.bytes=" + MEMORY_BYTES);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Main.class.getName());
        command.addAll(List.of("serve", store.toString(), "--port", "0", "--http-port", "0"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        builder.environment().put("MALLOC_MMAP_THRESHOLD_", "524288");
        return builder.start();
    }

    private static int port(String line) {
        assertTrue(line != null, "the server says where it is");
        return Integer.parseInt(line.replaceAll("^.*:(\\d+)[ /].*$", "$1"));
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** One of those who ask; an answer that comes is right. */
    private void ask(int port, int number) {
        ClientOptions options =
                ClientOptions.of("127.0.0.1", port).within(Duration.ofSeconds(20)).over(1, 64);
        try (SluiceClient client = SluiceClient.open(options)) {
            for (long round = number; !isOver; round++) {
                long begin = System.nanoTime();
                try {
                    long id = 1 + round * 7 % IDS;
                    long count = round % 10 == 0 ? client.count(HUB, TYPE).value() : HUB_LINKS;
                    var list = client.linkList(LinkQuery.newest(id, TYPE, 10)).value();
                    if (count != HUB_LINKS || list.size() != 1 || list.id2(0) != id + 1) {
                        wrong.add(
                                "id %d: %d links, %d of the hub".formatted(id, list.size(), count));
                    }
                    answers.incrementAndGet();
                    micros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin));
                } catch (SluiceException e) {
                    refusals.incrementAndGet();
                    wrong.add(e.toString());
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
            }
        } catch (RuntimeException e) {
            wrong.add(e.toString());
        }
    }

    /** Of the answers that come within {@code seconds}, or longer where there are few. */
    private long p99(Process server, int seconds) {
        micros = new ConcurrentLinkedQueue<>();
        watch(server, seconds);
        awaitAnswers(server, 10);
        long[] sorted = micros.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted[sorted.length * 99 / 100];
    }

    /** Until there are so many more. */
    private void awaitAnswers(Process server, int more) {
        long before = answers.get();
        long begin = System.nanoTime();
        while (answers.get() < before + more) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
            assertTrue(seconds < LONGEST_SECONDS, "nobody is answered");
            look(server);
        }
    }

    private void watch(Process server, int seconds) {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < endNanos) {
            look(server);
        }
    }

    /** Notes, after a moment, what the server has taken. */
    private void look(Process server) {
        LockSupport.parkNanos(20_000_000);
        peakBytes = Math.max(peakBytes, takenBytes(server));
    }

    /** Until each who asks has an answer, a new client too, and the pages as well. */
    private long recoveryMillis(Process server, int httpPort) {
        long begin = System.nanoTime();
        long before = answers.get();
        while (answers.get() < before + 2 * GOOD || !isHealthy(httpPort)) {
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            if (millis > 2 * RECOVERED_MILLIS_MAX) {
                return millis;
            }
            look(server);
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    private static boolean isHealthy(int httpPort) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), httpPort)) {
            socket.setSoTimeout(2_000);
            socket.getOutputStream()
                    .write(
                            "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(12);
            return Arrays.equals(answer, "HTTP/1.1 200".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            return false;
        }
    }

    /** What the process has that is no page of a file. */
    private static long takenBytes(Process process) {
        Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("RssAnon:") || line.startsWith("RssShmem:"))
                    .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]) << 10)
                    .sum();
        } catch (IOException | UncheckedIOException ended) {
            return 0;
        }
    }
}
