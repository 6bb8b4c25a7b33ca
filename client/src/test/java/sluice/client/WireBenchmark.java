package sluice.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.stub.ClientCalls;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import sluice.model.Deletion;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.Visibility;
import sluice.protocol.Operation;
import sluice.protocol.Request;
import sluice.protocol.SluiceMethods;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;

/**
 * What the way there and back costs: LinkBench's mix of requests against a store that does nothing,
 * in another process of this machine, by unary calls, by the client's streams, and by batches. To
 * be run by hand; docs/server.md has the figures.
 *
 * <p>Arguments: unary, stream, virtual or batch; threads; connections; seconds; the server's read
 * threads; requests of a batch.
 */
final class WireBenchmark {
    private static final int WARM_UP_SECONDS = 10;
    private static final int LIST_SIZE = 10;
    private static final byte[] DATA = new byte[100];

    /** One thread's next request, or batch of them. */
    private interface Step {
        /** Returns how many requests that were. */
        int run(SplittableRandom random) throws IOException;
    }

    private WireBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments[0].equals("serve")) {
            serve(Integer.parseInt(arguments[1]));
            return;
        }
        String kind = arguments[0];
        int threads = Integer.parseInt(arguments[1]);
        int connections = Integer.parseInt(arguments[2]);
        int seconds = Integer.parseInt(arguments[3]);
        Process server = startServer(arguments[4]);
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8))) {
            int port = Integer.parseInt(output.readLine());
            ClientOptions options = ClientOptions.of("127.0.0.1", port).over(connections, 1024);
            switch (kind) {
                case "unary" -> unary(options, threads, seconds);
                case "batch" -> batch(options, threads, seconds, Integer.parseInt(arguments[5]));
                default -> stream(options, threads, seconds, kind.equals("virtual"));
            }
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    private static void serve(int readThreads) throws IOException {
        ServerOptions options =
                ServerOptions.LOCAL
                        .at("127.0.0.1", 0, ServerOptions.NO_HTTP)
                        .threads(readThreads, 8);
        SluiceServer server =
                SluiceServer.start(
                        options, new NothingStore(LIST_SIZE), () -> StatusReport.COMPLETE);
        System.out.println(server.port());
        while (System.in.read() >= 0) {
            // Until the one who started it goes away.
        }
        server.close();
    }

    private static Process startServer(String readThreads) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path").replace(" ", File.pathSeparator),
                        WireBenchmark.class.getName(),
                        "serve",
                        readThreads)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void stream(ClientOptions options, int threads, int seconds, boolean isVirtual)
            throws InterruptedException {
        try (SluiceClient client = SluiceClient.open(options)) {
            measure(
                    isVirtual ? "stream, virtual threads" : "stream",
                    threads,
                    seconds,
                    isVirtual,
                    random -> {
                        request(client, random);
                        return 1;
                    });
        }
    }

    private static void unary(ClientOptions options, int threads, int seconds)
            throws InterruptedException {
        Connector connector = new Connector(options);
        List<ManagedChannel> channels = new ArrayList<>();
        List<EventLoopGroup> loops = new ArrayList<>();
        for (int index = 0; index < options.connections(); index++) {
            loops.add(Connector.newLoop());
            channels.add(connector.newChannel(loops.get(index)));
        }
        measure(
                "unary",
                threads,
                seconds,
                false,
                random -> {
                    Operation operation = operation(random);
                    int channel = (int) (Thread.currentThread().threadId() % channels.size());
                    ClientCalls.blockingUnaryCall(
                            channels.get(channel),
                            SluiceMethods.unary(operation.verb()),
                            CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.SECONDS),
                            new Request(0, 0, Patience.NONE, operation));
                    return 1;
                });
        channels.forEach(ManagedChannel::shutdownNow);
    }

    private static void batch(ClientOptions options, int threads, int seconds, int size)
            throws InterruptedException {
        Connector connector = new Connector(options);
        EventLoopGroup loop = Connector.newLoop();
        ManagedChannel channel = connector.newChannel(loop);
        measure(
                "batches of " + size,
                threads,
                seconds,
                false,
                random -> {
                    List<Request> requests = new ArrayList<>(size);
                    for (int index = 0; index < size; index++) {
                        requests.add(new Request(index, 0, Patience.NONE, operation(random)));
                    }
                    return ClientCalls.blockingUnaryCall(
                                    channel,
                                    SluiceMethods.BATCH,
                                    CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.SECONDS),
                                    requests)
                            .size();
                });
        channel.shutdownNow();
    }

    private static void measure(
            String what, int threadCount, int seconds, boolean isVirtual, Step step)
            throws InterruptedException {
        long begin = System.nanoTime() + TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS);
        long end = begin + TimeUnit.SECONDS.toNanos(seconds);
        List<Thread> threads = new ArrayList<>();
        List<Histogram> latencies = new ArrayList<>();
        for (int index = 0; index < threadCount; index++) {
            Histogram own = new Histogram(TimeUnit.SECONDS.toMicros(60), 3);
            SplittableRandom random = new SplittableRandom(index);
            latencies.add(own);
            Runnable work = () -> work(step, random, own, begin, end);
            threads.add((isVirtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(work));
        }
        long cpuMicros = -cpuMicros(begin);
        cpuMicros += cpuMicros(end);
        for (Thread thread : threads) {
            thread.join();
        }
        Histogram all = new Histogram(TimeUnit.SECONDS.toMicros(60), 3);
        latencies.forEach(all::add);
        System.out.printf(
                Locale.ROOT,
                "%s: %d threads, %.0f requests/s, %.1f us of CPU each, p50 %d us, p99 %d us, p99.9"
                        + " %d us%n",
                what,
                threadCount,
                all.getTotalCount() / (double) seconds,
                cpuMicros / (double) all.getTotalCount(),
                all.getValueAtPercentile(50),
                all.getValueAtPercentile(99),
                all.getValueAtPercentile(99.9));
    }

    /** What this process and the server have computed until {@code nanos} on the clock. */
    private static long cpuMicros(long nanos) {
        long rest;
        while ((rest = nanos - System.nanoTime()) > 0) {
            LockSupport.parkNanos(rest);
        }
        return Stream.concat(Stream.of(ProcessHandle.current()), ProcessHandle.current().children())
                        .mapToLong(
                                process ->
                                        process.info().totalCpuDuration().orElseThrow().toNanos())
                        .sum()
                / 1000;
    }

    private static void work(
            Step step, SplittableRandom random, Histogram latencies, long begin, long end) {
        try {
            while (true) {
                long from = System.nanoTime();
                int requests = step.run(random);
                long to = System.nanoTime();
                if (to - end >= 0) {
                    return;
                }
                if (from - begin >= 0) {
                    latencies.recordValueWithCount((to - from) / 1000, requests);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** LinkBench's mix, in per mille. */
    private static Operation operation(SplittableRandom random) {
        int kind = random.nextInt(1000);
        long id = random.nextLong(10_000_000);
        long id2 = random.nextLong(10_000_000);
        if (kind < 506) {
            return new Operation.GetLinkList(LinkQuery.newest(id, 123456789, 10_000));
        } else if (kind < 512) {
            return new Operation.GetLink(id, 123456789, id2);
        } else if (kind < 561) {
            return new Operation.CountLinks(id, 123456789);
        } else if (kind < 690) {
            return new Operation.GetNode(id);
        } else if (kind < 780) {
            return new Operation.AddLink(link(id, id2));
        } else if (kind < 860) {
            return new Operation.UpdateLink(link(id, id2));
        } else if (kind < 890) {
            return new Operation.DeleteLink(id, 123456789, id2, Deletion.EXPUNGE);
        } else if (kind < 916) {
            return new Operation.AddNode(new Node(0, 2048, 1, 1, DATA));
        } else if (kind < 990) {
            return new Operation.UpdateNode(new Node(id, 2048, 1, 1, DATA));
        }
        return new Operation.DeleteNode(id, 2048);
    }

    private static void request(GraphStore store, SplittableRandom random) throws IOException {
        switch (operation(random)) {
            case Operation.GetLinkList(var query) -> store.linkList(query);
            case Operation.GetLink(long id1, long type, long id2) -> store.link(id1, type, id2);
            case Operation.CountLinks(long id1, long type) -> store.count(id1, type);
            case Operation.GetNode(long id) -> store.node(id);
            case Operation.AddLink(var link) -> store.addLink(link);
            case Operation.UpdateLink(var link) -> store.updateLink(link);
            case Operation.DeleteLink(long id1, long type, long id2, var deletion) ->
                    store.deleteLink(id1, type, id2, deletion);
            case Operation.AddNode(var node) -> store.addNode(node);
            case Operation.UpdateNode(var node) -> store.updateNode(node);
            case Operation.DeleteNode(long id, long type) -> store.deleteNode(id, type);
            default -> throw new IllegalStateException("not in the mix");
        }
    }

    private static Link link(long id1, long id2) {
        return new Link(id1, 123456789, id2, Visibility.VISIBLE, 0, 1_790_000_000_000L, DATA);
    }
}
