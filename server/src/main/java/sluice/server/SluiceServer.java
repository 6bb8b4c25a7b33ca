package sluice.server;

import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.SluiceException;
import sluice.model.names.Names;
import sluice.protocol.ScanPart;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;
import sluice.question.Declaring;
import sluice.server.look.GraphPages;

/**
 * A running server: a store behind gRPC, and pages about it behind HTTP.
 *
 * <p>It owns its threads and sockets, not the store. {@link #close} is the graceful stop: no new
 * requests are begun, those that run end, their answers go out, then everything is closed.
 */
public final class SluiceServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(SluiceServer.class.getName());

    /** What a client may send that nobody has read yet, on each connection. */
    private static final int UNREAD_BYTES_MAX = 128 << 10;

    /** Some more than a message may have, so that what is too large by little is told so. */
    private static final int MESSAGE_BYTES_MAX = SluiceMethods.REQUESTS_BYTES_MAX + (64 << 10);

    private static final long HANDSHAKE_SECONDS = 5;

    /** After that, a stop does not wait for clients that read nothing. */
    private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long LOOK_MILLIS = 100;

    private final ServerOptions options;
    private final BackingStore store;
    private final ServerStatus status;
    private final LongSupplier nanoClock;
    private final RequestRunner runner;
    private final Budget budget;
    private final Network network;
    private final HealthStatusManager health = new HealthStatusManager();
    private final SideCalls sideCalls = new SideCalls();
    private final Set<StreamCall> streams = ConcurrentHashMap.newKeySet();
    private final ScanTurns scans;
    private final ScheduledExecutorService everySecond =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("history").daemon().factory());

    /** What was told last of why no write is taken; of the thread that looks. */
    private Optional<String> refusalTold = Optional.empty();

    private final Metrics metrics;
    private final NodeCalls nodes;
    private final Server server;
    private final @Nullable HttpSide http;

    /**
     * Fails as {@link #start} would with these options, so that nothing is made for a server that
     * does not start; whether its ports are free is another question.
     */
    public static void check(ServerOptions options) {
        Access.of(options).credentials();
    }

    /**
     * Fails as {@link #start} would now where a port is taken. Who takes one between the two is
     * found at the start alone.
     */
    public static void checkPorts(ServerOptions options) {
        Access access = Access.of(options);
        refuseIfTaken(access, options.port());
        if (options.httpPort() != ServerOptions.NO_HTTP) {
            refuseIfTaken(access, options.httpPort());
        }
    }

    private static void refuseIfTaken(Access access, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            // As the servers do: what an earlier one has left behind takes no port.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(access.address(), port));
        } catch (IOException e) {
            throw cannotListen(access, port, e);
        }
    }

    /** Starts a server. It answers when this returns; the caller closes it, and then the store. */
    public static SluiceServer start(ServerOptions options, GraphStore store, ServerStatus status) {
        return start(options, BackingStore.of(store), status);
    }

    /** As above; {@code names} are those of the ids and types of {@code store}. */
    public static SluiceServer start(
            ServerOptions options, GraphStore store, Names names, ServerStatus status) {
        return start(options, new BackingStore(store, names, Declaring.NOTHING), status);
    }

    /** As above, of a store that may declare properties too. */
    public static SluiceServer start(
            ServerOptions options, BackingStore store, ServerStatus status) {
        return new SluiceServer(options, store, status, InstantSource.system(), System::nanoTime);
    }

    /** As {@link #start}, with a clock by which deadlines and latencies are told. */
    public static SluiceServer start(
            ServerOptions options, GraphStore store, ServerStatus status, LongSupplier nanoClock) {
        return new SluiceServer(
                options, BackingStore.of(store), status, InstantSource.system(), nanoClock);
    }

    private SluiceServer(
            ServerOptions options,
            BackingStore store,
            ServerStatus status,
            InstantSource wallClock,
            LongSupplier nanoClock) {
        this.options = options;
        this.store = store;
        this.status = status;
        this.nanoClock = nanoClock;
        Access access = Access.of(options);
        this.budget = new Budget(Limits.ofThisProcess(), nanoClock);
        RequestMeter meter = new RequestMeter();
        History history = new History(meter, status, wallClock, nanoClock);
        this.runner = new RequestRunner(store, options, budget.limits(), meter, nanoClock);
        CallMeter calls = new CallMeter(SluiceMethods.service(null));
        this.metrics = new Metrics(meter, calls, history, status, runner);
        this.network = new Network(budget, nanoClock);
        this.scans = new ScanTurns(options.scansMax());
        this.nodes = new NodeCalls(status, runner::isStopping);
        this.server = startGrpc(access, new BuildCalls(status, runner::isStopping), calls);
        this.http = startHttp(access, history, status, meter);
        var unused =
                everySecond.scheduleAtFixedRate(
                        () -> look(history, status), 1, 1, TimeUnit.SECONDS);
    }

    /** A status that fails once must not end the history. */
    private void look(History history, ServerStatus status) {
        try {
            budget.look();
            tellOfWrites(status.writesRefused());
            history.add();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "status failed", e);
        }
    }

    private void tellOfWrites(Optional<String> refusal) {
        if (refusal.equals(refusalTold)) {
            return;
        }
        refusalTold = refusal;
        boolean isRefused = refusal.isPresent();
        health.setStatus(
                SluiceMethods.WRITES_SERVICE,
                isRefused ? ServingStatus.NOT_SERVING : ServingStatus.SERVING);
        // A ring takes no write at all, and no client of it expects that it does.
        if (!status.isInRing()) {
            LOG.log(
                    Level.WARNING,
                    refusal.map(why -> "no write is taken: " + why)
                            .orElse("writes are taken again"));
        }
    }

    private Server startGrpc(Access access, BuildCalls builds, CallMeter calls) {
        InetSocketAddress address = new InetSocketAddress(access.address(), options.port());
        TokenGuard guard = new TokenGuard(access.token());
        health.setStatus(SluiceMethods.SERVICE, ServingStatus.SERVING);
        health.setStatus(SluiceMethods.WRITES_SERVICE, ServingStatus.SERVING);
        try {
            return network.under(NettyServerBuilder.forAddress(address, access.credentials()))
                    .directExecutor()
                    .addStreamTracerFactory(tracers())
                    .intercept(guard)
                    .intercept(new CallGate(budget))
                    // The last one is asked first, and so counts what the others refuse.
                    .intercept(calls)
                    .fallbackHandlerRegistry(new UnknownMethods())
                    .addService(service(builds))
                    .addService(sideCalls.of(health.getHealthService()))
                    .addService(sideCalls.of(ProtoReflectionServiceV1.newInstance()))
                    .addService(sideCalls.of(earlierReflection()))
                    .maxInboundMessageSize(MESSAGE_BYTES_MAX)
                    .maxConcurrentCallsPerConnection(budget.limits().callsOfConnection())
                    .maxRstFramesPerWindow(Resets.MAX, Resets.SECONDS)
                    .flowControlWindow(UNREAD_BYTES_MAX)
                    .handshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS)
                    .maxConnectionIdle(5, TimeUnit.MINUTES)
                    .keepAliveTime(30, TimeUnit.SECONDS)
                    .keepAliveTimeout(10, TimeUnit.SECONDS)
                    .permitKeepAliveTime(5, TimeUnit.SECONDS)
                    .build()
                    .start();
        } catch (IOException e) {
            network.close();
            throw cannotListen(access, options.port(), e);
        }
    }

    private ServerStreamTracer.Factory tracers() {
        return new ServerStreamTracer.Factory() {
            @Override
            public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
                return budget.call();
            }
        };
    }

    /** For clients that ask for no later version, such as that of Python. */
    @SuppressWarnings("deprecation")
    private static BindableService earlierReflection() {
        return ProtoReflectionService.newInstance();
    }

    private @Nullable HttpSide startHttp(
            Access access, History history, ServerStatus status, RequestMeter meter) {
        if (options.httpPort() == ServerOptions.NO_HTTP) {
            return null;
        }
        try {
            return new HttpSide(
                    access,
                    options.httpPort(),
                    budget,
                    () -> !runner.isStopping(),
                    status::writesRefused,
                    new HttpSide.Content(
                            () -> metrics.text() + status.moreMetrics(),
                            seconds -> StatusJson.of(status, history, meter, runner, seconds),
                            new GraphPages(new OwnRequests(runner, nanoClock)),
                            status::ringPage));
        } catch (IOException e) {
            server.shutdownNow();
            throw cannotListen(access, options.httpPort(), e);
        } catch (SluiceException e) {
            server.shutdownNow();
            throw e;
        }
    }

    private static SluiceException cannotListen(Access access, int port, IOException cause) {
        return new SluiceException(
                ErrorCode.RESOURCE,
                "cannot listen on %s port %d: %s; end the process that listens there, or choose"
                                .formatted(access.address().getHostAddress(), port, reason(cause))
                        + " another port",
                cause);
    }

    private static String reason(IOException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }

    private ServerServiceDefinition service(BuildCalls builds) {
        UnaryCall unary = new UnaryCall(runner, nanoClock, options, budget.limits());
        IncomingService service = new IncomingService(Contract.service());
        for (Verb verb : Verb.CALLS) {
            service.add(SluiceMethods.unary(verb), (call, _) -> unary.single(verb, call));
        }
        int inFlightMax = options.requestsInFlightMax();
        return service.addOfRequests(
                        SluiceMethods.BATCH, inFlightMax, (call, _) -> unary.batch(call))
                .addOfRequests(
                        SluiceMethods.STREAM,
                        StreamCall.requestsMax(inFlightMax),
                        (call, _) -> {
                            StreamCall stream =
                                    new StreamCall(
                                            call, runner, nanoClock, inFlightMax, streams::remove);
                            streams.add(stream);
                            stream.open();
                            return stream;
                        })
                .add(SluiceMethods.SCAN, scan())
                .add(SluiceMethods.OUTLOOK, (call, _) -> builds.outlook(call))
                .add(SluiceMethods.PIN, (call, _) -> builds.pin(call))
                .add(SluiceMethods.RING, (call, _) -> builds.ring(call))
                .add(SluiceMethods.READ_FILE, (call, _) -> nodes.file(call))
                .add(SluiceMethods.READ_INDEX, (call, _) -> nodes.index(call))
                .definition();
    }

    private ServerCallHandler<Incoming, ScanPart> scan() {
        return (call, _) -> new ScanCall(call, store, status, nanoClock, scans);
    }

    /** The port of gRPC. */
    public int port() {
        return server.getPort();
    }

    /** The port of the pages; {@link ServerOptions#NO_HTTP} where there are none. */
    public int httpPort() {
        return http == null ? ServerOptions.NO_HTTP : http.port();
    }

    /**
     * Stops gracefully: tells health checks, begins no more requests, lets those that run end, at
     * most so long as the options say, and closes everything. Can be called again.
     */
    @Override
    public void close() {
        health.enterTerminalState();
        runner.stop();
        server.shutdown();
        scans.stop();
        streams.forEach(StreamCall::stop);
        sideCalls.stop();
        boolean isInterrupted = false;
        try {
            awaitCalls();
            runner.close(options.stopWithin());
            everySecond.shutdownNow();
            // The last look asks the store, which its owner closes next.
            everySecond.awaitTermination(options.stopWithin().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            isInterrupted = true;
            server.shutdownNow();
        }
        everySecond.shutdownNow();
        if (http != null) {
            http.close();
        }
        metrics.close();
        nodes.close();
        network.close();
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until all is answered, but not for clients that do not read what they asked for. */
    private void awaitCalls() throws InterruptedException {
        long beginNanos = nanoClock.getAsLong();
        while (!server.awaitTermination(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            long waitedNanos = nanoClock.getAsLong() - beginNanos;
            boolean isStalled =
                    waitedNanos > STALLED_NANOS
                            && runner.unfinished() == 0
                            && budget.isStalled(STALLED_NANOS);
            if (isStalled || waitedNanos > options.stopWithin().toNanos()) {
                server.shutdownNow();
                return;
            }
        }
    }
}
