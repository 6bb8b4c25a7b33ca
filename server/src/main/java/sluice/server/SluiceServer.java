package sluice.server;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
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
import sluice.protocol.Result.Failure;
import sluice.protocol.ScanPart;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;

/**
 * A running server: a store behind gRPC, and pages about it behind HTTP.
 *
 * <p>It owns its threads and sockets, not the store. {@link #close} is the graceful stop: no new
 * requests are begun, those that run end, their answers go out, then everything is closed.
 */
public final class SluiceServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(SluiceServer.class.getName());
    private static final int CALLS_OF_A_CONNECTION_MAX = 4096;

    private final ServerOptions options;
    private final GraphStore store;
    private final LongSupplier nanoClock;
    private final RequestRunner runner;
    private final HealthStatusManager health = new HealthStatusManager();
    private final SideCalls sideCalls = new SideCalls();
    private final Set<StreamCall> streams = ConcurrentHashMap.newKeySet();
    private final Set<ScanCall> scans = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService everySecond =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("history").daemon().factory());

    /** What was told last of why no write is taken; of the thread that looks. */
    private Optional<String> refusalTold = Optional.empty();

    private final Metrics metrics;
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
        return start(options, store, status, System::nanoTime);
    }

    /** As {@link #start}, with a clock by which deadlines and latencies are told. */
    public static SluiceServer start(
            ServerOptions options, GraphStore store, ServerStatus status, LongSupplier nanoClock) {
        return new SluiceServer(options, store, status, InstantSource.system(), nanoClock);
    }

    private SluiceServer(
            ServerOptions options,
            GraphStore store,
            ServerStatus status,
            InstantSource wallClock,
            LongSupplier nanoClock) {
        this.options = options;
        this.store = store;
        this.nanoClock = nanoClock;
        Access access = Access.of(options);
        RequestMeter meter = new RequestMeter();
        History history = new History(meter, status, wallClock, nanoClock);
        this.runner = new RequestRunner(store, options, meter, nanoClock);
        CallMeter calls = new CallMeter(SluiceMethods.service());
        this.metrics = new Metrics(meter, calls, history, status, runner);
        this.server = startGrpc(access, new BuildCalls(status, runner::isStopping), calls);
        this.http = startHttp(access, history, status, meter);
        var unused =
                everySecond.scheduleAtFixedRate(
                        () -> look(history, status), 1, 1, TimeUnit.SECONDS);
    }

    /** A status that fails once must not end the history. */
    private void look(History history, ServerStatus status) {
        try {
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
        LOG.log(
                Level.WARNING,
                refusal.map(why -> "no write is taken: " + why).orElse("writes are taken again"));
    }

    private Server startGrpc(Access access, BuildCalls builds, CallMeter calls) {
        InetSocketAddress address = new InetSocketAddress(access.address(), options.port());
        TokenGuard guard = new TokenGuard(access.token());
        health.setStatus(SluiceMethods.SERVICE, ServingStatus.SERVING);
        health.setStatus(SluiceMethods.WRITES_SERVICE, ServingStatus.SERVING);
        try {
            return NettyServerBuilder.forAddress(address, access.credentials())
                    .directExecutor()
                    .intercept(guard)
                    // The last one is asked first, and so counts what the guard refuses.
                    .intercept(calls)
                    .addService(service(builds))
                    .addService(sideCalls.of(health.getHealthService()))
                    .addService(sideCalls.of(ProtoReflectionServiceV1.newInstance()))
                    .addService(sideCalls.of(earlierReflection()))
                    .maxInboundMessageSize(SluiceMethods.REQUESTS_BYTES_MAX)
                    .maxConcurrentCallsPerConnection(CALLS_OF_A_CONNECTION_MAX)
                    .keepAliveTime(30, TimeUnit.SECONDS)
                    .keepAliveTimeout(10, TimeUnit.SECONDS)
                    .permitKeepAliveTime(5, TimeUnit.SECONDS)
                    .build()
                    .start();
        } catch (IOException e) {
            throw cannotListen(access, options.port(), e);
        }
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
                    () -> !runner.isStopping(),
                    status::writesRefused,
                    metrics::text,
                    seconds -> StatusJson.of(status, history, meter, runner, seconds));
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
        UnaryCall unary = new UnaryCall(runner, nanoClock, options);
        ServerServiceDefinition.Builder service =
                ServerServiceDefinition.builder(SluiceMethods.service());
        for (Verb verb : Verb.CALLS) {
            service.addMethod(SluiceMethods.unary(verb), (call, _) -> unary.single(call));
        }
        return service.addMethod(SluiceMethods.BATCH, (call, _) -> unary.batch(call))
                .addMethod(
                        SluiceMethods.STREAM,
                        (call, _) -> {
                            StreamCall stream =
                                    new StreamCall(
                                            call,
                                            runner,
                                            nanoClock,
                                            options.requestsInFlightMax(),
                                            streams::remove);
                            streams.add(stream);
                            stream.open();
                            return stream;
                        })
                .addMethod(SluiceMethods.SCAN, scan())
                .addMethod(SluiceMethods.OUTLOOK, (call, _) -> builds.outlook(call))
                .addMethod(SluiceMethods.PIN, (call, _) -> builds.pin(call))
                .build();
    }

    private ServerCallHandler<byte[], ScanPart> scan() {
        return (call, _) -> {
            if (scans.size() >= options.scansMax() || runner.isStopping()) {
                UnaryCall.fail(call, runner.isStopping() ? RequestRunner.STOPPED : tooManyScans());
                return new ServerCall.Listener<>() {};
            }
            ScanCall scan = new ScanCall(call, store, scans::remove);
            scans.add(scan);
            return scan;
        };
    }

    private Failure tooManyScans() {
        return new Failure(
                ErrorCode.RESOURCE,
                "%d scans run already; wait for one to end".formatted(options.scansMax()),
                false);
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
        scans.forEach(ScanCall::stop);
        streams.forEach(StreamCall::stop);
        sideCalls.stop();
        boolean isInterrupted = false;
        try {
            if (!server.awaitTermination(options.stopWithin().toMillis(), TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
            }
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
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
